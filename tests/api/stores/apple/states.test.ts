import { beforeEach, expect, test } from 'vitest';
import { createAppleConnection } from '#api/purchases/apple/connection.ts';
import type { Question, StoreAnswer } from '#api/purchases/store.ts';
import { createRenewal, createTransaction } from '#tests/setup/stores/apple/payloads.ts';
import { startAppleServer } from '#tests/setup/stores/apple/server.ts';

const apple = await startAppleServer();
const clock = () => new Date('2026-11-22T12:00:00Z');
const connection = createAppleConnection(apple.settings, {
  clock,
  rootCertificates: apple.rootCertificates,
});

const KEY = '2000000100';
const NEWEST = '2000000102';
const paidUntil = new Date('2026-12-10T08:00:00Z');
const time = (date: string) => new Date(date).getTime();

beforeEach(() => apple.subscriptions.clear());

function ask(changes: Partial<Question> = {}): Promise<StoreAnswer> {
  const question: Question = {
    platform: 'ios',
    key: KEY,
    environment: 'production',
    productId: null,
    knownOrder: NEWEST,
    askedOrders: [],
  };
  return connection.ask({ ...question, ...changes }, AbortSignal.timeout(60_000));
}

async function askPurchase(changes: Partial<Question> = {}) {
  const answer = await ask(changes);
  if (answer.kind !== 'purchase') throw new Error(`The answer is ${JSON.stringify(answer)}.`);
  return answer.purchase;
}

test('everything about a purchase that renews', async () => {
  apple.addSubscription();
  expect(await askPurchase()).toEqual({
    state: { name: 'active', until: paidUntil, renews: true, isTrial: false },
    rawState: '1 active',
    environment: 'production',
    productId: 'meals.monthly',
    accountToken: '7e3fb20b-4cdb-47cc-936d-99d65f608138',
    replaces: null,
    startedAt: new Date('2026-09-10T08:00:00Z'),
    orders: [expect.objectContaining({ id: NEWEST })],
    price: { minor: 799, currency: 'USD' },
  });
});

test('a free trial', async () => {
  apple.addSubscription({}, [{ offerType: 1, offerDiscountType: 'FREE_TRIAL', price: 0 }]);
  expect((await askPurchase()).state).toMatchObject({ name: 'active', isTrial: true });
});

test('renewal that the customer switched off', async () => {
  apple.addSubscription({ renewal: createRenewal({ autoRenewStatus: 0 }) });
  expect((await askPurchase()).state).toEqual({
    name: 'canceled',
    until: paidUntil,
    because: { kind: 'customer', raw: 'autoRenewStatus 0' },
  });
});

test('a grace period, also if Apple does not flag the billing retry', async () => {
  const gracePeriodExpiresDate = time('2026-12-26T08:00:00Z');
  apple.addSubscription({
    status: 4,
    renewal: createRenewal({ gracePeriodExpiresDate, isInBillingRetryPeriod: false }),
  });
  const { state, rawState } = await askPurchase();
  const end = new Date(gracePeriodExpiresDate);
  expect(rawState).toBe('4 billing grace period');
  expect(state).toEqual({
    name: 'in_grace_period',
    dueAt: paidUntil,
    accessUntil: end,
    deadline: { at: end, certainty: 'said' },
  });
});

test('billing retry: 60 days after the renewal that failed', async () => {
  apple.addSubscription({ status: 3, renewal: createRenewal({ isInBillingRetryPeriod: true }) });
  const { state, rawState } = await askPurchase();
  expect(rawState).toBe('3 billing retry');
  expect(state).toEqual({
    name: 'in_billing_retry',
    dueAt: paidUntil,
    deadline: { at: new Date('2027-02-08T08:00:00Z'), certainty: 'computed' },
  });
});

test.each([
  [1, 'customer', '1 customer cancelled'],
  [2, 'billing', '2 billing error'],
  [3, 'price_increase', '3 customer did not consent to price increase'],
  [4, 'product_unavailable', '4 product not available'],
  [5, 'other', '5 other'],
  [9, 'other', '9'],
])('expired with intent %i: %s', async (expirationIntent, kind, raw) => {
  apple.addSubscription({ status: 2, renewal: createRenewal({ expirationIntent, autoRenewStatus: 0 }) });
  const { state, rawState } = await askPurchase();
  expect(rawState).toBe('2 expired');
  expect(state).toEqual({ name: 'expired', at: paidUntil, because: { kind, raw } });
});

test('expired without an intent', async () => {
  apple.addSubscription({ status: 2 });
  expect((await askPurchase()).state).toMatchObject({
    because: { kind: 'other', raw: 'no expirationIntent' },
  });
});

test('revoked, with the refund of the newest order although it is known', async () => {
  const revocationDate = time('2026-11-20T10:00:00Z');
  apple.addSubscription({ status: 5 }, [{ revocationDate, revocationReason: 1 }]);
  const { state, rawState, orders } = await askPurchase();
  expect(rawState).toBe('5 revoked');
  expect(state).toEqual({ name: 'revoked', at: new Date(revocationDate) });
  expect(orders).toMatchObject([{ id: NEWEST, refund: { at: new Date(revocationDate), minor: 799 } }]);
});

test('a status that is new to us', async () => {
  apple.addSubscription({ status: 6 });
  expect(await askPurchase()).toMatchObject({ state: { name: 'unrecognized' }, rawState: '6' });
});

test.each([4, 5])('status %i without its date changes nothing', async (status) => {
  apple.addSubscription({ status });
  expect((await askPurchase()).state).toEqual({ name: 'unrecognized' });
});

test('one subscription of a customer who has two', async () => {
  apple.addSubscription({ status: 3 });
  apple.addSubscription({ status: 1 }, [
    { originalTransactionId: '2000000900', transactionId: '2000000901' },
  ]);
  expect((await askPurchase()).rawState).toBe('3 billing retry');
});

test('an account token in capitals; none', async () => {
  apple.addSubscription({}, [{ appAccountToken: '7E3FB20B-4CDB-47CC-936D-99D65F608138' }]);
  expect((await askPurchase()).accountToken).toBe('7e3fb20b-4cdb-47cc-936d-99d65f608138');
  const { appAccountToken: _, ...transaction } = createTransaction();
  apple.addSubscription({ transactions: [transaction] });
  expect((await askPurchase()).accountToken).toBeNull();
});

test('a purchase of the sandbox is asked for at the sandbox', async () => {
  const sandbox = { environment: 'Sandbox' };
  apple.addSubscription({ renewal: createRenewal(sandbox) }, [sandbox]);
  expect(await ask()).toEqual({ kind: 'never_known', raw: '4040010 TRANSACTION_ID_NOT_FOUND' });
  expect((await askPurchase({ environment: 'sandbox' })).environment).toBe('sandbox');
});

test('without APPLE_ACCEPT_SANDBOX nothing is asked about the sandbox', async () => {
  const settings = { ...apple.settings, acceptsSandbox: false };
  const { ask } = createAppleConnection(settings, { clock, rootCertificates: apple.rootCertificates });
  const asked = apple.requests.length;
  const question = { platform: 'ios', key: KEY, environment: 'sandbox', productId: null } as const;
  const answer = await ask({ ...question, knownOrder: null, askedOrders: [] }, AbortSignal.timeout(60_000));
  expect(answer).toMatchObject({ kind: 'not_now', because: expect.stringMatching(/^APPLE_ACCEPT_SANDBOX/) });
  expect(apple.requests).toHaveLength(asked);
});
