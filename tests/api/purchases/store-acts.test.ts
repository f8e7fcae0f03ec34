import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import { openSandbox } from '#api/startup/stores.ts';
import { readStoreActs } from '#contract/purchases/acts.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { createRequester } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { createTransaction } from '#tests/setup/stores/apple/payloads.ts';
import { startStores } from '#tests/setup/stores/both.ts';
import { ACCOUNT, FIRST_ORDER, PACKAGE_NAME, TOKEN } from '#tests/setup/stores/google/payloads.ts';

const now = new Date('2026-11-22T12:00:00Z');
const ORDER = `${FIRST_ORDER}..1`;
const reason = 'Promised on the phone';

const { db } = await cloneDatabase();
const clock = () => api.clock.now;
const { apple, google, stores } = await startStores(clock);
const api = await serveApi(db, { stores }, { now });
const administrator = await addAdministrator(db);
let admin = await signIn();

async function signIn() {
  const { token } = await openSession(db, { userId: administrator.id, rememberMe: false }, api.clock.now);
  return createRequester(api.base, token);
}

beforeEach(async () => {
  api.clock.now = now;
  admin = await signIn();
  google.clear();
  apple.intercept = null;
  apple.extensions.clear();
  apple.subscriptions.clear();
  for (const table of ['store_notifications', 'purchases', 'charges'] as const)
    await db.deleteFrom(table).execute();
  await db.deleteFrom('users').where('role', '=', 'user').execute();
});

async function settle(key: string): Promise<number> {
  const purchase = db.selectFrom('purchases').where('key', '=', key).select(['state', 'subscription_id']);
  await expect.poll(async () => (await purchase.executeTakeFirst())?.subscription_id ?? null).not.toBeNull();
  return (await purchase.executeTakeFirstOrThrow()).subscription_id ?? 0;
}

async function post(path: string, body: string, authorization = ''): Promise<void> {
  const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) };
  const { status } = await fetch(api.base + path, { method: 'POST', body, headers });
  expect(status).toBe(200);
}

let messages = 0;
async function buyAtGoogle(): Promise<number> {
  await addUser(db, { store_account_token: ACCOUNT });
  google.addSubscription();
  messages += 1;
  const event = {
    ...{ version: '1.0', packageName: PACKAGE_NAME, eventTimeMillis: String(now.getTime()) },
    subscriptionNotification: { version: '1.0', notificationType: 2, purchaseToken: TOKEN },
  };
  const { body, authorization } = google.signPush(event, { messageId: `message-${messages}` });
  await post('/webhooks/google', body, authorization);
  return settle(TOKEN);
}

async function buyAtApple(): Promise<number> {
  await addUser(db, { store_account_token: ACCOUNT });
  apple.addSubscription();
  const signedPayload = apple.signNotification('DID_RENEW', undefined, createTransaction(), null, {
    signedDate: now.getTime(),
  });
  await post('/webhooks/apple', JSON.stringify({ signedPayload }));
  return settle('2000000100');
}

const pathOf = (id: number) => `/admin/subscriptions/${id}/store-acts`;
const act = (id: number, body: object) => admin.post(pathOf(id), { reason, ...body });
const read = async (id: number) => v.parse(readStoreActs.answer, (await admin.get(pathOf(id))).body).data;

test('Google: each act is one call, and says what was done', async () => {
  const id = await buyAtGoogle();
  expect(await read(id)).toMatchObject({
    ...{
      store: 'android',
      possible: ['defer', 'cancel', 'revoke', 'refund'],
      because: [],
      extensionsLeft: null,
    },
    orders: [{ order: ORDER, amount: { minor: 865, currency: 'USD' } }, {}, {}],
    done: [],
  });
  const replies = [
    await act(id, { kind: 'defer', days: 30 }),
    await act(id, { kind: 'cancel' }),
    await act(id, { kind: 'refund', order: ORDER }),
    await act(id, { kind: 'revoke', refund: 'prorated' }),
    await act(id, { kind: 'revoke', refund: 'full' }),
  ];
  expect(replies.map(({ status, body }) => [status, body.message])).toEqual([
    [200, 'Google Play moved the next renewal by 30 days.'],
    [200, 'Google Play canceled the renewal.'],
    [200, `Google Play refunds the order ${ORDER}.`],
    [200, 'Google Play ended the subscription and gives back the part that isn’t used.'],
    [200, 'Google Play ended the subscription and gives back all of the last payment.'],
  ]);
  expect(google.acts).toEqual([
    {
      call: 'defer',
      body: { deferralContext: { etag: '8a2ff97c', deferDuration: '2592000s', validateOnly: false } },
    },
    { call: 'cancel', body: { cancellationContext: { cancellationType: 'USER_REQUESTED_STOP_RENEWAL' } } },
    { call: `refund ${ORDER}`, body: { revoke: 'false' } },
    { call: 'revoke', body: { revocationContext: { proratedRefund: {} } } },
    { call: 'revoke', body: { revocationContext: { fullRefund: {} } } },
  ]);
  const { done } = await read(id);
  expect(done).toHaveLength(5);
  expect(done[0]).toMatchObject({ kind: 'revoke', result: 'done', reason, by: expect.stringContaining('@') });
  const entries = await db
    .selectFrom('audit_entries')
    .where('action', '=', 'store_act_done')
    .orderBy('id')
    .select('changes')
    .execute();
  expect(entries).toHaveLength(5);
  expect(entries[0]?.changes).toEqual([
    { field: 'store_act', from: null, to: 'defer' },
    { field: 'store_act_details', from: null, to: '30 days' },
    { field: 'store_act_result', from: null, to: 'done' },
    { field: 'reason', from: null, to: reason },
  ]);
  // No deprecated call, and the token is in no log.
  const paths = google.requests
    .map(({ path }) => path)
    .filter((path) => path.startsWith('purchases/subscriptions/'));
  expect(paths.filter((path) => !path.endsWith(':acknowledge'))).toEqual([]);
  expect(api.logLines.join()).not.toContain(TOKEN);
});

