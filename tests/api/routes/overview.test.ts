import { expect, test } from 'vitest';
import { paidCharge } from '#tests/setup/api/charges.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { storePayment, storePayments } from '#tests/setup/api/payments.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { addSubscription, blankRecipe, failedPayment } from '../figures/rows.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);

const overview = async () => (await admin.get('/admin/overview')).body.data;
const total = async (path: string) => (await admin.get(path)).body.total;

const thisMonth = () => api.clock.now.toISOString().slice(0, 7);
const nothing = () => ({
  month: thisMonth(),
  recoveredThisMonth: 0,
  failedPayments: { ios: 0, android: 0 },
  recipesWithGaps: 0,
  mailsGivenUp: 0,
  refundRequests: { open: 0, urgent: 0, nextDueAt: null },
  thisMonth: {
    revenue: 0,
    revenueBefore: 0,
    activeSubscriptions: 0,
    started: 0,
    ended: 0,
    losingAccess: 0,
    toCheck: 0,
    recoveredRevenue: 0,
    lostPayments: 0,
  },
  recovery: { failed: 0, recovered: 0, medianDays: null, atRisk: 0, notInRisk: 0 },
});

test('an empty database needs nothing', async () => {
  expect(await overview()).toEqual(nothing());
});

test('a payment counts in the UTC month of its recovery, while its list has it', async () => {
  const now = api.clock.now;
  const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  const payment = failedPayment(await addSubscription(db));
  const recovered = (time: number) => ({ ...payment, recovered_at: new Date(time) });
  await storePayment(db, recovered(month - 1));
  expect(await overview()).toMatchObject({ month: thisMonth(), recoveredThisMonth: 0 });
  const rows = await storePayments(db, [recovered(month), recovered(now.getTime()), payment]);
  expect(await overview()).toMatchObject({ recoveredThisMonth: 2 });

  const last = rows.at(-1)?.id ?? 0;
  await db.updateTable('failed_payments').set({ recovered_at: now }).where('id', '=', last).execute();
  expect(await overview()).toMatchObject({ recoveredThisMonth: 3 });
  expect(await total(`/admin/subscriptions/failed-payments?recovered=${thisMonth()}`)).toBe(3);
  expect((await admin.get('/admin/subscriptions/failed-payment-values')).body.data).toMatchObject({
    months: [{ month: thisMonth(), count: 3 }, { count: 1 }],
  });

  await db.updateTable('users').set({ status: 'deleted' }).where('role', '=', 'user').execute();
  expect(await overview()).toMatchObject({ recoveredThisMonth: 0 });
  expect(await total('/admin/subscriptions/failed-payments?state=recovered')).toBe(0);
});

test('each other figure is the total of its list', async () => {
  const payment = failedPayment(await addSubscription(db));
  await storePayments(db, [
    payment,
    { ...payment, platform: 'android' },
    { ...payment, platform: 'android' },
  ]);
  const now = new Date();
  await db
    .insertInto('recipes')
    .values([null, null, now].map((deleted_at) => ({ title: 'Dish', ...blankRecipe, deleted_at })))
    .execute();
  const mail = { kind: 'password_reset', reason: null, created_at: now, due_at: now } as const;
  await db
    .insertInto('mails')
    .values([
      { ...mail, address: 'lost@example.com', last_error: 'EENVELOPE', given_up_at: now },
      { ...mail, address: 'due@example.com', last_error: null, given_up_at: null },
    ])
    .execute();
  const found = await overview();
  expect(found).toEqual({
    ...nothing(),
    failedPayments: { ios: 1, android: 2 },
    thisMonth: { ...nothing().thisMonth, toCheck: 3, started: expect.any(Number) },
    // A cent each.
    recovery: { ...nothing().recovery, atRisk: 0.03 },
    recipesWithGaps: 2,
    mailsGivenUp: 1,
  });
  expect(found).toMatchObject({
    failedPayments: {
      ios: await total('/admin/subscriptions/failed-payments?platform=ios'),
      android: await total('/admin/subscriptions/failed-payments?platform=android'),
    },
    thisMonth: {
      toCheck: await total('/admin/subscriptions/failed-payments?view=to_check'),
      losingAccess: await total('/admin/subscriptions/failed-payments?view=losing_access'),
      activeSubscriptions: await total('/admin/users?subscription=active'),
    },
    recipesWithGaps: await total('/admin/recipes?needs=any'),
    mailsGivenUp: await total('/admin/mails-given-up'),
  });
});

test('what happened in the month so far is compared with as many days of the month before', async () => {
  const other = await cloneDatabase();
  const now = new Date('2026-11-16T12:00:00Z');
  const served = await serveApi(other.db, {}, { now });
  const reader = await signInAdministrator(other, served);
  const { subscription_id } = failedPayment(await addSubscription(other.db));
  for (const [charged_at, amount_cents] of [
    ['2026-11-16T12:00:00Z', 1],
    ['2026-11-01T00:00:00Z', 20],
    // Later than the same days.
    ['2026-10-16T12:00:01Z', 300],
    ['2026-10-01T00:00:00Z', 4_000],
    ['2026-10-16T11:59:59Z', 50_000],
    ['2026-09-30T23:59:59Z', 600_000],
  ] as const)
    await other.db
      .insertInto('charges')
      .values(paidCharge({ subscription_id, charged_at, amount_cents }))
      .execute();
  expect((await reader.get('/admin/overview')).body.data).toMatchObject({
    thisMonth: { revenue: 0.21, revenueBefore: 540 },
  });
});
