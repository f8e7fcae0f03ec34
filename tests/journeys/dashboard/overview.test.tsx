import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { queryClient } from '#console/shell/query-client.ts';
import { paidCharge } from '#tests/setup/api/charges.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../add-recipe.ts';
import { allowAllBut, axeViolations, cellsOf, openConsole, signInAsAdministrator } from '../console.tsx';
import { addPayment } from '../payments/add-payment.ts';
import { addRequest } from '../payments/add-refund-request.ts';

const { db, proxy } = journey;
const TITLE = 'Needs attention today';

beforeEach(async () => {
  await db.deleteFrom('refund_requests').execute();
  await db.deleteFrom('mails').execute();
  await db.deleteFrom('recipes').execute();
  await deleteUsers();
  await signInAsAdministrator();
});

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const isOverview = (url: string) => url.endsWith('/admin/overview');

const card = () => screen.findByRole('region', { name: TITLE });

/** Each figure beside its label. */
async function figures(): Promise<Record<string, string | null | undefined>> {
  const labels = within(await card()).getAllByRole('link');
  return Object.fromEntries(
    labels.map((link) => [link.textContent, link.closest('div')?.querySelector('dd')?.textContent]),
  );
}

/** Value and note of each tile. */
async function tiles(): Promise<Record<string, (string | null)[]>> {
  const list = await screen.findByRole('list', { name: 'This month' });
  return Object.fromEntries(
    within(list)
      .getAllByRole('link')
      .map(({ children }) => [...children].map(({ textContent }) => textContent))
      .map(([label, ...rest]) => [String(label), rest]),
  );
}

async function fill() {
  const apple = await addPayment('apple@example.com', 'active');
  await addPayment('google@example.com', 'active');
  const paid = await addPayment('paid@example.com', 'active');
  const update = (id: number) => db.updateTable('failed_payments').where('id', '=', id);
  const bought = db.selectFrom('failed_payments').where('id', '=', apple.id);
  await db
    .insertInto('purchases')
    .columns(['platform', 'key'])
    .expression(bought.select([sql<'ios'>`'ios'`.as('platform'), 'purchase_token']))
    .execute();
  await update(apple.id).set({ platform: 'ios' }).execute();
  await update(paid.id).set({ recovered_at: new Date() }).execute();
  const earlier = await addPayment('earlier@example.com', 'active');
  await update(earlier.id)
    .set({ recovered_at: new Date('2026-01-02') })
    .execute();
  await addRecipe({ title: 'Without a picture' });
  const now = new Date();
  const mail = { kind: 'password_reset', reason: null, created_at: now, due_at: now } as const;
  await db
    .insertInto('mails')
    .values({ ...mail, address: 'lost@example.com', last_error: 'EENVELOPE', given_up_at: now })
    .execute();
}

test('each figure leads to the list that it counts', async () => {
  await fill();
  for (const [label, address, list, row] of [
    ['Failed payments, iOS', '/payment-recovery?platform=ios', 'Failed payments', 'apple@example.com'],
    [
      'Failed payments, Android',
      '/payment-recovery?platform=android',
      'Failed payments',
      'google@example.com',
    ],
    ['Incomplete recipes', '/recipes?needs=any', 'Recipes', 'Without a picture'],
    ['Failed emails', '/activity', 'Emails that couldn’t be sent', 'lost@example.com'],
  ] as const) {
    const { unmount } = await openConsole('/');
    await within(await card()).findAllByText('1');
    expect(await figures()).toMatchObject({ [label]: '1' });
    await userEvent.click(screen.getByRole('link', { name: label }));
    expect(location.pathname + location.search).toBe(address);
    await screen.findByText(row);
    const rows = await cellsOf(list);
    expect(rows.filter((cells) => cells.some((cell) => cell?.includes(row)))).toHaveLength(1);
    expect(rows).toHaveLength(1);
    unmount();
  }
});

