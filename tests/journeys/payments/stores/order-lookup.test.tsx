import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { createSandboxToken } from '#api/purchases/sandbox/token.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { axeViolations, expectAlert, openConsole, signInAsAdministrator, texts } from '../../console.tsx';
import { stubDialogs } from '../../dialogs.ts';
import { addPayment } from '../add-payment.ts';

const { db, proxy } = journey;
const ADDRESS = '/payment-recovery/stores';

beforeEach(async () => {
  stubDialogs();
  await db.deleteFrom('purchases').execute();
  await deleteUsers();
  await signInAsAdministrator();
});

const field = () => screen.findByLabelText<HTMLInputElement>('Order number');
const lookUp = async (number: string) => userEvent.type(await field(), `${number}{Enter}`);
const factOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

test('the number of an order on record leads to its customer and to the timeline', async () => {
  const { user } = await addPayment('ann@example.com', 'active');
  await openConsole('/payment-recovery');
  await userEvent.click(await screen.findByRole('button', { name: 'Retry payment for ann@example.com' }));
  await expectAlert('Payment recovered successfully!');
  await userEvent.click(screen.getByRole('link', { name: 'Stores' }));
  const { order_id } = await db.selectFrom('charges').select('order_id').executeTakeFirstOrThrow();
  proxy.requests.length = 0;
  await lookUp(order_id ?? '');
  const order = within(await screen.findByRole('region', { name: `Order ${order_id}` }));
  expect(order.getByRole('link').getAttribute('href')).toBe(`/users/${user.id}`);
  expect([factOf('Product'), factOf('Amount'), factOf('Subscription')]).toEqual([
    'monthly',
    '$9.99',
    expect.stringMatching(/^activeAsked/),
  ]);
  await waitFor(() => expect(texts('.timeline .what').join()).toContain('Charged $9.99'));
  order.getByText('It paid for a renewal that had failed.');
  expect(await axeViolations()).toEqual([]);
  // The number is in no address.
  expect(proxy.requests.map(({ path, query }) => path + query).join()).not.toContain('active');
  expect((await field()).value).toBe(order_id);
});

test('the store is asked about a purchase that is new here, and its answer shows without a reload', async () => {
  const token = createSandboxToken('active', new Date(Date.now() + 86_400_000), 'mia');
  await openConsole(ADDRESS);
  await lookUp(`${token}..1`);
  await screen.findByText('We didn’t know this purchase. We’re asking the store about it now.');
  screen.getByText('Not linked to a user');
  await waitFor(() => expect(texts('.timeline .what')).toEqual(['The store answered active']));
});

test('a number that is not known, and stores that are not connected', async () => {
  await openConsole(ADDRESS);
  await lookUp('4711');
  await screen.findByText('App Store isn’t connected to this server.');
  screen.getByText('Google Play isn’t connected to this server.');
  expect(
    screen.getByText('App Store isn’t connected to this server.').closest('[role="status"]'),
  ).not.toBeNull();
  expect(await axeViolations()).toEqual([]);
});

test('a text that is no number is refused at its field, and stays', async () => {
  await openConsole(ADDRESS);
  await userEvent.click(await screen.findByRole('button', { name: 'Look up' }));
  await screen.findByText('Enter the order number.');
  expect(document.activeElement).toBe(await field());
  await lookUp('GPA/1');
  await screen.findByText('An order number has only letters, digits, dots, and hyphens.');
  expect([(await field()).value, document.activeElement]).toEqual(['GPA/1', await field()]);
  await userEvent.clear(await field());
  await lookUp(' 4711 ');
  await screen.findByText('App Store isn’t connected to this server.');
  expect(screen.queryByText('An order number has only letters, digits, dots, and hyphens.')).toBeNull();
  expect((await field()).value).toBe(' 4711 ');
  expect(await axeViolations()).toEqual([]);
});

test('a failure keeps the number', async () => {
  proxy.intercept = ({ url }) =>
    url.endsWith('/order-lookups') ? Response.json({ message: 'Later.' }, { status: 503 }) : undefined;
  await openConsole(ADDRESS);
  await lookUp('GPA.3345-1234-5678-90123');
  await expectAlert('Later.');
  expect((await field()).value).toBe('GPA.3345-1234-5678-90123');
  proxy.intercept = null;
  await userEvent.click(screen.getByRole('button', { name: 'Look up' }));
  await screen.findByText('Google Play isn’t connected to this server.');
});

test('an answer is of the number that was sent last, which is sent once', async () => {
  await openConsole(ADDRESS);
  await lookUp('4711');
  await screen.findByText('App Store isn’t connected to this server.');
  const answer = Promise.withResolvers<Response>();
  proxy.intercept = ({ url }) => (url.endsWith('/order-lookups') ? answer.promise : undefined);
  proxy.requests.length = 0;
  await lookUp('2{Enter}');
  expect(screen.queryByText('App Store isn’t connected to this server.')).toBeNull();
  expect((await field()).readOnly).toBe(true);
  const order = {
    ...{ store: 'ios', order: '47112', isTest: true, product: 'monthly', orderState: 'PROCESSED' },
    ...{ paidAt: '2026-10-10T10:00:00Z', paidUntil: null, purchase: null, user: null },
    ...{ amount: { minor: 999, currency: 'EUR' } },
    refund: { at: '2026-10-12T10:00:00Z', amount: { minor: 500, currency: 'EUR' } },
  };
  answer.resolve(Response.json({ data: { found: [order], stores: [] } }));
  await screen.findByText('1 order was found.');
  expect([factOf('Amount'), factOf('Store'), factOf('Order')]).toEqual([
    '€9.99Refunded €5.00 12/10/2026',
    'App StoreBought with a test account',
    '47112PROCESSED',
  ]);
  expect(screen.queryByRole('heading', { name: 'Timeline' })).toBeNull();
  expect(proxy.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('of an erased account nothing is shown', async () => {
  const nothing = {
    product: null,
    paidAt: null,
    paidUntil: null,
    amount: null,
    refund: null,
    orderState: null,
  };
  const order = { ...nothing, store: 'android', order: 'GPA.1', isTest: false, purchase: null, user: null };
  proxy.intercept = ({ url }) =>
    url.endsWith('/order-lookups') ? Response.json({ data: { found: [order], stores: [] } }) : undefined;
  await openConsole(ADDRESS);
  await lookUp('GPA.1');
  await screen.findByText(/The account it belonged to has been erased/);
});
