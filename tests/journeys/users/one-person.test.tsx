import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import { paidCharge } from '#tests/setup/api/charges.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import {
  allowOnly,
  axeViolations,
  cellsOf,
  expectAlert,
  expectNotice,
  headingsOf,
  openConsole,
  signInAsAdministrator,
} from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';
import { addPayment } from '../payments/add-payment.ts';

/** Everything about one person on their page. */

const { db, proxy, api } = journey;
stubDialogs();

beforeEach(async () => {
  await deleteUsers();
  api.clock.now = new Date(2026, 10, 20, 9, 5);
  await signInAsAdministrator();
});

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => userEvent.click(await button(name));
const pagesOf = (name: string) => within(screen.getByRole('navigation', { name }));
const asked = () => proxy.requests.map(({ method, path }) => `${method} ${path}`);

async function addSubscriptions(userId: number, count: number) {
  await sql`
    insert into subscriptions (user_id, plan, product_id, platform, status, start_date)
    select ${userId}, 'Plan ' || number, 'p', 'ios', 'expired', date '2020-01-01' + number
    from generate_series(1, ${count}) as number`.execute(db);
}

test('the charges of a subscription are shown on demand, newest first, in pages', async () => {
  const { user } = await addPayment('ada@example.com', 'active');
  await sql`
    insert into charges (subscription_id, platform, order_id, charged_at, paid_until, is_renewal, amount_cents, amount_minor)
    select id, 'ios', gen_random_uuid(), timestamp '2026-01-01 12:00' + number * interval '1 day', now(), true,
      1000 + number, 1000 + number
    from subscriptions, generate_series(0, 24) as number where user_id = ${user.id}`.execute(db);
  await openConsole(`/users/${user.id}`);
  const open = await button('Charges of Monthly from 07/06/2026');
  expect(headingsOf('Subscription History').at(-1)).toBe('Charges');
  expect(asked().some((call) => call.includes('/charges'))).toBe(false);
  await userEvent.click(open);
  const list = await screen.findByRole('list', { name: 'Charges of Monthly from 07/06/2026' });
  const lines = () => [...list.children].map((line) => line.textContent);
  expect(lines()).toHaveLength(20);
  expect(lines()[0]).toBe('25/01/2026 $10.24');
  expect(await axeViolations()).toEqual([]);
  const pages = pagesOf('Pages of the charges of Monthly from 07/06/2026');
  await userEvent.click(pages.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(lines()).toHaveLength(5));
  expect(lines().at(-1)).toBe('01/01/2026 $10.00');
  expect(document.activeElement).toBe(pages.getByRole('button', { name: 'Next' }));
  await userEvent.click(open);
  expect(open.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('list', { name: /^Charges of/ })).toBeNull();
});

test('charges that fail say so, and load again', async () => {
  const user = await addUser(db);
  await addSubscriptions(user.id, 1);
  proxy.intercept = ({ url }) =>
    url.includes('/charges') ? Response.json({ message: 'Later.' }, { status: 503 }) : undefined;
  await openConsole(`/users/${user.id}`);
  await press(/^Charges of Plan 1/);
  await screen.findByText('The charges couldn’t be loaded.');
  proxy.intercept = null;
  await press('Retry');
  await screen.findByText('Nothing was charged.');
});

test('a long subscription history comes in pages, and a short one has none', async () => {
  const user = await addUser(db);
  await addSubscriptions(user.id, 45);
  await openConsole(`/users/${user.id}`);
  const plans = async () => (await cellsOf('Subscription History')).map(([, plan]) => plan);
  await screen.findByText('Showing 1 to 20 of 45');
  expect((await plans()).slice(0, 2)).toEqual(['Plan 45', 'Plan 44']);
  const pages = pagesOf('Pages of the subscription history');
  await userEvent.click(pages.getByRole('button', { name: 'Next' }));
  await userEvent.click(pages.getByRole('button', { name: 'Next' }));
  await screen.findByText('Showing 41 to 45 of 45');
  expect(await plans()).toEqual(['Plan 5', 'Plan 4', 'Plan 3', 'Plan 2', 'Plan 1']);
  expect(screen.getAllByRole('navigation', { name: /^Pages/ })).toHaveLength(1);
  expect(asked().filter((call) => call.includes('/history/'))).toHaveLength(3);
});

