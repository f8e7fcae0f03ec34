import { beforeEach, expect, test } from 'vitest';
import { createGoogleConnection } from '#api/purchases/google/connection.ts';
import { FIRST_ORDER, TOKEN } from '#tests/setup/stores/google/payloads.ts';
import { startGoogleServer } from '#tests/setup/stores/google/server.ts';

const google = await startGoogleServer();
const now = new Date('2026-11-22T12:00:00Z');
const services = { clock: () => now, authorization: google.authorization };
const connection = createGoogleConnection(google.settings, services);
const yesterday = new Date('2026-11-21T12:00:00Z');

beforeEach(() => google.clear());

function readMissed(since = yesterday) {
  return Array.fromAsync(connection.readMissed(since, AbortSignal.timeout(60_000)));
}

function createVoided(number: number, changes: object = {}) {
  return {
    kind: 'androidpublisher#voidedPurchase',
    purchaseToken: TOKEN,
    orderId: `${FIRST_ORDER}..${number}`,
    purchaseTimeMillis: String(Date.UTC(2026, 10, 10)),
    voidedTimeMillis: String(Date.UTC(2026, 10, 22, number)),
    voidedSource: 0,
    voidedReason: 7,
    ...changes,
  };
}

const queries = () => google.requests.map(({ query }) => Object.fromEntries(query));

test('nothing was missed', async () => {
  expect(await readMissed()).toEqual([]);
  expect(queries()).toEqual([{ type: '1', startTime: String(yesterday.getTime()) }]);
});

test('a refund', async () => {
  google.voided = [createVoided(1)];
  const at = new Date('2026-11-22T01:00:00Z');
  expect(await readMissed()).toEqual([
    {
      platform: 'android',
      id: `voided:${FIRST_ORDER}..1:${at.getTime()}`,
      type: 'VOIDED_PURCHASE (reason 7)',
      at,
      environment: 'production',
      purchase: { key: TOKEN, productId: null, accountToken: null },
      orders: [`${FIRST_ORDER}..1`],
      payload: { ...createVoided(1), voidedTimeMillis: at.getTime() },
    },
  ]);
});

test('a refund without a reason, which Google leaves out if it is 0', async () => {
  const { voidedReason: _, ...voided } = createVoided(1);
  google.voided = [voided];
  expect(await readMissed()).toMatchObject([{ type: 'VOIDED_PURCHASE (reason 0)' }]);
});

test('all pages, by their token', async () => {
  google.pageSize = 2;
  google.voided = [1, 2, 3, 4, 5].map((number) => createVoided(number));
  expect((await readMissed()).flatMap(({ orders }) => orders)).toEqual(
    [1, 2, 3, 4, 5].map((number) => `${FIRST_ORDER}..${number}`),
  );
  expect(queries().map(({ token }) => token)).toEqual([undefined, '2', '4']);
});

test('at most the thirty days that Google keeps', async () => {
  await readMissed(new Date('2026-01-01T00:00:00Z'));
  expect(queries()[0]?.startTime).toBe(String(new Date('2026-10-23T13:00:00Z').getTime()));
});

test.each([
  [new Response('', { status: 503 }), 'it answered 503'],
  [new Response('', { status: 429 }), 'it asked us to wait'],
  [new Response('<html>'), 'its answer couldn’t be read'],
  [Response.json({ voidedPurchases: [{ orderId: 'GPA.1' }] }), 'its answer couldn’t be read'],
])('throws if Google does not answer: %#', async (response, message) => {
  google.intercept = () => response.clone();
  await expect(readMissed()).rejects.toThrow(message);
});
