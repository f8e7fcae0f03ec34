import { beforeEach, expect, test } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import { startWorker } from '#api/jobs/worker.ts';
import { createRefundQueue } from '#api/purchases/refunds/queue.ts';
import type { RefundRequest } from '#contract/refunds.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { createRequester } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { createTransaction } from '#tests/setup/stores/apple/payloads.ts';
import { startStores } from '#tests/setup/stores/both.ts';
import { ACCOUNT, FIRST_ORDER, PACKAGE_NAME, TOKEN } from '#tests/setup/stores/google/payloads.ts';

const HOUR_MS = 3_600_000;
const start = new Date('2026-11-22T12:00:00Z');
const inHours = (hours: number) => new Date(start.getTime() + hours * HOUR_MS);
const ORDER = `${FIRST_ORDER}..1`;
const TRANSACTION = '2000000102';
const REFUND_TOKEN = 'the-pending-refund-token';
const APP_KEY = 'the-key-of-the-app-backend';

const { db } = await cloneDatabase();
const clock = () => api.clock.now;
const { apple, google, stores } = await startStores(clock);
const api = await serveApi(db, { stores, appBackendKey: APP_KEY }, { now: start });
const administrator = await addAdministrator(db);
/** Signed in anew whenever the clock moves, because sessions end. */
let admin = await signIn();

async function signIn() {
  const opened = { userId: administrator.id, rememberMe: false };
  const { token } = await openSession(db, opened, api.clock.now);
  return createRequester(api.base, token);
}

beforeEach(async () => {
  await setClock(start);
  api.logLines.length = 0;
  google.clear();
  apple.intercept = null;
  apple.consumption.clear();
  apple.subscriptions.clear();
  for (const table of ['refund_requests', 'store_notifications', 'purchases', 'charges'] as const)
    await db.deleteFrom(table).execute();
  await db.updateTable('refund_rules').set({ rule: 'no_preference' }).execute();
  await db.deleteFrom('users').where('role', '=', 'user').execute();
});

let messages = 0;
async function post(path: string, body: string, authorization = ''): Promise<void> {
  const { status } = await fetch(api.base + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
  });
  expect(status).toBe(200);
}

async function push(details: object, at = start): Promise<void> {
  messages += 1;
  const event = {
    version: '1.0',
    packageName: PACKAGE_NAME,
    eventTimeMillis: String(at.getTime()),
    ...details,
  };
  const { body, authorization } = google.signPush(event, { messageId: `message-${messages}` });
  await post('/webhooks/google', body, authorization);
}

const chargeback = (orderId = ORDER) => ({
  pendingRefundReviewNotification: { pendingRefundToken: REFUND_TOKEN, orderId, refundReason: 7 },
});

const tellApple = (type: string, at = start) =>
  post(
    '/webhooks/apple',
    JSON.stringify({
      signedPayload: apple.signNotification(type, undefined, createTransaction(), null, {
        signedDate: at.getTime(),
      }),
    }),
  );

async function settle(key: string): Promise<void> {
  const purchase = db.selectFrom('purchases').where('key', '=', key).select('state');
  await expect.poll(async () => (await purchase.executeTakeFirst())?.state).toBe('active');
}

/** A customer whose renewal of 10 November at Google Play is charged back. */
async function buyAtGoogle(): Promise<void> {
  await addUser(db, { store_account_token: ACCOUNT });
  google.addSubscription();
  await push({ subscriptionNotification: { version: '1.0', notificationType: 2, purchaseToken: TOKEN } });
  await settle(TOKEN);
}

/** The same at the App Store. */
async function buyAtApple({ consents }: { consents: boolean }) {
  const user = await addUser(db, {
    store_account_token: ACCOUNT,
    refund_data_consent: consents,
    external_id: 'app-1',
  });
  apple.addSubscription({}, [
    {
      transactionId: '2000000101',
      purchaseDate: Date.UTC(2026, 9, 10, 8),
      expiresDate: Date.UTC(2026, 10, 10, 8),
    },
    {},
  ]);
  await tellApple('DID_RENEW');
  await settle('2000000100');
  return user;
}

