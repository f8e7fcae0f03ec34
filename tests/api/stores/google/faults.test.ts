import { beforeEach, describe, expect, test } from 'vitest';
import { createGoogleConnection } from '#api/purchases/google/connection.ts';
import type { Question } from '#api/purchases/store.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { question } from '#tests/setup/stores/google/ask.ts';
import { createLineItem, createSubscription } from '#tests/setup/stores/google/payloads.ts';
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

function ask(changes: Partial<Question> = {}, signal = AbortSignal.timeout(60_000)) {
  return connection.ask({ ...question, ...changes }, signal);
}

function askAt(apiUrl: string) {
  const { ask } = createGoogleConnection({ ...google.settings, apiUrl }, services);
  return ask(question, AbortSignal.timeout(60_000));
}

function answerWith(body: string, init: ResponseInit): void {
  google.intercept = () => new Response(body, init);
}

const errorBody = (code: number, reason: string) => JSON.stringify(toErrorBody({ code, reason }));

describe('the purchase is not known', () => {
  test('404: it never was', async () => {
    google.subscriptions.clear();
    expect(await ask()).toEqual({ kind: 'never_known', raw: '404 notFound' });
  });

  test('410: it ended too long ago', async () => {
    answerWith(errorBody(410, 'subscriptionPurchaseNoLongerAvailable'), { status: 410 });
    const raw = '410 subscriptionPurchaseNoLongerAvailable';
    expect(await ask()).toEqual({ kind: 'known_no_longer', raw });
  });

  test.each([404, 410])('a %i that is not of Google says nothing about it', async (status) => {
    answerWith('<h1>Not found</h1>', { status });
    expect(await ask()).toEqual({ kind: 'not_now', because: `it answered ${status}`, until: null });
  });

  test.each(['', '.', '..', '\ud800', 'x'.repeat(1_501)])(
    'the key %j never leaves the server',
    async (key) => {
      expect(await ask({ key })).toEqual({ kind: 'never_known', raw: 'this isn’t a purchase token' });
      expect(google.requests).toEqual([]);
    },
  );

  test('a key stays one part of the address', async () => {
    expect(await ask({ key: '../../orders?x=1#y' })).toMatchObject({ kind: 'never_known' });
    expect(google.requests.map(({ path }) => path)).toEqual([
      'purchases/subscriptionsv2/tokens/..%2F..%2Forders%3Fx%3D1%23y',
    ]);
  });
});

describe('not now', () => {
  const unreadable = 'its answer couldn’t be read';
  const { expiryTime: _, ...item } = createLineItem();
  test.each([
    [errorBody(500, 'backendError'), { status: 500 }, 'it answered 500 (backendError)'],
    [errorBody(400, 'invalid'), { status: 400 }, 'it answered 400 (invalid)'],
    ['<html><h1>Service Unavailable</h1></html>', { status: 503 }, 'it answered 503'],
    ['{"subscriptionState": ', { status: 200 }, unreadable],
    ['<html>Sign in to the network</html>', { status: 200 }, unreadable],
    ['', { status: 200 }, unreadable],
    ['null', { status: 200 }, unreadable],
    ['{}', { status: 200 }, unreadable],
    [JSON.stringify(createSubscription({ lineItems: [] })), { status: 200 }, unreadable],
    [
      JSON.stringify(createSubscription({ lineItems: [{ ...item, expiryTime: 'soon' }] })),
      { status: 200 },
      unreadable,
    ],
    [
      JSON.stringify(createSubscription({ startTime: '-200000-01-01T00:00:00Z' })),
      { status: 200 },
      unreadable,
    ],
  ])('%j, %j', async (body, init, because) => {
    answerWith(body, init);
    expect(await ask()).toEqual({ kind: 'not_now', because, until: null });
  });

  test.each([
    ['300', '2026-11-22T12:05:00Z'],
    ['Sun, 22 Nov 2026 12:07:00 GMT', '2026-11-22T12:07:00Z'],
    [null, '2026-11-22T12:01:00Z'],
    ['0', '2026-11-22T12:01:00Z'],
    ['Sun, 22 Nov 2026 11:00:00 GMT', '2026-11-22T12:01:00Z'],
    ['soon', '2026-11-22T12:01:00Z'],
  ])('429 with Retry-After %j: the whole store waits until %s', async (header, until) => {
    const headers = header === null ? {} : { 'retry-after': header };
    answerWith(errorBody(429, 'rateLimitExceeded'), { status: 429, headers });
    expect(await ask()).toEqual({ kind: 'not_now', because: 'it asked us to wait', until: new Date(until) });
  });

  test('403 because of a quota is no refusal of our account', async () => {
    answerWith(errorBody(403, 'dailyLimitExceeded'), { status: 403 });
    expect(await ask()).toMatchObject({ because: 'it asked us to wait' });
    expect(logged).toEqual([]);
  });

  test('429 for an order', async () => {
    google.intercept = ({ url }) =>
      url.includes('/orders/') ? new Response('', { status: 429 }) : undefined;
    expect(await ask()).toMatchObject({ kind: 'not_now', because: 'it asked us to wait' });
  });

  testBrokenConnections({
    ask,
    askAt,
    intercept: (answer) => {
      google.intercept = answer;
    },
  });
});

describe('what the operator must know', () => {
  test.each([
    [401, 'authError'],
    [403, 'permissionDenied'],
  ])('%i: our account was refused', async (status, reason) => {
    answerWith(errorBody(status, reason), { status });
    expect(await ask()).toEqual({ kind: 'not_now', because: 'it refused our account', until: null });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(/"level":"error".*Google Play refused our account/);
    expect(logged[0]).not.toMatch(/AO-J1Oz|an-access-token/);
  });

  test('an app that Google does not know makes no purchase unknown', async () => {
    answerWith(errorBody(404, 'applicationNotFound'), { status: 404 });
    expect(await ask()).toEqual({ kind: 'not_now', because: 'it doesn’t recognize our app', until: null });
    expect(logged[0]).toMatch(/"level":"error".*GOOGLE_PACKAGE_NAME/);
  });

  test('a purchase that could not be acknowledged is answered all the same', async () => {
    google.addSubscription({ acknowledgementState: 'ACKNOWLEDGEMENT_STATE_PENDING' });
    google.intercept = ({ method }) => (method === 'POST' ? new Response('', { status: 500 }) : undefined);
    expect(await ask()).toMatchObject({ kind: 'purchase' });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(/"level":"warn".*"failure":"it answered 500".*acknowledged/);
  });

  test('other faults are left to the caller', async () => {
    answerWith('', { status: 503 });
    await ask();
    expect(logged).toEqual([]);
  });
});
