import { beforeAll, expect, test } from 'vitest';
import { type PaymentView, paymentViews, type ViewCounts } from '#contract/payments/list.ts';
import type { FailedPayment, RetryOutcome } from '#contract/payments/records.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { storePayments } from '#tests/setup/api/payments.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { addFailedPayment } from './add-payment.ts';

/** The views of the list, their counts, and what a row of it says. */

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const inHours = (hours: number) => new Date(api.clock.now.getTime() + hours * 3_600_000);
const DAY = 24;

type Values = NonNullable<Parameters<typeof addFailedPayment>[1]>;
type Check = { outcome: RetryOutcome; hoursAgo: number };

async function add(
  name: string,
  { check, courtesy, ...values }: Values & { check?: Check; courtesy?: Date } = {},
) {
  const { id, user } = await addFailedPayment(db, values, {
    email: `${name}@example.com`,
    first_name: name,
    last_name: 'Roe',
  });
  if (check) {
    const last = {
      last_outcome: check.outcome,
      last_message: 'Words.',
      last_checked_at: inHours(-check.hoursAgo),
    };
    await db.updateTable('failed_payments').set(last).where('id', '=', id).execute();
  }
  if (!courtesy) return id;
  const granted = { user_id: user.id, until: courtesy, reason: 'x', granted_at: inHours(-1) };
  const granted_by = (await addAdministrator(db)).id;
  await db
    .insertInto('courtesy_accesses')
    .values({ ...granted, granted_by })
    .execute();
  return id;
}

const said = { deadline_certainty: 'said' } as const;
const failing = { outcome: 'still_failing', hoursAgo: 2 } as const;

beforeAll(async () => {
  await add('new');
  await add('new-android', { platform: 'android' });
  await add('new-loses', { ...said, deadline_at: inHours(20 * DAY), access_until: inHours(6 * DAY) });
  await add('new-keeps', { ...said, deadline_at: inHours(20 * DAY), access_until: inHours(8 * DAY) });
  await add('new-guest', { courtesy: inHours(30) });
  await add('new-long-guest', { access_until: inHours(DAY), courtesy: inHours(9 * DAY) });
  await add('new-lost', { access_until: inHours(-1) });
  await add('new-ended', { ended_at: inHours(-3), end_cause: 'billing', access_until: inHours(5) });
  await add('unreachable', { check: { outcome: 'store_unreachable', hoursAgo: 1 } });
  await add('waits', { ...said, deadline_at: inHours(1), check: failing });
  await add('waits-loses', { ...said, deadline_at: inHours(3), access_until: inHours(3), check: failing });
  await add('waits-today', { check: failing });
  await add('asked-long-ago', { check: { outcome: 'still_failing', hoursAgo: 25 } });
  await add('given-up', { ...said, deadline_at: inHours(-1), check: failing });
  await add('failing-ended', { ...said, deadline_at: inHours(9), ended_at: inHours(-1), check: failing });
  await add('refused', { check: { outcome: 'not_retryable', hoursAgo: 1 }, access_until: inHours(5) });
  await add('refused-long-ago', { check: { outcome: 'not_retryable', hoursAgo: 90 } });
  await add('recovered', { recovered_at: inHours(-5) });
  await add('recovered-later', { recovered_at: inHours(-1), created_at: inHours(-90 * DAY) });
  const deleted = await add('deleted');
  await db
    .updateTable('users')
    .set({ status: 'deleted' })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('failed_payments').where('id', '=', deleted).select('user_id'),
    )
    .execute();
});

async function list(query: string) {
  const { status, body } = await admin.get(`/admin/subscriptions/failed-payments${query}`);
  expect(status).toBe(200);
  const { payments } = body.data as { payments: FailedPayment[] };
  const names = payments.map(({ email }) => email?.split('@')[0]);
  return { payments, names, total: body.total, views: body.views as ViewCounts | undefined };
}

const held: Readonly<Record<Exclude<PaymentView, 'all'>, readonly string[]>> = {
  to_check: [
    ...['asked-long-ago', 'given-up', 'new', 'new-android', 'new-guest', 'new-keeps', 'new-long-guest'],
    ...['new-loses', 'new-lost', 'unreachable'],
  ],
  waiting: ['waits', 'waits-loses', 'waits-today'],
  losing_access: ['new-guest', 'new-loses', 'waits-loses'],
  unrecoverable: ['failing-ended', 'new-ended', 'refused', 'refused-long-ago'],
  recovered: ['recovered', 'recovered-later'],
};