async function onlyRequest(view = 'all'): Promise<RefundRequest> {
  const { body } = await admin.get(`/admin/refund-requests?view=${view}`);
  const [request] = (body as { data: { requests: RefundRequest[] } }).data.requests;
  if (!request) throw new Error('There is no request.');
  return request;
}

const answerAs = async (preference: string) =>
  admin.post(`/admin/refund-requests/${(await onlyRequest()).id}/answer`, { preference });

async function setClock(now: Date): Promise<void> {
  api.clock.now = now;
  admin = await signIn();
}

/** Moves the clock and waits until the workers have looked at everything that is due. */
async function moveTo(hours: number): Promise<void> {
  await setClock(inHours(hours));
  const due = db
    .selectFrom('refund_requests')
    .where('due_at', '<=', inHours(hours))
    .where('given_up_at', 'is', null)
    .select('id');
  await expect
    .poll(
      async () => {
        api.wakeRefunds();
        return (await due.execute()).length;
      },
      { timeout: 20_000 },
    )
    .toBe(0);
}

const errors = () =>
  api.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error' || level === 'fatal');

test('a person’s answer reaches Google at once, with what is known', async () => {
  await buyAtGoogle();
  await push(chargeback());
  expect(await onlyRequest()).toMatchObject({
    state: 'open',
    obstacle: null,
    amount: { minor: 865, currency: 'USD' },
    facts: { delivered: true, usedDays: 12, paidDays: 30, hadTrial: false },
    history: { charges: 2, refunds: 0, courtesies: 0, requests: 0 },
  });
  const { status, body } = await answerAs('decline');
  expect([status, body]).toMatchObject([
    200,
    { data: { state: 'sending', answer: { preference: 'decline' } } },
  ]);
  await expect.poll(async () => (await onlyRequest()).state).toBe('answered');
  const [sent, ...more] = google.reviews.get(ORDER) ?? [];
  expect(more).toEqual([]);
  expect(JSON.parse(sent ?? '')).toEqual({
    pendingRefundToken: REFUND_TOKEN,
    sampleContentProvided: false,
    refundPreference: 'DECLINE',
    // 12 days and 4 hours of 30 days.
    consumptionPercentageMilliunits: 40_555,
  });
  expect(await onlyRequest()).toMatchObject({
    answer: { by: expect.stringContaining('@'), byRule: false, sentAt: start.toISOString(), problem: null },
  });
  expect((await answerAs('grant')).status).toBe(409);
  const { id, userId } = await onlyRequest();
  expect((await admin.get(`/admin/refund-requests/${id}`)).body).toMatchObject({
    data: { id, state: 'answered' },
  });
  expect((await admin.get('/admin/refund-requests/99999')).status).toBe(404);
  const of = async (user: unknown) =>
    (await admin.get(`/admin/refund-requests?view=all&userId=${user}`)).body;
  expect(await of(userId)).toMatchObject({
    total: 1,
    views: { open: 0, waiting: 1, all: 1 },
    data: { requests: [{ id }] },
  });
  expect(await of(99_999)).toMatchObject({ total: 0, views: { all: 0 }, data: { requests: [] } });
  const entry = db.selectFrom('audit_entries').where('action', '=', 'refund_answered').select('changes');
  expect(await entry.execute()).toEqual([
    { changes: [{ field: 'refund_answer_android', from: ORDER, to: 'decline' }] },
  ]);
  expect(api.logLines.join()).not.toContain(REFUND_TOKEN);
});

test('Apple gets nothing without the customer’s consent, and an answer with it', async () => {
  await buyAtApple({ consents: false });
  await tellApple('CONSUMPTION_REQUEST');
  expect(await onlyRequest()).toMatchObject({ state: 'open', obstacle: 'no_consent' });
  expect((await answerAs('decline')).body).toMatchObject({
    message: expect.stringContaining('hasn’t agreed'),
  });
  await moveTo(11.5);
  await moveTo(13);
  expect(apple.consumption.size).toBe(0);
  expect(await onlyRequest()).toMatchObject({ state: 'unanswered', answer: null });

  await setClock(start);
  const consent = await fetch(`${api.base}/app/users/app-1`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${APP_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ firstName: 'Ada', lastName: 'Moreau', email: 'ada.moreau@example.com' },
      refund_data_consent: true,
    }),
  });
  expect(await consent.json()).toMatchObject({ status: 200, data: { refund_data_consent: true } });
  expect((await answerAs('grant_prorated')).status).toBe(200);
  await expect.poll(async () => (await onlyRequest()).state).toBe('answered');
  expect(apple.consumption.get(TRANSACTION)?.map((body) => JSON.parse(body))).toEqual([
    {
      customerConsented: true,
      deliveryStatus: 'DELIVERED',
      sampleContentProvided: false,
      refundPreference: 'GRANT_PRORATED',
    },
  ]);
});

