import { beforeEach, expect, test } from 'vitest';
import type { Platform } from '#api/db/payment-tables.ts';
import type { FailedPayment, RetryOutcome } from '#contract/payments/records.ts';
import type { PaymentValues } from '#contract/payments/values.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { addFailedPayment } from './add-payment.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(api.clock.now.getTime() - hours * HOUR_MS);

beforeEach(async () => {
  await db.deleteFrom('users').where('role', '=', 'user').execute();
});

async function list(query = '') {
  const { status, body } = await admin.get(`/admin/subscriptions/failed-payments${query}`);
  expect(status).toBe(200);
  const { payments } = body.data as { payments: FailedPayment[] };
  return { body, payments, names: payments.map(({ email }) => email?.split('@')[0]) };
}
const names = async (query: string) => (await list(query)).names;
const values = async () =>
  (await admin.get('/admin/subscriptions/failed-payment-values')).body.data as PaymentValues;

type Made = {
  name: string;
  hours: number;
  platform?: Platform;
  outcome?: RetryOutcome;
  checked?: number;
};

async function add({ name, hours, platform = 'ios', outcome, checked = 0 }: Made) {
  const payment = await addFailedPayment(
    db,
    { created_at: ago(hours), platform },
    { email: `${name}@example.com`, first_name: `First ${name}`, last_name: 'Last' },
  );
  if (!outcome) return payment;
  const last = { last_outcome: outcome, last_message: 'Words.', last_checked_at: ago(checked) };
  const recovered_at = outcome === 'recovered' ? ago(checked) : null;
  await db
    .updateTable('failed_payments')
    .set({ ...last, recovered_at })
    .where('id', '=', payment.id)
    .execute();
  return payment;
}

async function addAll() {
  await add({ name: 'Carl', hours: 1 });
  await add({ name: 'bea', hours: 30, platform: 'android', outcome: 'still_failing', checked: 2 });
  await add({ name: 'ann', hours: 24 * 8, outcome: 'not_retryable', checked: 1 });
  await add({ name: 'dora', hours: 24 * 40, platform: 'android', outcome: 'store_unreachable', checked: 3 });
  await add({ name: 'emil', hours: 24 * 50, outcome: 'recovered', checked: 4 });
}

test.each([
  ['', ['Carl', 'bea', 'ann', 'dora']],
  ['?state=unchecked', ['Carl']],
  ['?state=still_failing', ['bea']],
  ['?state=not_retryable', ['ann']],
  ['?state=store_unreachable', ['dora']],
  ['?state=recovered', ['emil']],
  ['?platform=android', ['bea', 'dora']],
  ['?platform=android&state=still_failing', ['bea']],
  ['?age=day', ['Carl']],
  ['?age=week', ['Carl', 'bea']],
  ['?age=month', ['Carl', 'bea', 'ann']],
  ['?age=older', ['dora']],
  ['?age=older&state=recovered', ['emil']],
  ['?age=month&sort=email', ['ann', 'bea', 'Carl']],
  ['?sort=email', ['ann', 'bea', 'Carl', 'dora']],
  ['?sort=email&order=desc', ['dora', 'Carl', 'bea', 'ann']],
  ['?sort=created', ['dora', 'ann', 'bea', 'Carl']],
  ['?sort=created&order=desc', ['Carl', 'bea', 'ann', 'dora']],
  ['?sort=checked', ['Carl', 'dora', 'bea', 'ann']],
  ['?sort=checked&order=desc', ['ann', 'bea', 'dora', 'Carl']],
  ['?pageSize=20&page=2', []],
  ['?keyword=A%40EXAMPLE', ['bea', 'dora']],
  ['?keyword=first%20ann', ['ann']],
  ['?keyword=monthly&platform=ios&sort=email', ['ann', 'Carl']],
  ['?keyword=nobody', []],
])('%s', async (query, expected) => {
  await addAll();
  const { names: found, body } = await list(query);
  expect(found).toEqual(expected);
  if (!query.includes('page=2')) expect(body.total).toBe(expected.length);
});

test.each(['?state=eaten', '?platform=web', '?age=year', '?sort=id', '?pageSize=101'])(
  '%s is 400',
  async (query) => {
    expect((await admin.get(`/admin/subscriptions/failed-payments${query}`)).status).toBe(400);
  },
);

test('a payment is found by its id', async () => {
  await addAll();
  const { id } = await addFailedPayment(db, { created_at: ago(2) }, { email: 'ziggy@example.com' });
  expect(await names(`?keyword=${id}`)).toContain('ziggy');
});

test('pages have the size that was asked for, and 100 rows without one', async () => {
  for (let index = 0; index < 21; index += 1) await add({ name: `n${index}`, hours: index + 1 });
  const page = async (query: string) => {
    const { names: found, body } = await list(query);
    return [found.length, body.page, body.pageSize, body.total];
  };
  expect(await page('')).toEqual([21, 1, 100, 21]);
  expect(await page('?pageSize=20')).toEqual([20, 1, 20, 21]);
  expect(await page('?pageSize=20&page=2&sort=email')).toEqual([1, 2, 20, 21]);
  expect(await page('?pageSize=20&page=2&keyword=n1')).toEqual([0, 2, 20, 11]);
});

