import { beforeEach, expect, test } from 'vitest';
import { createAppleConnection } from '#api/purchases/apple/connection.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { createChain } from '#tests/setup/stores/apple/certificates.ts';
import { createData, createMessage, createTransaction } from '#tests/setup/stores/apple/payloads.ts';
import { startAppleServer } from '#tests/setup/stores/apple/server.ts';

const apple = await startAppleServer();
const logged: string[] = [];
const services = {
  clock: () => new Date('2026-11-22T12:00:00Z'),
  log: createTestLog(logged),
  rootCertificates: apple.rootCertificates,
};
const connection = createAppleConnection(apple.settings, services);
const yesterday = new Date('2026-11-21T12:00:00Z');

beforeEach(() => {
  apple.undelivered = { production: [], sandbox: [] };
  apple.requests.length = 0;
  apple.pageSize = 20;
  apple.intercept = null;
  logged.length = 0;
});

async function readMissed(since = yesterday, { readMissed } = connection) {
  return Array.fromAsync(readMissed(since, AbortSignal.timeout(60_000)));
}

const bodies = () => apple.requests.map(({ body }) => JSON.parse(body));

test('nothing was missed', async () => {
  expect(await readMissed()).toEqual([]);
});

test('what could not be delivered, page by page, and of the sandbox after it', async () => {
  apple.pageSize = 2;
  const types = ['SUBSCRIBED', 'DID_RENEW', 'DID_FAIL_TO_RENEW', 'REFUND', 'EXPIRED'];
  apple.undelivered.production = types.map((type) =>
    apple.signNotification(type, undefined, createTransaction()),
  );
  apple.undelivered.sandbox = [
    apple.signNotification('DID_RENEW', undefined, createTransaction({ environment: 'Sandbox' })),
  ];
  const missed = await readMissed();
  expect(missed.map(({ type }) => type)).toEqual([...types, 'DID_RENEW']);
  expect(missed[3]).toMatchObject({ purchase: { key: '2000000100' }, orders: ['2000000102'] });
  expect(missed.map(({ environment }) => environment)).toEqual([...types.map(() => 'production'), 'sandbox']);
  expect(apple.requests.map(({ path, query }) => [path.split('/')[1], query.get('paginationToken')])).toEqual(
    [
      ['production', null],
      ['production', '2'],
      ['production', '4'],
      ['sandbox', null],
    ],
  );
  expect(bodies()).toEqual(
    apple.requests.map(() => ({
      startDate: yesterday.getTime(),
      endDate: new Date('2026-11-22T12:00:00Z').getTime(),
      onlyFailures: true,
    })),
  );
});

test('an earlier start than Apple allows becomes the earliest', async () => {
  await readMissed(new Date('2020-01-01T00:00:00Z'));
  expect(bodies().map(({ startDate }) => new Date(startDate).toISOString())).toEqual([
    '2026-05-27T12:00:00.000Z',
    '2026-10-24T12:00:00.000Z',
  ]);
});

test('the sandbox is not asked if it is not accepted', async () => {
  const settings = { ...apple.settings, acceptsSandbox: false };
  await readMissed(yesterday, createAppleConnection(settings, services));
  expect(apple.requests).toHaveLength(1);
});

test('a forged one is left out, with a warning', async () => {
  const forged = createChain().sign(createMessage({ notificationType: 'TEST', data: createData() }));
  apple.undelivered.production = [forged, apple.signNotification('TEST', undefined)];
  expect(await readMissed()).toMatchObject([{ type: 'TEST' }]);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toMatch(/"level":"warn".*"failure":"VERIFICATION_FAILURE"/);
});

test.each([
  [500, 'it answered 500'],
  [429, 'it asked us to wait'],
  [401, 'it refused our key'],
  [200, 'its answer couldn’t be read'],
])('%i: it throws why, so that the run counts as not done', async (status, message) => {
  apple.intercept = () => new Response('', { status });
  await expect(readMissed()).rejects.toThrow(message);
});
