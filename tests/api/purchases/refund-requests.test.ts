import { sql } from 'kysely';
import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import { eraseDueAccounts } from '#api/accounts/erasure.ts';
import { dropOldPayloads, reconcile } from '#api/purchases/reconcile.ts';
import { listRequests } from '#api/purchases/refunds/list.ts';
import { logRequest } from '#api/purchases/refunds/record.ts';
import { readStoreHealth } from '#contract/purchases/health.ts';
import { readOverview } from '#contract/statistics/overview.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { createTransaction } from '#tests/setup/stores/apple/payloads.ts';
import { startStores } from '#tests/setup/stores/both.ts';
import { ACCOUNT, FIRST_ORDER, PACKAGE_NAME, TOKEN } from '#tests/setup/stores/google/payloads.ts';

const HOUR_MS = 3_600_000;
const now = new Date('2026-11-22T12:00:00Z');
const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);

const database = await cloneDatabase();
const { db } = database;
const clock = () => now;
const { apple, google, stores } = await startStores(clock);
const api = await serveApi(db, { stores });
api.clock.now = now;
const admin = await signInAdministrator(database, api);

beforeEach(async () => {
  api.logLines.length = 0;
  google.clear();
  apple.undelivered.production = [];
  await db.deleteFrom('store_notifications').execute();
  await db.deleteFrom('refund_requests').execute();
  await db.deleteFrom('purchases').execute();
  await db.deleteFrom('charges').execute();
  await db.deleteFrom('erased_purchase_keys').execute();
  await db.deleteFrom('users').where('role', '=', 'user').execute();
});

const ORDER = `${FIRST_ORDER}..1`;
const SECRET = 'the-pending-refund-token';
let messages = 0;

const post = (path: string, body: string, authorization = '') =>
  fetch(api.base + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
  });

/** Google pushes it, with an id of its own unless one is named. Returns the status of our answer. */
async function push(details: object, { at = now, messageId = '' } = {}): Promise<number> {
  messages += 1;
  const notification = {
    version: '1.0',
    packageName: PACKAGE_NAME,
    eventTimeMillis: String(at.getTime()),
    ...details,
  };
  const { body, authorization } = google.signPush(notification, {
    messageId: messageId || `message-${messages}`,
  });
  return (await post('/webhooks/google', body, authorization)).status;
}

const chargeback = (orderId: string, changes: object = {}) => ({
  pendingRefundReviewNotification: {
    ...{ version: '1.0', pendingRefundToken: SECRET, orderId, refundReason: 7 },
    ...changes,
  },
});
const voided = (orderId: string) => ({
  voidedPurchaseNotification: { purchaseToken: TOKEN, orderId, productType: 1, refundType: 1 },
});

async function tellApple(type: string, at: Date, changes: Parameters<typeof createTransaction>[0] = {}) {
  const signed = apple.signNotification(type, undefined, createTransaction(changes), null, {
    signedDate: at.getTime(),
  });
  return (await post('/webhooks/apple', JSON.stringify({ signedPayload: signed }))).status;
}

const overview = async () =>
  v.parse(readOverview.answer, (await admin.get('/admin/overview')).body).data.refundRequests;
const listed = (at = now) =>
  listRequests(
    db,
    { view: 'open', platform: undefined, userId: undefined, page: { offset: 0, limit: 100 } },
    at,
  );
const openOrders = async (at = now) => (await listed(at)).map(({ order }) => order);
const errors = () =>
  api.logLines
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter(({ level }) => level === 'error')
    .map(({ platform, type, order, answerDueAt }) => ({ platform, type, order, answerDueAt }));
const storedOf = (type: string) =>
  db.selectFrom('store_notifications').where('type', '=', type).orderBy('received_at').selectAll().execute();

/** A user of `ACCOUNT` whose purchase at Google Play is known with its charges. */
async function buy(changes: Parameters<typeof google.addSubscription>[0] = {}) {
  const user = await addUser(db, { store_account_token: ACCOUNT });
  google.addSubscription(changes);
  await push({ subscriptionNotification: { version: '1.0', notificationType: 2, purchaseToken: TOKEN } });
  const purchase = db.selectFrom('purchases').where('key', '=', TOKEN).selectAll();
  await expect.poll(async () => (await purchase.executeTakeFirst())?.state).toBe('active');
  return { user, purchase: await purchase.executeTakeFirstOrThrow() };
}

async function erase(userId: number): Promise<void> {
  await db.updateTable('users').set({ status: 'deleted' }).where('id', '=', userId).execute();
  await sql`
    insert into account_deletions (user_id, requested_at, confirmed_at)
    values (${userId}, ${inHours(-960)}, ${inHours(-960)})`.execute(db);
  expect(await eraseDueAccounts(db, now, createTestLog([]))).toBe(1);
}

