import { beforeEach, describe, expect, test } from 'vitest';
import { createAppleConnection } from '#api/purchases/apple/connection.ts';
import type { Question } from '#api/purchases/store.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { createChain } from '#tests/setup/stores/apple/certificates.ts';
import { createRenewal, createTransaction } from '#tests/setup/stores/apple/payloads.ts';
import { startAppleServer } from '#tests/setup/stores/apple/server.ts';
import { testBrokenConnections } from '../broken-connections.ts';

const apple = await startAppleServer();
const { sign } = apple;
const now = new Date('2026-11-22T12:00:00Z');
const logged: string[] = [];
const services = {
  clock: () => now,
  log: createTestLog(logged),
  rootCertificates: apple.rootCertificates,
};
const connection = createAppleConnection(apple.settings, services);

const question: Question = {
  platform: 'ios',
  key: '2000000100',
  environment: 'production',
  productId: null,
  knownOrder: null,
  askedOrders: [],
};

beforeEach(() => {
  apple.subscriptions.clear();
  apple.addSubscription();
  apple.intercept = null;
  apple.sign = sign;
  apple.requests.length = 0;
  logged.length = 0;
});

function ask(changes: Partial<Question> = {}, signal = AbortSignal.timeout(60_000)) {
  return connection.ask({ ...question, ...changes }, signal);
}

function askAt(apiUrl: string) {
  const { ask } = createAppleConnection({ ...apple.settings, apiUrl }, services);
  return ask(question, AbortSignal.timeout(60_000));
}

function answerWith(body: string, init: ResponseInit): void {
  apple.intercept = () => new Response(body, init);
}

const errorBody = (errorCode: number) => JSON.stringify({ errorCode, errorMessage: 'Some words of Apple.' });

describe('the purchase is not known', () => {
  test.each([
    [4040010, '4040010 TRANSACTION_ID_NOT_FOUND'],
    [4040005, '4040005 ORIGINAL_TRANSACTION_ID_NOT_FOUND'],
    [4040001, '4040001 ACCOUNT_NOT_FOUND'],
  ])('404 with %i: it never was', async (code, raw) => {
    answerWith(errorBody(code), { status: 404 });
    expect(await ask()).toEqual({ kind: 'never_known', raw });
  });

  test.each([
    [4040002, 'ACCOUNT_NOT_FOUND_RETRYABLE'],
    [4040004, 'APP_NOT_FOUND_RETRYABLE'],
    [4040006, 'ORIGINAL_TRANSACTION_ID_NOT_FOUND_RETRYABLE'],
  ])('404 with %i: not now', async (code, name) => {
    answerWith(errorBody(code), { status: 404 });
    const because = `it answered 404 (${code} ${name})`;
    expect(await ask()).toEqual({ kind: 'not_now', because, until: null });
  });

  test('a 404 that is not of the App Store says nothing about it', async () => {
    answerWith('<h1>Not found</h1>', { status: 404 });
    expect(await ask()).toEqual({ kind: 'not_now', because: 'it answered 404', until: null });
  });

  test('a key that is no transaction id never leaves the server', async () => {
    expect(await ask({ key: '../notifications/test' })).toMatchObject({ kind: 'never_known' });
    expect(apple.requests).toEqual([]);
  });

  test('a customer who has other subscriptions only', async () => {
    apple.intercept = async () => Response.json({ data: [{ lastTransactions: [] }] });
    const raw = 'no subscription has this transaction ID';
    expect(await ask()).toEqual({ kind: 'never_known', raw });
  });
});