test('with nothing to do, a sentence says so', async () => {
  await openConsole('/');
  await screen.findByText('Nothing needs attention today.');
  expect(await figures()).toEqual({ 'Recovered, closed months': '–' });
});

test('the labels are there while the figures load, and "+" says that there may be more', async () => {
  const answer = Promise.withResolvers<Response>();
  proxy.intercept = ({ url }) => (isOverview(url) ? answer.promise : undefined);
  await openConsole('/');
  await within(await card()).findByText('Loading...');
  expect(await figures()).toMatchObject({
    'Failed payments, iOS': '–',
    'Recovered, closed months': '–',
  });
  const data = {
    month: '2026-06',
    recoveredThisMonth: 1_234,
    failedPayments: { ios: 0, android: 2 },
    recipesWithGaps: 0,
    mailsGivenUp: 10_000,
  };
  answer.resolve(Response.json({ status: 200, message: 'OK', data }));
  await screen.findByText('10,000+');
  expect(await figures()).toEqual({
    'Failed payments, iOS': '0',
    'Failed payments, Android': '2',
    'Incomplete recipes': '0',
    'Failed emails': '10,000+',
    'Recovered, closed months': '–',
  });
});

test('the recovery of failed payments in short, with a link to its figures', async () => {
  const created_at = new Date(journey.api.clock.now.getTime() - 200 * 86_400_000);
  for (const days of [2, 5, null]) {
    const { id } = await addPayment(`after${days}@example.com`, 'active', created_at);
    const recovered_at = days && new Date(created_at.getTime() + days * 86_400_000);
    if (recovered_at) {
      await db.updateTable('failed_payments').set({ recovered_at }).where('id', '=', id).execute();
    }
  }
  const unconverted = await addPayment('yen@example.com', 'active', journey.api.clock.now);
  await db
    .updateTable('failed_payments')
    .set({ currency: 'JPY', amount_minor: 500, amount_cents: null })
    .where('id', '=', unconverted.id)
    .execute();
  await openConsole('/');
  await screen.findByText('66.7%');
  const words = (await card()).textContent;
  expect(words).toContain('Median days to recovery3.5');
  expect(await tiles()).toMatchObject({
    'Money at risk': ['$9.99', 'No one loses access this week'],
  });
  await userEvent.click(screen.getByRole('link', { name: 'Recovered, closed months' }));
  expect(location.pathname).toBe('/payment-recovery/figures');
  await screen.findByText('2 of 3');
});

test('four tiles say how the month goes, and each leads to what it counts', async () => {
  const today = journey.api.clock.now;
  onTestFinished(() => {
    journey.api.clock.now = today;
  });
  // On its last days a month is longer than the one before.
  const now = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 15, 12));
  journey.api.clock.now = now;
  await signInAsAdministrator();
  const month = now.toISOString().slice(0, 7);
  const start = Date.parse(`${month}-01T00:00:00Z`);
  const user = await addUser(db, { email: 'ines@example.com' });
  await db
    .insertInto('subscriptions')
    .values({
      user_id: user.id,
      plan: 'Monthly',
      product_id: 'monthly',
      platform: 'ios',
      status: 'active',
      start_date: new Date(start),
      end_date: null,
    })
    .execute();
  const { id: subscription_id } = await db.selectFrom('subscriptions').select('id').executeTakeFirstOrThrow();
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1));
  const endOfMonthBefore = new Date(start - 1);
  for (const [charged_at, amount_cents] of [
    [new Date(start), 1500],
    [before, 1000],
    // Later than as many days: it is not compared.
    [endOfMonthBefore, 5000],
  ] as const)
    await db
      .insertInto('charges')
      .values(paidCharge({ subscription_id, charged_at, amount_cents }))
      .execute();
  const paid = await addPayment('paid@example.com', 'active');
  await db.updateTable('failed_payments').set({ recovered_at: now }).where('id', '=', paid.id).execute();
  const ending = await addPayment('ending@example.com', 'active');
  await db
    .updateTable('failed_payments')
    .set({ access_until: new Date(now.getTime() + 86_400_000) })
    .where('id', '=', ending.id)
    .execute();
  await openConsole('/');
  await screen.findByText('$15.00');
  expect(await tiles()).toMatchObject({
    'Revenue this month': ['$15.00', expect.stringMatching(/^\+50% vs\. [A-Z][a-z]{2} 1/)],
    'Money at risk': ['$9.99', '1 loses access this week'],
    'Recovered this month': ['$9.99', '1 of 1 payments'],
  });
  const list = await screen.findByRole('list', { name: 'This month' });
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual([
    '#months-title',
    '/users?subscription=active',
    '/payment-recovery?view=losing_access',
    `/payment-recovery?view=recovered&recovered=${month}`,
  ]);
  expect(await axeViolations()).toEqual([]);
});