test('the values count each state, and platforms and ages of what is not recovered', async () => {
  await addAll();
  expect(await values()).toEqual({
    states: { unchecked: 1, still_failing: 1, not_retryable: 1, store_unreachable: 1, recovered: 1 },
    platforms: { ios: 2, android: 2 },
    ages: { day: 1, week: 2, month: 3, older: 1 },
    deadlines: { week: 0 },
    accesses: { yes: 0, no: 1, courtesy: 0 },
    months: [{ month: ago(4).toISOString().slice(0, 7), count: 1 }],
  });
});

test('the recoveries of a month are a list, the newest recovery first', async () => {
  const recoveries = {
    before: '2026-01-31T23:59:59.999Z',
    first: '2026-02-01T00:00:00Z',
    last: '2026-02-28T23:59:59.999Z',
    after: '2026-03-01T00:00:00Z',
  };
  for (const [name, recovered_at] of Object.entries(recoveries)) {
    const { id } = await add({ name, hours: name === 'first' ? 1 : 2, outcome: 'recovered' });
    await db
      .updateTable('failed_payments')
      .set({ recovered_at: new Date(recovered_at) })
      .where('id', '=', id)
      .execute();
  }
  expect(await names('?recovered=2026-02')).toEqual(['last', 'first']);
  expect(await names('?recovered=2026-02&state=recovered&sort=created&order=desc')).toEqual([
    'first',
    'last',
  ]);
  expect(await names('?recovered=2026-02&keyword=las&sort=email')).toEqual(['first', 'last']);
  expect(await names('?recovered=2026-02&state=unchecked')).toEqual([]);
  expect(await names('?recovered=2025-02')).toEqual([]);
  expect((await list('?recovered=2026-02&pageSize=1')).body.total).toBe(2);
  expect((await values()).months).toEqual([
    { month: '2026-03', count: 1 },
    { month: '2026-02', count: 2 },
    { month: '2026-01', count: 1 },
  ]);
  const { status } = await admin.get('/admin/subscriptions/failed-payments?recovered=2026-13');
  expect(status).toBe(400);
});

test('a recovered payment says when and by whom; the message of a store has no name', async () => {
  const byStore = await add({ name: 'ann', hours: 1 });
  await db
    .updateTable('failed_payments')
    .set({ recovered_at: ago(0) })
    .where('id', '=', byStore.id)
    .execute();
  const byColleague = await add({ name: 'bea', hours: 2, outcome: 'recovered' });
  await db
    .updateTable('failed_payments')
    .set({ recovered_by: admin.administrator.id })
    .where('id', '=', byColleague.id)
    .execute();
  await add({ name: 'carl', hours: 3, outcome: 'recovered' });
  const { first_name, last_name, email } = admin.administrator;
  const { payments } = await list('?state=recovered');
  expect(payments.map(({ recovered_at, recovered_by }) => [recovered_at, recovered_by])).toEqual([
    [ago(0).toISOString(), null],
    [ago(0).toISOString(), `${first_name} ${last_name} (${email})`],
    [ago(0).toISOString(), 'A former administrator'],
  ]);
});

test('the checks of a payment are listed newest first, a running one without an outcome', async () => {
  const payment = await add({ name: 'ann', hours: 1 });
  const retry = () => admin.post(`/admin/subscriptions/retry/${payment.id}`, { notes: '' });
  const first = api.clock.now;
  await retry();
  api.clock.now = new Date(first.getTime() + 60_000);
  await retry();
  const { id } = await db
    .insertInto('payment_checks')
    .values({
      id: '00000000-0000-4000-8000-000000000000',
      payment_id: payment.id,
      administrator_id: null,
      notes: '',
      started_at: new Date(first.getTime() + 120_000),
      finished_at: null,
      outcome: null,
      message: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { first_name, last_name, email } = admin.administrator;
  const by = `${first_name} ${last_name} (${email})`;
  const { status, body } = await admin.get(`/admin/subscriptions/failed-payments/${payment.id}/checks`);
  api.clock.now = first;
  expect(status).toBe(200);
  expect(body.data).toEqual([
    {
      id,
      at: new Date(first.getTime() + 120_000).toISOString(),
      by: 'A former administrator',
      outcome: null,
      message: null,
    },
    {
      id: expect.any(String),
      at: new Date(first.getTime() + 60_000).toISOString(),
      by,
      outcome: 'store_unreachable',
      message: expect.stringContaining('couldn’t be checked'),
    },
    expect.objectContaining({ at: first.toISOString(), by }),
  ]);
});

test.each(['0', 'x', '2147483647'])('there are no checks of payment %s', async (id) => {
  expect((await admin.get(`/admin/subscriptions/failed-payments/${id}/checks`)).status).toBe(404);
});