describe('not now', () => {
  test.each([
    [errorBody(5000001), { status: 500 }, 'it answered 500 (5000001 GENERAL_INTERNAL_RETRYABLE)'],
    ['<html><h1>Service Unavailable</h1></html>', { status: 503 }, 'it answered 503'],
    ['{"data": [', { status: 200 }, 'its answer couldn’t be read'],
    ['null', { status: 200 }, 'its answer couldn’t be read'],
    ['', { status: 200 }, 'its answer couldn’t be read'],
    ['{}', { status: 200 }, 'its answer couldn’t be read'],
    ['{"data": "none"}', { status: 200 }, 'its answer couldn’t be read'],
    ['{"data": [null]}', { status: 200 }, 'its answer couldn’t be read'],
    [
      '{"data": [{"lastTransactions": [{"status": 1, "originalTransactionId": "2000000100"}]}]}',
      { status: 200 },
      'its answer couldn’t be read',
    ],
  ])('%j, %j', async (body, init, because) => {
    answerWith(body, init);
    expect(await ask()).toEqual({ kind: 'not_now', because, until: null });
  });

  test.each([1e20, -1e14, 8.64e15])('a transaction that ends at %d', async (expiresDate) => {
    apple.addSubscription({}, [{ expiresDate }]);
    expect(await ask()).toEqual({ kind: 'not_now', because: 'its answer couldn’t be read', until: null });
  });

  test('a transaction without the fields of a subscription', async () => {
    const { expiresDate: _, ...transaction } = apple.addSubscription().transactions[0] ?? {};
    const info = { signedTransactionInfo: sign(transaction), signedRenewalInfo: sign(createRenewal()) };
    const lastTransactions = [{ status: 1, originalTransactionId: question.key, ...info }];
    apple.intercept = () => Response.json({ data: [{ lastTransactions }] });
    expect(await ask()).toEqual({ kind: 'not_now', because: 'its answer couldn’t be read', until: null });
  });

  test.each([
    ['transaction', createTransaction({ originalTransactionId: '2000000900' }), createRenewal()],
    ['renewal', createTransaction(), createRenewal({ originalTransactionId: '2000000900' })],
  ])('a %s of another purchase under the id of this one', async (_, transaction, renewal) => {
    const info = { signedTransactionInfo: sign(transaction), signedRenewalInfo: sign(renewal) };
    const lastTransactions = [{ status: 2, originalTransactionId: question.key, ...info }];
    apple.intercept = () => Response.json({ data: [{ lastTransactions }] });
    const because = 'its answer is about a different purchase';
    expect(await ask()).toEqual({ kind: 'not_now', because, until: null });
  });

  test('429: the whole store waits until the time that Apple names in milliseconds', async () => {
    const until = new Date('2026-11-22T12:07:00Z');
    answerWith(errorBody(4290000), { status: 429, headers: { 'retry-after': String(until.getTime()) } });
    expect(await ask()).toEqual({ kind: 'not_now', because: 'it asked us to wait', until });
  });

  test.each([[{}], [{ 'retry-after': '120' }], [{ 'retry-after': 'soon' }]])(
    '429 with %j: a minute',
    async (headers) => {
      answerWith(errorBody(4290000), { status: 429, headers });
      expect(await ask()).toMatchObject({ until: new Date('2026-11-22T12:01:00Z') });
    },
  );

  test('429 in the history that follows', async () => {
    apple.intercept = (request) =>
      request.url.includes('/history/') ? new Response('', { status: 429 }) : undefined;
    expect(await ask()).toMatchObject({ kind: 'not_now', because: 'it asked us to wait' });
  });

  testBrokenConnections({
    ask,
    askAt,
    intercept: (answer) => {
      apple.intercept = answer;
    },
  });
});

describe('what the operator must know', () => {
  test('a refused key is logged once, without the key', async () => {
    const other = (await startAppleServer()).settings.privateKey;
    const { ask } = createAppleConnection({ ...apple.settings, privateKey: other }, services);
    const answer = await ask(question, AbortSignal.timeout(60_000));
    expect(answer).toEqual({ kind: 'not_now', because: 'it refused our key', until: null });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(/"level":"error".*the App Store refused our key/);
    expect(logged[0]).not.toMatch(/PRIVATE|eyJ/);
  });

  test('an answer that another chain has signed is not believed', async () => {
    apple.sign = createChain().sign;
    expect(await ask()).toEqual({
      kind: 'not_now',
      because: 'its signature isn’t valid (VERIFICATION_FAILURE)',
      until: null,
    });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(/"level":"error".*"failure":"VERIFICATION_FAILURE"/);
    expect(logged[0]).not.toContain('eyJ');
  });

  test('nor is a renewal that another chain has signed', async () => {
    const forge = createChain().sign;
    apple.sign = (payload) => ('autoRenewStatus' in payload ? forge(payload) : sign(payload));
    const because = 'its signature isn’t valid (VERIFICATION_FAILURE)';
    expect(await ask()).toEqual({ kind: 'not_now', because, until: null });
  });

  test('other faults are left to the caller', async () => {
    answerWith('', { status: 503 });
    await ask();
    expect(logged).toEqual([]);
  });
});