test('refund requests are counted, with a warning of those that end soon', async () => {
  await addRequest('Later', { answer_due_at: inMinutes(600) });
  await addRequest('Soon', { answer_due_at: inMinutes(90) });
  await openConsole('/');
  await screen.findByText('A refund request ends in less than two hours.');
  expect(await figures()).toMatchObject({ 'Refund requests to answer': '2' });
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('link', { name: 'Refund requests to answer' }));
  expect(location.pathname).toBe('/payment-recovery/refunds');
  await screen.findAllByRole('rowheader');
});

test('a failure is said with Retry, and the rest of the dashboard stays', async () => {
  proxy.intercept = ({ url }) =>
    isOverview(url) ? Response.json({ message: 'Broken.' }, { status: 500 }) : undefined;
  await openConsole('/');
  await screen.findByText('These figures couldn’t be loaded.');
  await screen.findByText('No stats available.');
  proxy.intercept = null;
  await userEvent.click(within(await card()).getByRole('button', { name: 'Retry' }));
  await screen.findByText('Nothing needs attention today.');
});

test('without the capability the overview is not asked for', async () => {
  allowAllBut('statistics:read');
  const data = [{ month: '2026-05', subscription_count: 3, total_revenue: 1 }];
  proxy.intercept = ({ url }) => (url.endsWith('/stats') ? Response.json({ data }) : undefined);
  await openConsole('/');
  await screen.findByText('2026-05');
  await screen.findByRole('link', { name: /^View Details/ });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByText(TITLE)).toBeNull();
  expect(proxy.requests.filter(({ path }) => path.includes('overview'))).toEqual([]);
});

test('the bar counts the payments to check on every screen, and follows a retry', async () => {
  await addPayment('ada@example.com', 'active');
  await addPayment('bo@example.com', 'active');
  const { unmount } = await openConsole('/users');
  const link = screen.getByRole('link', { name: 'Payment Recovery' });
  await waitFor(() => expect(link.title).toBe('Payment Recovery: 2 to check'));
  expect(link.querySelector('.count')?.textContent).toBe('2');
  await userEvent.click(link);
  await userEvent.click(await screen.findByRole('button', { name: 'Retry payment for ada@example.com' }));
  await waitFor(() => expect(link.title).toBe('Payment Recovery: 1 to check'));
  unmount();

  queryClient.clear();
  allowAllBut('statistics:read');
  await openConsole('/users');
  await screen.findAllByRole('rowheader');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.getByRole('link', { name: 'Payment Recovery' }).title).toBe('Payment Recovery');
});

test('what to try in the demo is said until it is closed', async () => {
  const { unmount } = await openConsole('/');
  const guide = await screen.findByRole('region', { name: 'Try these five things' });
  expect(within(guide).getAllByRole('link')).toHaveLength(5);
  await userEvent.click(within(guide).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('region', { name: 'Try these five things' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  unmount();
  await openConsole('/');
  await card();
  expect(screen.queryByRole('region', { name: 'Try these five things' })).toBeNull();
});
