import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAppleConnection } from '#api/purchases/apple/connection.ts';
import { throttle } from '#api/purchases/throttle.ts';
import { openSandbox } from '#api/startup/stores.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { createRequester } from '#tests/setup/api/requests.ts';
import { NOTHING_IS_DUE, serveApi } from '#tests/setup/api/serve.ts';
import { createRenewal, createTransaction } from '#tests/setup/stores/apple/payloads.ts';
import { startAppleServer } from '#tests/setup/stores/apple/server.ts';

const KEY = 'the-key-of-the-backend-0123456789abcdef';
const { db } = await cloneDatabase();
const clock = () => new Date();
const apple = await startAppleServer();
const connection = createAppleConnection(apple.settings, { clock, rootCertificates: apple.rootCertificates });
const sandbox = openSandbox({ db, clock });
const stores = { ...sandbox, ios: throttle(connection, clock) };
const api = await serveApi(db, { appBackendKey: KEY, stores });
// Its workers would ask the sandbox about purchases of the App Store.
const closed = await serveApi(db, { clock }, { now: NOTHING_IS_DUE });
const backend = createRequester(api.base, KEY);

const purchaseOf = (key: string) =>
  db.selectFrom('purchases').where('key', '=', key).selectAll().executeTakeFirst();
const post = (body: string, path = '/webhooks/apple') =>
  fetch(api.base + path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });

/** A new subscription at the store. */
function sell(accountToken: string, environment: 'Production' | 'Sandbox' = 'Production') {
  const id = String(Math.floor(Math.random() * 1e15) + 1e15);
  const transaction = createTransaction({
    originalTransactionId: id,
    transactionId: id,
    appAccountToken: accountToken,
    environment,
    purchaseDate: Date.now() - 86_400_000,
    originalPurchaseDate: Date.now() - 86_400_000,
    expiresDate: Date.now() + 29 * 86_400_000,
  });
  apple.addSubscription({ renewal: createRenewal({ originalTransactionId: id, environment }) }, [
    transaction,
  ]);
  return { id, transaction };
}

test('a signed notification is stored once, answered before the store is asked, and then applied', async () => {
  const user = await addUser(db);
  const { store_account_token: token } = await db
    .selectFrom('users')
    .where('id', '=', user.id)
    .select('store_account_token')
    .executeTakeFirstOrThrow();
  const { id, transaction } = sell(token);
  const signedPayload = apple.signNotification('SUBSCRIBED', 'INITIAL_BUY', transaction);
  const body = JSON.stringify({ signedPayload });
  apple.requests.length = 0;
  const first = await post(body);
  expect(first.status).toBe(200);
  expect((await post(body)).status).toBe(200);
  // The repetition may have asked for another look at it.
  await expect
    .poll(() => purchaseOf(id))
    .toMatchObject({ state: 'active', user_id: user.id, due_at: null, environment: 'production' });
  const stored = db
    .selectFrom('store_notifications')
    .where('purchase_id', '=', (await purchaseOf(id))?.id ?? 0);
  expect(await stored.select(['type']).execute()).toEqual([{ type: 'SUBSCRIBED (INITIAL_BUY)' }]);
  const subscription = await db
    .selectFrom('subscriptions')
    .where('user_id', '=', user.id)
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(subscription).toMatchObject({ status: 'active', platform: 'ios', plan: 'Monthly', end_date: null });
});

test.each([
  [
    'a forged signature',
    () => apple.signNotification('DID_RENEW', undefined, createTransaction()).slice(0, -8),
  ],
  ['no signature', () => 'x.y.z'],
])('%s is 401, and nothing is stored', async (_name, sign) => {
  const before = await db.selectFrom('store_notifications').select('id').execute();
  expect((await post(JSON.stringify({ signedPayload: sign() }))).status).toBe(401);
  expect(await db.selectFrom('store_notifications').select('id').execute()).toEqual(before);
});