test('a chargeback review is kept once, logged once and counted for 24 hours', async () => {
  expect(await push(chargeback(ORDER), { messageId: 'one' })).toBe(200);
  expect(await push(chargeback(ORDER), { messageId: 'one' })).toBe(200);
  // Published twice, it has another id and a later time.
  expect(await push(chargeback(ORDER), { at: inHours(1) })).toBe(200);

  const answerDueAt = inHours(24).toISOString();
  expect(await overview()).toEqual({ open: 1, urgent: 0, nextDueAt: answerDueAt });
  expect(errors()).toEqual([
    { platform: 'android', type: 'PENDING_REFUND_REVIEW', order: ORDER, answerDueAt },
  ]);
  expect(api.logLines.join()).not.toContain(SECRET);
  const [kept] = await storedOf('PENDING_REFUND_REVIEW');
  expect(JSON.stringify(kept?.payload)).toContain(SECRET);
  expect(await openOrders(inHours(23.9))).toEqual([ORDER]);
  expect(await openOrders(inHours(25))).toEqual([]);
});

test('the requests of both stores, the one that ends first comes first', async () => {
  await push(chargeback('GPA.2'), { at: inHours(-1) });
  await push(chargeback('GPA.1'), { at: inHours(-23) });
  expect(await tellApple('CONSUMPTION_REQUEST', inHours(-2), { transactionId: '77' })).toBe(200);
  // Apple's can't be answered without the customer's consent.
  expect(await overview()).toEqual({ open: 2, urgent: 1, nextDueAt: inHours(1).toISOString() });
  expect(await listed()).toMatchObject([
    { store: 'android', order: 'GPA.1', answerDueAt: inHours(1).toISOString(), storeReason: '7' },
    { store: 'ios', order: '77', answerDueAt: inHours(10).toISOString(), obstacle: 'no_consent' },
    { store: 'android', order: 'GPA.2', answerDueAt: inHours(23).toISOString() },
  ]);
  expect(errors().map(({ order }) => order)).toEqual(expect.arrayContaining(['GPA.2', 'GPA.1', '77']));
});

test('a review that names no order counts as well', async () => {
  await push({ pendingRefundReviewNotification: {} });
  await push({ pendingRefundReviewNotification: { orderId: 'x'.repeat(5_000) } });
  expect(await openOrders()).toEqual([null, null]);
});

test('a review counts and is logged, whatever its texts are', async () => {
  expect(await push(chargeback('GPA\0', { obfuscatedAccountId: 'a\0b' }))).toBe(200);
  expect(await overview()).toMatchObject({ open: 1 });
  expect(await openOrders()).toEqual([null]);
  expect(errors()).toHaveLength(1);
});

test('a review is logged even if the database cannot say whether it counts', async () => {
  const lines: string[] = [];
  const review = {
    ...{ order: ORDER, accountToken: null, answerDueAt: inHours(24) },
    ...{ reason: null, storeToken: null },
  };
  const notification = {
    platform: 'android',
    id: 'one',
    type: 'PENDING_REFUND_REVIEW',
    at: now,
    review,
  } as const;
  const { db: gone } = await cloneDatabase();
  await sql`select`.execute(gone);
  await gone.destroy();
  await logRequest(
    { db: gone, log: createTestLog(lines) },
    { ...notification, environment: 'production', purchase: null, orders: [], payload: {} },
    now,
  );
  expect(lines).toEqual([expect.stringContaining(ORDER)]);
});

test('the decision of the store ends a review, also if it arrives first', async () => {
  await push(chargeback(ORDER));
  await push(voided(ORDER), { at: inHours(2) });
  expect(await openOrders()).toEqual([]);

  await push(voided('GPA.2'), { at: inHours(2) });
  await push(chargeback('GPA.2'));
  expect(await openOrders()).toEqual([]);
  expect(errors()).toHaveLength(1);

  await push(voided('GPA.3'), { at: inHours(-2) });
  await push(chargeback('GPA.3'));
  expect(await openOrders()).toEqual(['GPA.3']);
});

test.each(['REFUND', 'REFUND_DECLINED'])(
  '%s ends the question of Apple, until the next one',
  async (type) => {
    await tellApple('CONSUMPTION_REQUEST', inHours(-6));
    expect(await openOrders()).toEqual(['2000000102']);
    await tellApple(type, inHours(-5));
    expect(await openOrders()).toEqual([]);
    await tellApple('CONSUMPTION_REQUEST', inHours(-4));
    expect(await listed()).toMatchObject([{ answerDueAt: inHours(8).toISOString() }]);
  },
);

test('the refunds that Google lists in a reconciliation end a review', async () => {
  await push(chargeback(ORDER));
  const voidedTimeMillis = String(inHours(2).getTime());
  google.voided.push({ purchaseToken: TOKEN, orderId: ORDER, voidedTimeMillis, voidedReason: 7 });
  await db.deleteFrom('reconciliations').execute();
  await reconcile({ db, stores, clock, log: createTestLog([]) });
  expect(await openOrders()).toEqual([]);
});