test('a consent that is taken back holds for an answer that was not sent yet', async () => {
  const { id } = await buyAtApple({ consents: true });
  await tellApple('CONSUMPTION_REQUEST');
  apple.intercept = ({ method }) => (method === 'PUT' ? new Response('', { status: 503 }) : undefined);
  await answerAs('decline');
  await expect.poll(async () => (await onlyRequest()).answer?.problem).toContain('503');
  await db.updateTable('users').set({ refund_data_consent: false }).where('id', '=', id).execute();
  apple.intercept = null;
  await moveTo(1);
  expect(apple.consumption.size).toBe(0);
  expect((await onlyRequest()).answer?.problem).toBe('the customer no longer agrees to it');
  await db.updateTable('users').set({ refund_data_consent: true }).where('id', '=', id).execute();
  await moveTo(2);
  expect(apple.consumption.get(TRANSACTION)).toHaveLength(1);
});

test.each([
  ['no_preference', { google: 'NEUTRAL', apple: undefined }],
  ['decline', { google: 'DECLINE', apple: 'DECLINE' }],
  ['grant', { google: 'APPROVE', apple: 'GRANT_FULL' }],
] as const)('the rule “%s” answers before the time is over', async (rule, wanted) => {
  await buyAtGoogle();
  for (const store of ['ios', 'android'])
    expect((await admin.put('/admin/refund-rules', { store, rule })).status).toBe(200);
  await push(chargeback());
  await moveTo(20.9);
  expect(google.reviews.size).toBe(0);
  await moveTo(21);
  expect(google.reviews.get(ORDER)?.map((body) => JSON.parse(body).refundPreference)).toEqual([
    wanted.google,
  ]);
  expect(await onlyRequest()).toMatchObject({ state: 'answered', answer: { byRule: true, by: null } });
  await db.deleteFrom('refund_requests').execute();

  await setClock(start);
  await db.deleteFrom('purchases').execute();
  await db.deleteFrom('users').where('role', '=', 'user').execute();
  await buyAtApple({ consents: true });
  await tellApple('CONSUMPTION_REQUEST');
  await moveTo(10.9);
  expect(apple.consumption.size).toBe(0);
  await moveTo(11);
  expect(apple.consumption.get(TRANSACTION)?.map((body) => JSON.parse(body).refundPreference)).toEqual([
    wanted.apple,
  ]);
});

test('the rule “do not answer” sends nothing, and a person still can until the end', async () => {
  await buyAtGoogle();
  await admin.put('/admin/refund-rules', { store: 'android', rule: 'no_answer' });
  await push(chargeback());
  await moveTo(23);
  expect(google.reviews.size).toBe(0);
  expect((await answerAs('grant_prorated')).status).toBe(422);
  expect((await answerAs('grant')).status).toBe(200);
  await expect.poll(() => google.reviews.get(ORDER)?.length).toBe(1);
});

test('a store that fails gets the same bytes again, and none after the end', async () => {
  await buyAtGoogle();
  await push(chargeback());
  const bodies: string[] = [];
  google.intercept = ({ url }) => {
    if (!url.endsWith(':reviewrefund')) return undefined;
    bodies.push(google.requests.at(-1)?.body ?? '');
    return new Response('<html>busy</html>', { status: 503 });
  };
  await answerAs('decline');
  await expect.poll(() => bodies.length).toBe(1);
  await expect.poll(async () => (await onlyRequest()).answer?.problem).toContain('503');
  await moveTo(5);
  await moveTo(23.5);
  expect(new Set(bodies).size).toBe(1);
  expect(bodies.length).toBeGreaterThan(2);
  const before = bodies.length;
  await moveTo(24);
  await moveTo(30);
  expect(bodies).toHaveLength(before);
  expect(await onlyRequest()).toMatchObject({ state: 'unanswered', answer: { sentAt: null } });
});