test('another user begins with the first page', async () => {
  const [first, second] = [
    await addUser(db, { first_name: 'One' }),
    await addUser(db, { first_name: 'Two' }),
  ];
  for (const { id } of [first, second]) await addSubscriptions(id, 25);
  await openConsole(`/users/${first.id}`);
  await screen.findByText('Showing 1 to 20 of 25');
  await userEvent.click(pagesOf('Pages of the subscription history').getByRole('button', { name: 'Next' }));
  await screen.findByText('Showing 21 to 25 of 25');
  history.pushState(null, '', `/users/${second.id}`);
  await screen.findByRole('heading', { level: 1, name: /^Two/ });
  await screen.findByText('Showing 1 to 20 of 25');
});

test('failed payments are retried in place, with the words of /payment-recovery', async () => {
  const { user } = await addPayment('ada@example.com', 'active');
  await addPayment('other@example.com', 'active');
  await openConsole(`/users/${user.id}`);
  const retry = await button('Retry payment for monthly, 07/06/2026');
  expect(headingsOf('Failed payments')).toEqual([
    ...['Product', 'Amount', 'Error message', 'Last check', 'Deadline', 'Date', 'Action'],
  ]);
  expect(await cellsOf('Failed payments')).toEqual([
    [
      'monthly: details of the payment of monthly, 07/06/2026Android',
      ...['$9.99', 'Card expired.', 'Not checked yet', '–', '07/06/2026', 'Retry'],
    ],
  ]);
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(retry);
  await expectAlert('Payment recovered successfully!');
  // It stays visible, in its card and in the timeline.
  const recovered = await screen.findByRole('list', { name: 'Recovered payments' });
  expect(recovered.textContent).toMatch(/^Recovered monthlyfailed on 07\/06\/2026, recovered on .* by /);
  expect(screen.queryByRole('button', { name: /^Retry payment/ })).toBeNull();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Failed payments'));
  await screen.findByText('Checked by an administrator');
  const failure = (await screen.findByText('Renewal failed')).closest('li');
  await waitFor(() => expect(failure?.textContent).toMatch(/Renewal failed Recovered.*Recovered on .* by /));
  await press('Charges of Monthly from 07/06/2026');
  // The facts below the title show the amount, too.
  const charges = within(await screen.findByRole('list', { name: /^Charges of/ }));
  await charges.findByText(/^\$9\.99$/);
  await charges.findByText(/after a retry/);
});

test('a payment that is not paid yet stays, with the answer of the store and the timeline', async () => {
  const { user } = await addPayment('ada@example.com', 'on_hold');
  await openConsole(`/users/${user.id}`);
  await press('Retry payment for monthly, 07/06/2026');
  await screen.findByText('Not paid yet');
  stubDialogs();
  await press(/details of the payment/);
  const details = within(await screen.findByRole('dialog'));
  // At the head, and in the timeline.
  await waitFor(() => expect(details.getAllByText('Not paid yet')).toHaveLength(2));
  await details.findByText('Renewal failed');
});

test('a failed part never hides the others', async () => {
  const user = await addUser(db, { first_name: 'Ada' });
  proxy.intercept = ({ url }) =>
    /failed-payments|history|timeline/.test(url)
      ? Response.json({ message: 'Later.' }, { status: 503 })
      : undefined;
  await openConsole(`/users/${user.id}`);
  for (const text of [
    'Failed to fetch subscription history',
    'Failed to load failed payments. Please try again.',
    'The timeline couldn’t be loaded.',
  ]) {
    await screen.findByText(text);
  }
  expect(screen.getByLabelText<HTMLInputElement>('First Name').value).toBe('Ada');
  expect(await axeViolations()).toEqual([]);
});

test('the sessions of an administrator are listed, and one is ended', async () => {
  const colleague = await addAdministrator(db);
  await openSession(
    db,
    { userId: colleague.id, rememberMe: true, device: 'Firefox on Linux' },
    new Date(2026, 10, 20, 8, 0),
  );
  await openConsole(`/users/${colleague.id}`);
  const end = await button('Sign out on Firefox on Linux, started 20/11/2026 08:00');
  expect(await cellsOf('Sessions')).toEqual([
    ['Firefox on Linux', '20/11/2026 08:00', '20/11/2026 08:00', 'Sign out'],
  ]);
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(end);
  await expectNotice('Signed out on that device.');
  await screen.findByText('Not signed in anywhere.');
  expect(document.activeElement?.textContent).toBe('Sessions');
  await screen.findByText('Signed out on one device');
});

test('an app user has no sessions here', async () => {
  const user = await addUser(db);
  await openConsole(`/users/${user.id}`);
  await screen.findByText('No failed payments.');
  expect(screen.queryByRole('heading', { name: 'Sessions' })).toBeNull();
  expect(asked().some((call) => call.includes('/sessions'))).toBe(false);
});