test.each(Object.entries(held))(
  '%s holds what belongs there, and its count is that of its rows',
  async (view, expected) => {
    const { names, total, views } = await list(`?view=${view}`);
    expect(names.toSorted()).toEqual(expected);
    expect([total, views?.[view as PaymentView]]).toEqual([expected.length, expected.length]);
  },
);

test('all is what the bare call lists, and every row of it is in one of three views', async () => {
  const bare = await list('');
  const all = await list('?view=all');
  expect(all.names).toEqual(bare.names);
  expect(all.views?.all).toBe(bare.total);
  const parts = await Promise.all(
    ['to_check', 'waiting', 'unrecoverable'].map((view) => list(`?view=${view}`)),
  );
  expect(parts.flatMap(({ names }) => names).toSorted()).toEqual(bare.names.toSorted());
});

test('a call without a view counts none', async () => {
  expect((await list('')).views).toBeUndefined();
  expect((await list('?platform=ios&pageSize=5')).views).toBeUndefined();
});

test.each([
  'keyword=new',
  'platform=android',
  'age=day',
  'deadline=week',
  'access=yes',
  'keyword=loses&platform=ios',
])('with %s each count is the total of the view with it', async (filter) => {
  const { views } = await list(`?view=waiting&${filter}`);
  for (const view of paymentViews) {
    expect([view, views?.[view]]).toEqual([view, (await list(`?view=${view}&${filter}`)).total]);
  }
});

test('every row to check can be retried, and none that is recovered or was refused in the last day is there', async () => {
  const { payments } = await list('?view=to_check');
  for (const { last_check, recovered_at } of payments) {
    expect([recovered_at, last_check?.outcome === 'not_retryable']).toEqual([null, false]);
  }
});

test('recoveries come newest first', async () => {
  expect((await list('?view=recovered')).names).toEqual(['recovered-later', 'recovered']);
});

test('a view and the state of before give what both have', async () => {
  expect((await list('?view=all&state=store_unreachable')).names).toEqual(['unreachable']);
  expect((await list('?view=waiting&state=unchecked')).names).toEqual([]);
});

test('an unknown view is 400', async () => {
  expect((await admin.get('/admin/subscriptions/failed-payments?view=eaten')).status).toBe(400);
});

test('a row says who, how much and whether the subscription has ended', async () => {
  await add('yen', { currency: 'JPY', amount_minor: 1200, amount_cents: 800, created_at: inHours(1) });
  await add('priceless', { amount_minor: null, amount_cents: null, created_at: inHours(2) });
  const { payments } = await list('?view=all&sort=created&order=desc');
  const find = (name: string) => payments.find(({ email }) => email === `${name}@example.com`);
  expect(find('yen')).toMatchObject({
    name: 'yen Roe',
    amount: { minor: 1200, currency: 'JPY' },
    ended_at: null,
  });
  expect(find('priceless')?.amount).toBeNull();
  expect(find('new')?.amount).toEqual({ minor: 1234, currency: 'USD' });
  expect(find('new-ended')?.ended_at).toBe(inHours(-3).toISOString());
});

test('a search that more than 10,000 payments match has no counts, and the whole list has exact ones', async () => {
  const { views: before } = await list('?view=all');
  const { subscription_id } = await db
    .selectFrom('failed_payments')
    .select('subscription_id')
    .where('state', '=', 'unchecked')
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  for (let stored = 0; stored < 10_001; stored += 2_000) {
    const count = Math.min(2_000, 10_001 - stored);
    const product = { product_id: 'many.weekly', platform: 'ios', purchase_token: 'many' } as const;
    const payment = { subscription_id, ...product, amount_cents: 1, created_at: inHours(-900) };
    await storePayments(
      db,
      Array.from({ length: count }, () => payment),
    );
  }
  expect((await list('?view=all&keyword=many.weekly')).views).toBeUndefined();
  expect((await list('?view=all&keyword=waits')).views?.waiting).toBe(3);
  expect((await list('?view=all')).views?.all).toBe((before?.all ?? 0) + 10_001);
});