test('an answer that the store refuses is not sent again, and is logged', async () => {
  await buyAtGoogle();
  await push(chargeback());
  google.orders.delete(ORDER);
  await answerAs('decline');
  await expect.poll(async () => (await onlyRequest()).state).toBe('refused');
  expect((await onlyRequest()).answer?.problem).toContain('404');
  expect(errors().at(-1)).toMatchObject({ msg: 'a store refused the answer to a refund request' });
});

test('a request is a warning for its last two hours, once in the log', async () => {
  await buyAtGoogle();
  await admin.put('/admin/refund-rules', { store: 'android', rule: 'no_answer' });
  await push(chargeback());
  const warnings = () => errors().filter(({ msg }) => msg.includes('less than two hours')).length;
  const counts = async () =>
    ((await admin.get('/admin/overview')).body as { data: { refundRequests: object } }).data.refundRequests;
  await moveTo(21.9);
  expect([warnings(), await counts()]).toMatchObject([0, { open: 1, urgent: 0 }]);
  await moveTo(22);
  await moveTo(23);
  expect([warnings(), await counts()]).toMatchObject([1, { open: 1, urgent: 1 }]);
  await moveTo(24);
  expect([warnings(), await counts()]).toMatchObject([1, { open: 0, urgent: 0, nextDueAt: null }]);
});

test('the order of an unknown purchase is looked up at Google, and can be answered then', async () => {
  await addUser(db, { store_account_token: ACCOUNT });
  google.addSubscription();
  await push(chargeback());
  await expect.poll(async () => (await onlyRequest()).obstacle, { timeout: 20_000 }).toBeNull();
  expect(await onlyRequest()).toMatchObject({ userId: expect.any(Number), amount: { minor: 865 } });
});

test('what arrives too late is listed, and not answered', async () => {
  await buyAtGoogle();
  await push(chargeback(), inHours(-25));
  await moveTo(0.1);
  expect(google.reviews.size).toBe(0);
  expect(await onlyRequest('waiting')).toMatchObject({ state: 'unanswered' });
  expect((await answerAs('decline')).body).toMatchObject({ message: 'The time for an answer is over.' });
});

test('a decision of the store ends a request before the rule answers, and is its outcome', async () => {
  await buyAtApple({ consents: true });
  await tellApple('CONSUMPTION_REQUEST');
  await tellApple('REFUND', inHours(1));
  await moveTo(11);
  expect(apple.consumption.size).toBe(0);
  expect(await onlyRequest('decided')).toMatchObject({
    state: 'granted',
    decidedAt: inHours(1).toISOString(),
  });
  expect((await answerAs('decline')).body).toMatchObject({ message: 'The store has already decided.' });
  await tellApple('REFUND_REVERSED', inHours(3));
  expect(await onlyRequest('decided')).toMatchObject({ state: 'reversed' });
});

test('a person and the rules of three servers at the same moment: one content reaches the store', async () => {
  await buyAtGoogle();
  await admin.put('/admin/refund-rules', { store: 'android', rule: 'grant' });
  const services = { db, stores, clock, log: createTestLog([]) };
  for (let round = 0; round < 5; round += 1) {
    await setClock(start);
    await push(chargeback());
    const { id } = await onlyRequest('open');
    await moveTo(20.99);
    const workers = [1, 2, 3].map(() => startWorker(services, createRefundQueue(services, 'android')));
    await setClock(inHours(21));
    for (const { wake } of workers) wake();
    const answered = await admin.post(`/admin/refund-requests/${id}/answer`, { preference: 'decline' });
    await moveTo(21);
    await Promise.all(workers.map(({ stop }) => stop()));
    const contents = new Set(google.reviews.get(ORDER));
    expect(contents.size).toBe(1);
    expect(JSON.parse([...contents][0] ?? '').refundPreference).toBe(
      answered.status === 200 ? 'DECLINE' : 'APPROVE',
    );
    await db.deleteFrom('refund_requests').execute();
    await db.deleteFrom('store_notifications').execute();
    google.reviews.clear();
  }
});
