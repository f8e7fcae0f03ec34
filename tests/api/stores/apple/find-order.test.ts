import { InAppOwnershipType, RevocationType, TransactionReason, Type } from '@apple/app-store-server-library';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAppleConnection } from '#api/purchases/apple/connection.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { createChain } from '#tests/setup/stores/apple/certificates.ts';
import { createTransaction } from '#tests/setup/stores/apple/payloads.ts';
import { startAppleServer } from '#tests/setup/stores/apple/server.ts';
import { testBrokenConnections } from '../broken-connections.ts';

const NUMBER = 'MVXQ3N8B7D';
const apple = await startAppleServer();
const { sign } = apple;
const now = new Date('2026-11-22T12:00:00Z');
const logged: string[] = [];
const services = { clock: () => now, log: createTestLog(logged), rootCertificates: apple.rootCertificates };
const connection = createAppleConnection(apple.settings, services);

beforeEach(() => {
  apple.subscriptions.clear();
  apple.receipts.clear();
  apple.receipts.set(NUMBER, [createTransaction({ transactionReason: TransactionReason.RENEWAL })]);
  apple.intercept = null;
  apple.sign = sign;
  apple.hasWebhook = true;
  apple.requests.length = 0;
  logged.length = 0;
});

const find = (number = NUMBER, signal = AbortSignal.timeout(60_000)) => connection.findOrder(number, signal);
const answerWith = (body: string, init: ResponseInit) => {
  apple.intercept = () => new Response(body, init);
};
const errorBody = (errorCode: number) => JSON.stringify({ errorCode, errorMessage: 'Some words of Apple.' });

const order = {
  key: '2000000100',
  id: '2000000102',
  environment: 'production',
  accountToken: '7e3fb20b-4cdb-47cc-936d-99d65f608138',
  productId: 'meals.monthly',
  paidAt: new Date('2026-11-10T08:00:00Z'),
  paidUntil: new Date('2026-12-10T08:00:00Z'),
  price: { minor: 799, currency: 'USD' },
  refund: null,
  rawState: 'RENEWAL',
};

describe('the number of a receipt', () => {
  test('stands for a transaction with another number', async () => {
    expect(await find()).toEqual({ kind: 'found', orders: [order] });
    expect(await find('mvxq3n8b7d')).toEqual({ kind: 'found', orders: [order] });
  });

  test('of a refunded order', async () => {
    const revocationDate = new Date('2026-11-15T08:00:00Z').getTime();
    apple.receipts.set(NUMBER, [
      createTransaction({ revocationDate, revocationType: RevocationType.REFUND_FULL }),
    ]);
    const refund = { at: new Date(revocationDate), minor: 799 };
    expect(await find()).toMatchObject({ orders: [{ refund, rawState: 'TRANSACTION, REFUND_FULL' }] });
  });

  test('of an order with something else, or of nothing else', async () => {
    const { expiresDate: _, ...consumable } = createTransaction({ type: Type.CONSUMABLE });
    apple.receipts.set(NUMBER, [
      consumable,
      createTransaction({ transactionReason: TransactionReason.RENEWAL }),
    ]);
    expect(await find()).toEqual({ kind: 'found', orders: [order] });
    apple.receipts.set(NUMBER, [consumable]);
    expect(await find()).toEqual({ kind: 'found', orders: [] });
  });

  test('of a family member moves no money', async () => {
    const inAppOwnershipType = InAppOwnershipType.FAMILY_SHARED;
    apple.receipts.set(NUMBER, [createTransaction({ inAppOwnershipType })]);
    expect(await find()).toMatchObject({ orders: [{ price: { minor: 0 } }] });
  });

  test('that Apple does not know', async () => {
    expect(await find('MAAAAAAAAA')).toEqual({ kind: 'unknown', raw: '1 INVALID' });
  });

  test.each(['../history', 'GPA.3345-2271-9182-55501', 'ab', ''])(
    '%j never leaves the server',
    async (number) => {
      expect(await find(number)).toEqual({ kind: 'unknown', raw: 'this isn’t an order number' });
      expect(apple.requests).toEqual([]);
    },
  );
});

describe('digits are the id of a transaction', () => {
  test('of production, or else of the sandbox', async () => {
    apple.addSubscription({}, [{ transactionReason: TransactionReason.RENEWAL }]);
    expect(await find('2000000102')).toEqual({ kind: 'found', orders: [order] });
    apple.subscriptions.clear();
    apple.addSubscription({}, [{ environment: 'Sandbox' }]);
    expect(await find('2000000102')).toMatchObject({ orders: [{ environment: 'sandbox' }] });
  });

  test('that Apple does not know', async () => {
    expect(await find('2000000999')).toEqual({ kind: 'unknown', raw: '4040010 TRANSACTION_ID_NOT_FOUND' });
  });
});

describe('not now', () => {
  test.each([
    ['Unauthenticated', { status: 401 }, 'it refused our key'],
    [errorBody(5000001), { status: 500 }, 'it answered 500 (5000001 GENERAL_INTERNAL_RETRYABLE)'],
    ['<html>', { status: 503 }, 'it answered 503'],
    ['<h1>Not found</h1>', { status: 404 }, 'it answered 404'],
    ['{"status": 0, "signedTransactions": [', { status: 200 }, 'its answer couldn’t be read'],
    ['{}', { status: 200 }, 'its answer couldn’t be read'],
    ['{"status": 0, "signedTransactions": ["x"]}', { status: 200 }, expect.stringContaining('isn’t valid')],
  ])('%j, %j', async (body, init, because) => {
    answerWith(body, init);
    expect(await find()).toEqual({ kind: 'not_now', because, until: null });
  });

  test('429: until the time that Apple names', async () => {
    const until = new Date('2026-11-22T12:07:00Z');
    answerWith(errorBody(4290000), { status: 429, headers: { 'retry-after': String(until.getTime()) } });
    expect(await find()).toEqual({ kind: 'not_now', because: 'it asked us to wait', until });
  });

  test('a transaction that another chain has signed is not believed, and logged', async () => {
    apple.sign = createChain().sign;
    const because = 'its signature isn’t valid (VERIFICATION_FAILURE)';
    expect(await find()).toEqual({ kind: 'not_now', because, until: null });
    expect(logged[0]).toMatch(/"level":"error".*VERIFICATION_FAILURE/);
  });

  testBrokenConnections({
    ask: (_, signal) => find(NUMBER, signal),
    askAt: (apiUrl) =>
      createAppleConnection({ ...apple.settings, apiUrl }, services).findOrder(
        NUMBER,
        AbortSignal.timeout(60_000),
      ),
    intercept: (answer) => {
      apple.intercept = answer;
    },
  });
});

describe('a test notification', () => {
  const request = (signal = AbortSignal.timeout(60_000)) => connection.requestTest?.(signal);

  test('is requested for production', async () => {
    expect(await request()).toEqual({ kind: 'requested' });
    expect(apple.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /production/inApps/v1/notifications/test',
    ]);
  });

  test('without an address of ours', async () => {
    apple.hasWebhook = false;
    expect(await request()).toEqual({
      kind: 'refused',
      because:
        'The App Store doesn’t have our server’s address. Enter the production server URL in App Store Connect (4040007 SERVER_NOTIFICATION_URL_NOT_FOUND).',
    });
  });

  test.each([
    [429, 'it asked us to wait'],
    [503, 'it answered 503'],
  ])('%i: not now', async (status, because) => {
    answerWith('', { status });
    expect(await request()).toMatchObject({ kind: 'not_now', because });
  });
});