test('Apple: an extension, twice a year at most, and nothing else', async () => {
  const id = await buyAtApple();
  expect(await read(id)).toMatchObject({ store: 'ios', possible: ['extend'], extensionsLeft: 2, orders: [] });
  expect((await act(id, { kind: 'cancel' })).status).toBe(409);
  for (const days of [0, 91, 1.5])
    expect((await act(id, { kind: 'extend', days, cause: 'other' })).body.message).toContain('1 to 90');
  expect((await act(id, { kind: 'extend', days: 14, cause: 'service_issue' })).body).toMatchObject({
    message: 'App Store extended the subscription by 14 days.',
    data: { extensionsLeft: 1 },
  });
  await act(id, { kind: 'extend', days: 1, cause: 'satisfaction' });
  const third = await act(id, { kind: 'extend', days: 1, cause: 'other' });
  expect([third.status, third.body.message]).toEqual([409, expect.stringContaining('2 times in 365 days')]);
  expect(apple.extensions.get('2000000100')).toEqual([
    { extendByDays: 14, extendReasonCode: 3, requestIdentifier: expect.any(String) },
    { extendByDays: 1, extendReasonCode: 1, requestIdentifier: expect.any(String) },
  ]);
  const until = db.selectFrom('purchases').select('access_until');
  await expect
    .poll(async () => (await until.executeTakeFirst())?.access_until?.toISOString())
    .toBe('2026-12-25T08:00:00.000Z');
});

test('a store that refuses, and one that does not answer, are told apart', async () => {
  const id = await buyAtGoogle();
  google.intercept = ({ url }) =>
    url.endsWith(':cancel') ? new Response('<html>', { status: 503 }) : undefined;
  const unknown = await act(id, { kind: 'cancel' });
  expect([unknown.status, unknown.body.message]).toEqual([
    503,
    expect.stringContaining('It may have been done'),
  ]);
  google.intercept = null;
  google.orders.clear();
  const refused = await act(id, { kind: 'refund', order: ORDER });
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Nothing was done')]);
  expect((await read(id)).done.map(({ result }) => result)).toEqual(['refused', 'unknown']);
});

test('an act needs a recent proof, a reason and one at a time', async () => {
  const id = await buyAtGoogle();
  expect((await act(id, { kind: 'cancel', reason: '  ' })).body.message).toBe('Say why');
  await db
    .updateTable('sessions')
    .set({ proven_at: new Date(now.getTime() - 11 * 60_000) })
    .execute();
  expect((await act(id, { kind: 'cancel' })).body).toMatchObject({ data: { reason: 'step_up' } });
  expect(google.acts).toEqual([]);
  admin = await signIn();
  const release = Promise.withResolvers<void>();
  google.intercept = async ({ url }) => {
    if (url.endsWith(':cancel')) await release.promise;
    return new Response('{}', { headers: { 'content-type': 'application/json' } });
  };
  const first = act(id, { kind: 'cancel' });
  await expect.poll(async () => (await db.selectFrom('store_acts').select('id').execute()).length).toBe(1);
  expect((await act(id, { kind: 'cancel' })).status).toBe(409);
  release.resolve();
  expect((await first).status).toBe(200);
});

test('a subscription that no store knows has no acts', async () => {
  const user = await addUser(db, {});
  const { id } = await db
    .insertInto('subscriptions')
    .values({
      ...{ user_id: user.id, plan: 'Monthly', product_id: 'x', platform: 'ios', status: 'active' },
      start_date: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await read(id)).toMatchObject({ store: null, possible: [] });
  expect((await act(id, { kind: 'extend', days: 1, cause: 'other' })).status).toBe(409);
  expect((await admin.get(pathOf(999_999))).status).toBe(404);
});

test('the Demo store does them, and its answers follow', async () => {
  const { db: demo } = await cloneDatabase();
  const sandbox = await serveApi(demo, { stores: openSandbox({ db: demo, clock }) }, { now });
  sandbox.clock.now = now;
  const owner = await addAdministrator(demo);
  const { token } = await openSession(demo, { userId: owner.id, rememberMe: false }, now);
  const caller = createRequester(sandbox.base, token);
  const user = await addUser(demo, {});
  await demo
    .insertInto('purchases')
    .values({
      ...{
        platform: 'android',
        key: 'sandbox:active:2026-12-20:x',
        product_id: 'x.monthly',
        user_id: user.id,
      },
      due_at: now,
    })
    .execute();
  const purchase = demo
    .selectFrom('purchases')
    .select(['subscription_id', 'state', 'access_until', 'due_at']);
  const settled = () => expect.poll(async () => (await purchase.executeTakeFirstOrThrow()).due_at).toBeNull();
  await settled();
  const id = (await purchase.executeTakeFirstOrThrow()).subscription_id ?? 0;
  await caller.post(pathOf(id), { kind: 'defer', days: 10, reason });
  await settled();
  expect(await purchase.executeTakeFirst()).toMatchObject({
    state: 'active',
    access_until: new Date('2026-12-30T00:00:00Z'),
  });
  await caller.post(pathOf(id), { kind: 'revoke', refund: 'full', reason });
  await settled();
  expect(await purchase.executeTakeFirst()).toMatchObject({ state: 'revoked', access_until: null });
  const charge = demo.selectFrom('charges').select(['amount_cents', 'refunded_minor']);
  expect(await charge.execute()).toEqual([{ amount_cents: 0, refunded_minor: 999 }]);
});
