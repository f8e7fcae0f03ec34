import { beforeEach, expect, test } from 'vitest';
import { stopBulkRetry } from '#api/purchases/payments/bulk/retries.ts';
import type { StoreAnswer } from '#api/purchases/store.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { prepareRetries } from './retries.ts';

const { db } = await cloneDatabase();
const { addPayments, checks, clear, clock, ended, read, rows, start, storesOf, work } =
  await prepareRetries(db);

const final: StoreAnswer = { kind: 'never_known', raw: '404' };
const DAY_MS = 86_400_000;
const slow = { timeout: 20_000 };

beforeEach(async () => {
  clock.now = new Date();
  await clear();
});

test('a store that wants no questions keeps its rows until then; the other store goes on', async () => {
  const ids = [...(await addPayments(20, 'ios')), ...(await addPayments(20, 'android'))];
  const until = new Date(clock.now.getTime() + 3_600_000);
  const asked = { ios: 0, android: 0 };
  const stores = storesOf(async ({ platform }) => {
    asked[platform] += 1;
    const isTooMany = platform === 'ios' && asked.ios === 6 && clock.now < until;
    return isTooMany ? { kind: 'not_now', because: 'it has too many questions', until } : final;
  });
  const id = await start(ids);
  const worker = work(stores);
  await expect.poll(async () => (await read(id)).waitsUntil, slow).toBe(until.toISOString());
  const { counts } = await read(id);
  expect(counts).toMatchObject({ store_unreachable: 0, failed: 0, pending: 40 - counts.not_retryable });
  expect(asked.android).toBe(20);
  expect(asked.ios).toBeLessThan(12);

  clock.now = until;
  worker.wake();
  expect(await ended(id)).toMatchObject({ state: 'done', counts: { not_retryable: 40, pending: 0 } });
  // Each question is a check: the one that was refused too.
  const outcomes = (await checks()).map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'not_retryable')).toHaveLength(40);
  expect(outcomes).toContain('store_unreachable');
  expect(outcomes).not.toContain(null);
});

test('a retry that waits for a store can be stopped at once', async () => {
  const ids = await addPayments(9);
  const until = new Date(clock.now.getTime() + 3_600_000);
  const id = await start(ids);
  const worker = work(storesOf(async () => ({ kind: 'not_now', because: 'it is full', until })));
  await expect.poll(async () => (await read(id)).waitsUntil, slow).toBe(until.toISOString());
  await stopBulkRetry(db, id, clock.now);
  worker.wake();
  expect(await ended(id)).toMatchObject({ state: 'stopped', counts: { pending: 9 } });
});

test('a store that wants no questions for more than a day ends its rows', async () => {
  const ids = [...(await addPayments(9, 'ios')), ...(await addPayments(2, 'android'))];
  const until = new Date(clock.now.getTime() + DAY_MS);
  const id = await start(ids);
  clock.now = new Date(clock.now.getTime() + 1_000);
  const stores = storesOf(async ({ platform }) =>
    platform === 'ios'
      ? { kind: 'not_now', because: 'it is full', until: new Date(until.getTime() + 1) }
      : final,
  );
  work(stores);
  expect(await ended(id)).toMatchObject({ counts: { store_unreachable: 9, not_retryable: 2 } });
  expect((await rows(id))[0]?.message).toBe(
    'App Store hasn’t accepted requests for a day. Please try again later.',
  );
});