test('what is of no use is 204 and stored; a repetition too', async () => {
  const body = JSON.stringify({ signedPayload: apple.signNotification('TEST', undefined) });
  expect((await post(body)).status).toBe(204);
  expect(api.logLines.join()).toMatch(/"type":"TEST".*arrived/);
  const stored = await db
    .selectFrom('store_notifications')
    .where('type', '=', 'TEST')
    .select(['purchase_id'])
    .execute();
  expect(stored).toEqual([{ purchase_id: null }]);
  expect((await post(body)).status).toBe(200);
});

test('a body of more than 64 KB is 413', async () => {
  expect((await post('x'.repeat(70_000))).status).toBe(413);
});

test('a signature that cannot be verified now is 503 with a time to come back', async () => {
  const busy = await serveApi(db, {
    stores: {
      ...sandbox,
      ios: { ...stores.ios, verify: async () => ({ kind: 'unverifiable', because: 'a test' }) },
    },
  });
  const answer = await fetch(`${busy.base}/webhooks/apple`, { method: 'POST', body: '{}' });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
});

test('the sandbox takes no notifications over HTTP', async () => {
  const answer = await fetch(`${closed.base}/webhooks/google`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(401);
});

test('the app’s backend reads the account token and hands over purchases with its own key', async () => {
  const user = await addUser(db);
  const other = await addUser(db);
  const account = await backend.get(`/store-accounts/${user.id}`);
  expect(account.body.data).toEqual({ accountToken: expect.stringMatching(/^[\da-f-]{36}$/) });
  const { id } = sell(randomUUID());
  const put = (userId: number) => backend.put('/purchases', { userId, platform: 'ios', key: id });
  expect((await put(user.id)).status).toBe(200);
  await expect.poll(async () => (await purchaseOf(id))?.state).toBe('active');
  expect((await put(user.id)).status).toBe(200);
  expect((await put(other.id)).status).toBe(409);
  expect((await put(99_999_999)).status).toBe(404);
  for (const userId of [2_147_483_648, 1e15, 1e300, -1, 1.5]) expect((await put(userId)).status).toBe(422);
  expect((await purchaseOf(id))?.user_id).toBe(user.id);
  const charges = await db
    .selectFrom('charges')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscription_id')
    .where('user_id', '=', user.id)
    .select('amount_cents')
    .execute();
  expect(charges).toEqual([{ amount_cents: 799 }]);
});

test('a purchase of Apple’s sandbox is found without its environment, and gives access', async () => {
  const user = await addUser(db);
  const { id } = sell(randomUUID(), 'Sandbox');
  await backend.put('/purchases', { userId: user.id, platform: 'ios', key: id });
  await expect
    .poll(() => purchaseOf(id))
    .toMatchObject({ state: 'active', environment: 'sandbox', subscription_id: null });
  const { body } = await backend.get(`/entitlements/${user.id}`);
  expect(body.data).toMatchObject({ hasAccess: true, by: 'subscription' });
});

test('401 with another key, 404 without one on the server', async () => {
  const call = (base: string, key?: string) =>
    fetch(`${base}/store-accounts/1`, key ? { headers: { authorization: `Bearer ${key}` } } : {});
  expect((await call(api.base)).status).toBe(401);
  expect((await call(api.base, `${KEY}x`)).status).toBe(401);
  expect((await call(closed.base, KEY)).status).toBe(404);
});

test('a purchase without a known user is kept without a subscription, and gets its user later', async () => {
  const { id } = sell(randomUUID());
  const { transaction } = { transaction: apple.subscriptions.get(id)?.transactions[0] };
  const body = JSON.stringify({
    signedPayload: apple.signNotification('SUBSCRIBED', 'INITIAL_BUY', transaction),
  });
  await post(body);
  await expect.poll(async () => (await purchaseOf(id))?.state).toBe('active');
  expect(await purchaseOf(id)).toMatchObject({ user_id: null, subscription_id: null, known_order: null });
  const user = await addUser(db);
  await backend.put('/purchases', { userId: user.id, platform: 'ios', key: id });
  await expect.poll(async () => (await purchaseOf(id))?.subscription_id).not.toBeNull();
  expect((await purchaseOf(id))?.known_order).toBe(id);
});