test('a question of Apple that was not delivered is logged by the reconciliation', async () => {
  const signed = (hours: number, transactionId: string) =>
    apple.signNotification('CONSUMPTION_REQUEST', undefined, createTransaction({ transactionId }), null, {
      signedDate: inHours(hours).getTime(),
    });
  apple.undelivered.production = [signed(-3, '1'), signed(-13, '2')];
  await db.deleteFrom('reconciliations').execute();
  const lines: string[] = [];
  await reconcile({ db, stores, clock, log: createTestLog(lines) });
  expect(await openOrders()).toEqual(['1']);
  const logged = lines.filter((line) => line.includes('"level":"error"'));
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('"order":"1"');
});

test('test purchases never count, and are not logged', async () => {
  await tellApple('CONSUMPTION_REQUEST', now, { environment: 'Sandbox' });
  await buy({ testPurchase: {} });
  await push(chargeback(ORDER, { obfuscatedAccountId: ACCOUNT }));
  expect(await overview()).toEqual({ open: 0, urgent: 0, nextDueAt: null });
  expect(errors()).toEqual([]);
});

test('a review belongs to the purchase of its order, and ends with the account', async () => {
  const { user, purchase } = await buy();
  expect(await push(chargeback(ORDER))).toBe(200);
  expect(await storedOf('PENDING_REFUND_REVIEW')).toMatchObject([
    { purchase_id: purchase.id, order_id: ORDER },
  ]);
  expect(await openOrders()).toEqual([ORDER]);

  await erase(user.id);
  expect(await storedOf('PENDING_REFUND_REVIEW')).toEqual([]);
  api.logLines.length = 0;
  // The charge is kept as a payment record.
  await push(chargeback(ORDER));
  await push(chargeback('GPA.4', { obfuscatedAccountId: ACCOUNT }));
  const forgotten = { purchase_id: null, order_id: null, payload: null };
  expect(await storedOf('PENDING_REFUND_REVIEW')).toMatchObject([forgotten, forgotten]);
  expect(await overview()).toEqual({ open: 0, urgent: 0, nextDueAt: null });
  expect(errors()).toEqual([]);
});

test('a request that is over stays with its charge, as a payment record of nobody', async () => {
  const { user } = await buy();
  await push(chargeback(ORDER));
  await push(voided(ORDER), { at: inHours(2) });
  await erase(user.id);
  const erasedValues = { purchase_id: null, account_token: null, store_token: null, answer: null };
  const kept = await db.selectFrom('refund_requests').selectAll().execute();
  expect(kept).toMatchObject([{ order_id: ORDER, outcome: 'granted', ...erasedValues }]);
});

test('an erasure takes along reviews of the account that belong to no purchase', async () => {
  await push(chargeback(ORDER));
  await push(chargeback('GPA.5', { obfuscatedAccountId: ACCOUNT.toUpperCase() }));
  await push(chargeback('GPA.6', { obfuscatedAccountId: 'of someone else' }));
  const { user } = await buy();
  expect(await openOrders()).toHaveLength(3);
  await erase(user.id);
  expect(await openOrders()).toEqual(['GPA.6']);
});

test('the order ends with the payload after 90 days', async () => {
  await push(chargeback(ORDER));
  await dropOldPayloads(db, inHours(91 * 24));
  expect(await storedOf('PENDING_REFUND_REVIEW')).toMatchObject([{ order_id: null, payload: null }]);
});

test('a kind of notification that is new to us is kept, shown, and warned about once', async () => {
  const warnings = () =>
    api.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes('new to us'));
  expect(await push({ loyaltyPointsNotification: { version: '1.0' } })).toBe(200);
  expect(await push({ loyaltyPointsNotification: { version: '1.1' } })).toBe(200);
  expect(await push({ subscriptionNotification: { notificationType: 99, purchaseToken: TOKEN } })).toBe(200);
  expect(await tellApple('SUBSCRIPTION_GIFTED', now)).toBe(200);
  expect(warnings()).toMatchObject([
    { level: 'warn', platform: 'android', type: 'UNRECOGNIZED (loyaltyPointsNotification)' },
    { level: 'warn', platform: 'android', type: 'SUBSCRIPTION (99)' },
    { level: 'warn', platform: 'ios', type: 'SUBSCRIPTION_GIFTED' },
  ]);
  const [kept] = await storedOf('UNRECOGNIZED (loyaltyPointsNotification)');
  expect(JSON.stringify(kept?.payload)).toContain('loyaltyPointsNotification');
  const { data } = v.parse(readStoreHealth.answer, (await admin.get('/admin/store-health')).body);
  expect(data.stores.map(({ newKinds }) => newKinds.map(({ type }) => type).sort())).toEqual([
    ['SUBSCRIPTION_GIFTED'],
    ['SUBSCRIPTION (99)', 'UNRECOGNIZED (loyaltyPointsNotification)'],
  ]);
  // What the lists have is no warning.
  await push({ oneTimeProductNotification: { notificationType: 1 } });
  await tellApple('ONE_TIME_CHARGE', now);
  expect(warnings()).toHaveLength(3);
});