test('a long timeline shows older entries on demand, and the focus goes to the first of them', async () => {
  const user = await addUser(db);
  await sql`
    insert into user_notes (user_id, written_at, text)
    select ${user.id}, timestamp '2026-01-01' + number * interval '1 hour', 'Note ' || number
    from generate_series(1, 45) as number`.execute(db);
  await openConsole(`/users/${user.id}`);
  await screen.findByText('Note 45');
  const count = () => document.querySelectorAll('.timeline li').length;
  expect(count()).toBe(20);
  await press('Show older');
  await waitFor(() => expect(count()).toBe(40));
  expect(document.activeElement?.textContent).toContain('Note 25');
  await userEvent.type(await screen.findByLabelText('New note'), 'The newest');
  await press('Add note');
  await screen.findByText('The newest', { selector: '.timeline p' });
  await screen.findByText('Note 7');
  await press('Show older');
  await screen.findByText('Note 1');
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  expect(await axeViolations()).toEqual([]);
});

test('the facts that a caller asks about stand above the form, and the email is copied', async () => {
  const person = userEvent.setup();
  const { user, subscriptionId } = await addPayment('ada@example.com', 'on_hold');
  await db
    .insertInto('charges')
    .values([
      paidCharge({ subscription_id: subscriptionId, charged_at: '2026-05-07T12:00:00Z' }),
      paidCharge({
        subscription_id: subscriptionId,
        charged_at: '2026-04-07T12:00:00Z',
        ...{ currency: 'JPY', amount_cents: null, amount_minor: 1200 },
      }),
    ])
    .execute();
  await db
    .updateTable('users')
    .set({ created_at: new Date(2025, 2, 9, 12) })
    .where('id', '=', user.id)
    .execute();
  await openConsole(`/users/${user.id}`);
  await screen.findByText('Has access until');
  const facts = [...document.querySelectorAll('.facts > div')].map((fact) => [
    fact.querySelector('dt')?.textContent,
    fact.querySelector('dd')?.textContent,
  ]);
  expect(facts).toEqual([
    ['Email', 'ada@example.com'],
    ['Status', 'Active'],
    ['Plan', 'Monthly On hold'],
    ['Has access until', 'No access'],
    ['Paid to date', '¥1,200 + $9.99'],
    ['Customer since', '09/03/2025'],
    ['Store', 'Google Play'],
  ]);
  await person.click(await button('Copy the email'));
  await expectNotice('Email copied');
  expect(await navigator.clipboard.readText()).toBe('ada@example.com');
});

test('one button is filled, empty sections are one line, and what destroys is last', async () => {
  const user = await addUser(db);
  await openConsole(`/users/${user.id}`);
  await screen.findByText('No failed payments.');
  await screen.findByText('Nothing has happened yet.');
  const filled = [...document.querySelectorAll('main button:not(dialog *)')].filter(
    (element) => !element.classList.contains('secondary'),
  );
  expect(filled.map(({ textContent }) => textContent)).toEqual(['Update']);
  const form = within(screen.getByRole('form', { name: 'User Detail' }));
  expect(form.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Back', 'Update']);
  const tools = [...document.querySelectorAll('.record-tools > button, .record-tools > .popover > button')];
  expect(tools.at(-1)?.textContent).toBe('Suspend');
  expect(tools.at(-1)?.classList.contains('danger')).toBe(true);
});

test('without capabilities exactly the calls of the specification are sent', async () => {
  allowOnly([]);
  const user = await addUser(db);
  await addSubscriptions(user.id, 25);
  proxy.intercept = async ({ url }) =>
    url.endsWith(`/admin/users/${user.id}`)
      ? Response.json({ status: 200, data: { id: user.id, first_name: 'Plain' } })
      : undefined;
  await openConsole(`/users/${user.id}`);
  await screen.findByRole('heading', { name: 'Plain' });
  await screen.findByText('Plan 1');
  expect(headingsOf('Subscription History')).toEqual(['ID', 'Plan', 'Status', 'Start Date', 'End Date']);
  expect(await cellsOf('Subscription History')).toHaveLength(25);
  expect(screen.queryByRole('navigation', { name: /^Pages/ })).toBeNull();
  for (const text of ['Failed payments', 'Timeline', 'IDs', 'Has access until', 'Courtesy access']) {
    expect(screen.queryByText(text)).toBeNull();
  }
  // Requests of an earlier test may still arrive.
  const own = proxy.requests.filter(({ path }) => path.split('/').includes(`${user.id}`));
  const paths = [`/admin/subscriptions/history/${user.id}`, `/admin/users/${user.id}`];
  expect(own.map(({ path, query }) => path + query).sort()).toEqual(paths);
  expect(proxy.requests.some(({ path }) => path.includes('failed-payments'))).toBe(false);
});
