import { beforeEach, describe, expect, test } from 'vitest';
import { createGoogleConnection } from '#api/purchases/google/connection.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { createOrder, FIRST_ORDER, TOKEN } from '#tests/setup/stores/google/payloads.ts';
import { startGoogleServer, toErrorBody } from '#tests/setup/stores/google/server.ts';
import { testBrokenConnections } from '../broken-connections.ts';

const google = await startGoogleServer();
const now = new Date('2026-11-22T12:00:00Z');
const logged: string[] = [];
const services = { clock: () => now, log: createTestLog(logged), authorization: google.authorization };
const connection = createGoogleConnection(google.settings, services);

beforeEach(() => {
  google.clear();
  google.addSubscription();
  logged.length = 0;
});

const find = (number = `${FIRST_ORDER}..1`, signal = AbortSignal.timeout(60_000)) =>
  connection.findOrder(number, signal);
const answerWith = (body: string, init: ResponseInit) => {
  google.intercept = () => new Response(body, init);
};
const errorBody = (code: number, reason: string) => JSON.stringify(toErrorBody({ code, reason }));

const order = {
  key: TOKEN,
  id: `${FIRST_ORDER}..1`,
  environment: 'production',
  accountToken: null,
  productId: 'meals.monthly',
  paidAt: new Date('2026-11-10T08:00:00Z'),
  paidUntil: new Date('2026-12-10T08:00:00Z'),
  price: { minor: 865, currency: 'USD' },
  refund: null,
  rawState: 'PROCESSED',
};

describe('the number of a receipt', () => {
  test('is the number of the order, which names the purchase', async () => {
    expect(await find()).toEqual({ kind: 'found', orders: [order] });
    expect(await find(FIRST_ORDER.toLowerCase())).toMatchObject({ orders: [{ id: FIRST_ORDER }] });
    expect(google.requests.map(({ path }) => path)).toEqual([
      `orders/${FIRST_ORDER}..1`,
      `orders/${FIRST_ORDER}`,
    ]);
  });

  test('of an order that was given back, in part, or never paid', async () => {
    const set = (changes: Parameters<typeof createOrder>[1]) =>
      google.orders.set(order.id, createOrder(1, changes));
    const at = '2026-11-15T08:00:00Z';
    set({ state: 'REFUNDED', orderHistory: { refundEvent: { eventTime: at } } });
    expect(await find()).toMatchObject({
      orders: [{ rawState: 'REFUNDED', refund: { at: new Date(at), minor: 865 } }],
    });
    set({ state: 'CANCELED' });
    expect(await find()).toMatchObject({ orders: [{ rawState: 'CANCELED', refund: null, paidUntil: null }] });
  });

  test('of something that is no subscription', async () => {
    google.orders.set('GPA.1', createOrder(0, { lineItems: [{ productId: 'cookbook' }] }));
    expect(await find('GPA.1')).toEqual({ kind: 'found', orders: [] });
  });

  test('that Google does not know, or does not take for one', async () => {
    expect(await find('GPA.9')).toEqual({ kind: 'unknown', raw: '404 notFound' });
    answerWith(errorBody(400, 'invalid'), { status: 400 });
    expect(await find('MVXQ3N8B7D')).toEqual({ kind: 'unknown', raw: '400' });
  });

  test.each(['', '.', '..', '\ud800'])('%j never leaves the server', async (number) => {
    expect(await find(number)).toEqual({ kind: 'unknown', raw: 'this isn’t an order number' });
    expect(google.requests).toEqual([]);
  });

  test('stays one part of the address', async () => {
    await find('../x?y=1');
    expect(google.requests.map(({ path }) => path)).toEqual(['orders/..%2Fx%3Fy%3D1']);
  });
});

describe('not now', () => {
  const { purchaseToken: _, ...withoutToken } = createOrder(1);
  test.each([
    [errorBody(401, 'authError'), { status: 401 }, 'it refused our account'],
    [errorBody(403, 'permissionDenied'), { status: 403 }, 'it refused our account'],
    [errorBody(404, 'applicationNotFound'), { status: 404 }, 'it doesn’t recognize our app'],
    ['<h1>Not found</h1>', { status: 404 }, 'it answered 404'],
    ['<h1>Bad request</h1>', { status: 400 }, 'it answered 400'],
    [errorBody(500, 'backendError'), { status: 500 }, 'it answered 500 (backendError)'],
    ['{"orderId": ', { status: 200 }, 'its answer couldn’t be read'],
    ['{}', { status: 200 }, 'its answer couldn’t be read'],
    [JSON.stringify(withoutToken), { status: 200 }, 'its answer couldn’t be read'],
  ])('%j, %j', async (body, init, because) => {
    answerWith(body, init);
    expect(await find()).toEqual({ kind: 'not_now', because, until: null });
  });

  test('429: until the time that Google names', async () => {
    answerWith(errorBody(429, 'rateLimitExceeded'), { status: 429, headers: { 'retry-after': '300' } });
    const until = new Date('2026-11-22T12:05:00Z');
    expect(await find()).toEqual({ kind: 'not_now', because: 'it asked us to wait', until });
  });

  testBrokenConnections({
    ask: (_, signal) => find(order.id, signal),
    askAt: (apiUrl) =>
      createGoogleConnection({ ...google.settings, apiUrl }, services).findOrder(
        order.id,
        AbortSignal.timeout(60_000),
      ),
    intercept: (answer) => {
      google.intercept = answer;
    },
  });
});
