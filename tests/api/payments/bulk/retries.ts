import { randomUUID } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import type { Db } from '#api/db/schema.ts';
import { startWorker } from '#api/jobs/worker.ts';
import type { Stores } from '#api/purchases/ask-purchase.ts';
import { listRetryRows, readBulkRetry, startBulkRetry } from '#api/purchases/payments/bulk/retries.ts';
import { createRetryQueue } from '#api/purchases/payments/bulk/retry-queue.ts';
import type { AskStore } from '#api/purchases/store.ts';
import type { RetryRow } from '#contract/payments/bulk.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { storesThatAnswer } from '#tests/setup/api/stores.ts';
import { addFailedPayment } from '../add-payment.ts';

/** What the tests of the worker share. `clock` can be moved. */
export async function prepareRetries(db: Db) {
  const administrator = await addAdministrator(db);
  const clock = { now: new Date() };
  const logLines: string[] = [];
  const log = createTestLog(logLines);

  async function addPayments(count: number, platform: 'ios' | 'android' = 'ios'): Promise<number[]> {
    const ids: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const payment = await addFailedPayment(db, { purchase_token: randomUUID(), platform });
      ids.push(payment.id);
    }
    return ids;
  }
  const start = (ids: readonly number[], by = administrator) =>
    startBulkRetry(
      db,
      {
        ids,
        selection: {},
        expected: ids.length,
        notes: 'a test',
        actor: { kind: 'administrator', id: by.id, requestId: 'request' },
      },
      clock.now,
    );
  const services = (stores: Stores) => ({ db, log, clock: () => clock.now, stores });
  const storesOf = (ask: AskStore) => storesThatAnswer(ask, () => clock.now);
  /** As many servers, each with its own worker. */
  function work(stores: Stores, servers = 1) {
    const workers = Array.from({ length: servers }, () =>
      startWorker(services(stores), createRetryQueue(services(stores))),
    );
    const stop = async () => void (await Promise.all(workers.map((worker) => worker.stop())));
    onTestFinished(stop);
    return { stop, wake: () => workers.map((worker) => worker.wake()) };
  }
  const read = (id: number) => readBulkRetry(db, id, clock.now);
  const ended = async (id: number) => {
    await expect
      .poll(async () => (await read(id)).finishedAt, { timeout: 60_000 })
      .toEqual(expect.any(String));
    return read(id);
  };
  const rows = async (retryId: number): Promise<RetryRow[]> => {
    const first = await listRetryRows(db, { retryId });
    const pages = Array.from({ length: Math.ceil(first.total / 50) - 1 }, (_, index) => index + 2);
    const others = await Promise.all(pages.map((page) => listRetryRows(db, { retryId, page })));
    return [first, ...others].flatMap(({ data }) => data);
  };
  async function clear(): Promise<void> {
    for (const table of ['background_jobs', 'purchases', 'failed_payments'] as const) {
      await db.deleteFrom(table).execute();
    }
  }
  const checks = () => db.selectFrom('payment_checks').selectAll().execute();
  const entries = (action: 'payment_check_started' | 'payment_checked') =>
    db.selectFrom('audit_entries').where('action', '=', action).selectAll().execute();
  return {
    ...{ administrator, clock, logLines, addPayments, start, services, work, read, ended, rows },
    ...{ checks, entries, storesOf, clear },
  };
}
