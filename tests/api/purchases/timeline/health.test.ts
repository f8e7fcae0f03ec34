import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { receiveNotification } from '#api/purchases/receive-notification.ts';
import { reconcile } from '#api/purchases/reconcile.ts';
import { scheduleCheck } from '#api/purchases/schedule-check.ts';
import type { StoreNotification } from '#api/purchases/store.ts';
import type { StoreHealth } from '#contract/purchases/health.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { createTransaction } from '#tests/setup/stores/apple/payloads.ts';
import { TOKEN } from '#tests/setup/stores/google/payloads.ts';
import { serveWithStores } from './connected-stores.ts';

const { db, apple, google, clock, stores, api, admin, offlineAdmin } = await serveWithStores();

beforeEach(async () => {
  await db.deleteFrom('purchases').execute();
  await db.deleteFrom('store_notifications').execute();
  await db.deleteFrom('reconciliations').execute();
  apple.intercept = null;
  apple.hasWebhook = true;
  apple.undelivered = { production: [], sandbox: [] };
  google.clear();
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

async function healthOf(store: 'ios' | 'android', by = admin): Promise<StoreHealth> {
  const { status, body } = await by.get('/admin/store-health');
  expect(status).toBe(200);
  const { stores: found } = body.data as { stores: StoreHealth[] };
  const health = found.find((one) => one.store === store);
  if (!health) throw new Error(store);
  return health;
}

const notificationOf = (changes: Partial<StoreNotification> = {}): StoreNotification => ({
  platform: 'ios',
  id: randomUUID(),
  type: 'DID_RENEW',
  at: new Date(),
  environment: 'production',
  purchase: { key: randomUUID(), productId: 'meals.monthly', accountToken: null },
  orders: [],
  payload: {},
  ...changes,
});
const due = (changes: Partial<Parameters<typeof scheduleCheck>[1]> = {}, at = new Date()) =>
  scheduleCheck(
    db,
    {
      ...{ platform: 'ios', key: randomUUID(), environment: 'production', productId: 'meals.monthly' },
      ...{ accountToken: null, orders: [] },
      ...changes,
    },
    at,
  );

test('a new connection: nothing was sold, nothing came, nothing is due', async () => {
  expect(await healthOf('ios')).toEqual({
    store: 'ios',
    environments: ['production', 'sandbox'],
    canTest: true,
    hasPurchases: false,
    lastNotification: null,
    newKinds: [],
    lastTest: null,
    lastDay: 0,
    monthBefore: 0,
    due: { count: 0, oldest: null },
    givenUp: 0,
    reconciliation: {
      ...{ completeAt: null, startedAt: null, failedAt: null, failure: null },
      ...{ missedLast: 0, missedTotal: 0 },
    },
    waitsUntil: null,
    unattributed: 0,
  });
  expect(await healthOf('android')).toMatchObject({
    environments: ['production', 'sandbox'],
    canTest: false,
  });
  expect(await healthOf('ios', offlineAdmin)).toMatchObject({ environments: null, canTest: true });
});

test('the last notification, and the last test; those that a reconciliation has read are none of them', async () => {
  const old = { at: hoursAgo(72), type: 'SUBSCRIBED (INITIAL_BUY)' };
  await receiveNotification(db, notificationOf(old), hoursAgo(72));
  await receiveNotification(
    db,
    notificationOf({ type: 'TEST', purchase: null, at: hoursAgo(48) }),
    hoursAgo(48),
  );
  const at = hoursAgo(30);
  await receiveNotification(db, notificationOf({ at }), hoursAgo(29));
  await receiveNotification(
    db,
    { ...notificationOf({ type: 'REFUND' }), byReconciliation: true },
    new Date(),
  );
  await receiveNotification(db, notificationOf({ platform: 'android' }), new Date());
  expect(await healthOf('ios')).toMatchObject({
    lastNotification: { type: 'DID_RENEW', sentAt: at.toISOString(), receivedAt: expect.any(String) },
    lastTest: { type: 'TEST' },
    lastDay: 0,
    monthBefore: 2,
    hasPurchases: true,
  });
  expect(await healthOf('android')).toMatchObject({ lastDay: 1, lastTest: null });
});

test('the oldest purchase that waits, since when, and why; those that are given up apart', async () => {
  const id = await due({}, hoursAgo(5));
  await sql`update purchases set attempts = 3, last_error = 'it answered 503', due_at = now() + interval '1 hour'
    where id = ${id}`.execute(db);
  await due({}, hoursAgo(1));
  // A reconciliation asks over the day.
  await due({}, hoursAgo(-3));
  const givenUp = await due({}, hoursAgo(9));
  await sql`update purchases set given_up_at = now() where id = ${givenUp}`.execute(db);
  const health = await healthOf('ios');
  expect(health.due).toEqual({
    count: 2,
    oldest: { purchaseId: id, since: expect.any(String), attempts: 3, lastError: 'it answered 503' },
  });
  expect(Date.now() - Date.parse(health.due.oldest?.since ?? '')).toBeGreaterThan(4.9 * 3_600_000);
  expect(health.givenUp).toBe(1);
  expect((await healthOf('android')).due.count).toBe(0);
});

test('purchases that belong to no user, page by page, without their keys and without test accounts', async () => {
  for (let number = 0; number < 23; number += 1) {
    await due({ platform: number % 2 ? 'android' : 'ios', key: `secret-${number}` });
  }
  await due({ environment: 'sandbox' });
  expect([(await healthOf('ios')).unattributed, (await healthOf('android')).unattributed]).toEqual([12, 11]);
  const { body } = await admin.get('/admin/unattributed-purchases?page=2&pageSize=20');
  expect([(body.data as unknown[]).length, body.total]).toEqual([3, 23]);
  expect(body.data).toContainEqual({
    ...{ id: expect.any(Number), store: 'ios', product: 'meals.monthly', state: null },
    firstSeenAt: expect.any(String),
  });
  expect(JSON.stringify(body)).not.toContain('secret');
});

const run = () => reconcile({ db, stores, clock, log: createTestLog([]) });
const again = () =>
  db
    .updateTable('reconciliations')
    .set({ started_at: hoursAgo(24) })
    .execute();

test('a reconciliation counts what was not delivered, in its last run and in all', async () => {
  apple.undelivered.production = ['SUBSCRIBED', 'DID_RENEW'].map((type) =>
    apple.signNotification(type, undefined, createTransaction()),
  );
  await run();
  expect((await healthOf('ios')).reconciliation).toMatchObject({
    missedLast: 2,
    missedTotal: 2,
    failure: null,
  });
  await again();
  await run();
  const { reconciliation, lastNotification } = await healthOf('ios');
  expect(reconciliation).toMatchObject({ missedLast: 0, missedTotal: 2, completeAt: expect.any(String) });
  expect(lastNotification).toBeNull();
});

test('what one environment of Apple cannot tell keeps nothing of the other back', async () => {
  apple.intercept = ({ url }) =>
    url.includes('/production/') ? new Response('', { status: 401 }) : undefined;
  const sold = createTransaction({ environment: 'Sandbox' });
  apple.undelivered.sandbox = [apple.signNotification('SUBSCRIBED', 'INITIAL_BUY', sold)];
  await run();
  const { reconciliation } = await healthOf('ios');
  expect(reconciliation).toMatchObject({
    missedLast: 1,
    completeAt: null,
    failure: 'it answered 401, as it does until the first release of the app (production)',
  });
  const purchases = db.selectFrom('purchases').where('key', '=', sold.originalTransactionId);
  expect(await purchases.select('environment').execute()).toEqual([{ environment: 'sandbox' }]);
});

test('a refund that Google has told is not missed, although its list has it too', async () => {
  const voidedAt = hoursAgo(3);
  google.voided = ['GPA.1', 'GPA.2'].map((orderId, index) => ({
    purchaseToken: `${TOKEN}${index}`,
    orderId,
    voidedTimeMillis: String(voidedAt.getTime()),
  }));
  const purchase = { key: `${TOKEN}0`, productId: null, accountToken: null };
  const notification = { type: 'VOIDED_PURCHASE (refund type 1)', at: voidedAt, orders: ['GPA.1'] };
  await receiveNotification(
    db,
    notificationOf({ platform: 'android', purchase, ...notification }),
    new Date(),
  );
  await run();
  expect((await healthOf('android')).reconciliation).toMatchObject({ missedLast: 1, missedTotal: 1 });
});

test('a reconciliation that fails says why, and keeps the time of the last complete one', async () => {
  await run();
  const { completeAt } = (await healthOf('ios')).reconciliation;
  apple.intercept = () => new Response('', { status: 503 });
  await again();
  await run();
  expect((await healthOf('ios')).reconciliation).toMatchObject({
    completeAt,
    failedAt: expect.any(String),
    failure: 'it answered 503',
  });
  apple.intercept = null;
  await again();
  await run();
  expect((await healthOf('ios')).reconciliation).toMatchObject({ failedAt: null, failure: null });
});

test.each([
  ['another refund of the purchase, long before', 'VOIDED_PURCHASE (refund type 1)', 24 * 9],
  ['something else about the purchase', 'SUBSCRIPTION_RENEWED', 3],
])('a refund that Google lists is missed if it told only of %s', async (_, type, hours) => {
  const purchaseToken = `${TOKEN}9`;
  google.voided = [{ purchaseToken, orderId: 'GPA.9', voidedTimeMillis: String(hoursAgo(3).getTime()) }];
  const purchase = { key: purchaseToken, productId: null, accountToken: null };
  const notification = {
    platform: 'android',
    purchase,
    type,
    at: hoursAgo(hours),
    orders: ['GPA.8'],
  } as const;
  await receiveNotification(db, notificationOf(notification), new Date());
  await run();
  expect((await healthOf('android')).reconciliation).toMatchObject({ missedLast: 1 });
});

test('a test notification: requested from Apple, received at once in the sandbox, refused for Google', async () => {
  const request = (store: string, by = admin) => by.post('/admin/store-health/test-notification', { store });
  expect((await request('ios')).status).toBe(200);
  expect((await healthOf('ios')).lastTest).toBeNull();
  apple.hasWebhook = false;
  expect(await request('ios')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('App Store Connect') },
  });
  apple.intercept = () => new Response('', { status: 503 });
  expect(await request('ios')).toMatchObject({
    status: 503,
    body: { message: 'App Store couldn’t be checked: it answered 503. Please try again later.' },
  });
  expect((await request('android')).status).toBe(409);
  expect((await request('ios', offlineAdmin)).status).toBe(200);
  expect((await healthOf('ios', offlineAdmin)).lastTest).toMatchObject({ type: 'TEST' });
  const entries = await db
    .selectFrom('audit_entries')
    .where('action', '=', 'test_notification_requested')
    .selectAll()
    .execute();
  expect(entries).toHaveLength(4);
});

test.each(['/admin/store-health', '/admin/unattributed-purchases', '/admin/purchases/1/timeline'])(
  '%s is for administrators',
  async (path) => {
    expect((await fetch(api.base + path)).status).toBe(401);
  },
);
