import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createSandboxToken, type SandboxState } from '#api/purchases/sandbox/token.ts';
import { openSandbox } from '#api/startup/stores.ts';
import { addFailedPayment } from '#tests/api/payments/add-payment.ts';
import { prepareRetries } from '#tests/api/payments/bulk/retries.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';

const { db, url } = await cloneDatabase();
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The real worker in a process that can be killed while the stores think. */
const program = `
  import { createLog } from './api/config/log.ts';
  import { openDatabase } from './api/db/open.ts';
  import { startWorker } from './api/jobs/worker.ts';
  import { createRetryQueue } from './api/purchases/payments/bulk/retry-queue.ts';
  import { openSandbox } from './api/startup/stores.ts';
  const db = openDatabase(process.env.DATABASE, () => undefined);
  const clock = () => new Date();
  const services = { db, clock, log: createLog(), stores: openSandbox({ db, clock }) };
  startWorker(services, createRetryQueue(services));`;

const PAYMENTS = 500;

test('500 payments with one store error, and kill -9 in the middle: each has its outcome, and none twice', async () => {
  const { start, read, ended, work, checks, entries, rows, clock } = await prepareRetries(db);
  const soon = new Date(Date.now() + 9 * 86_400_000);
  const stateOf = (index: number): SandboxState => {
    if (index === 250) return 'unreachable';
    // Slow ones, so that some are asked at the moment of the kill.
    return index % 60 === 59 ? 'active-slow' : 'active';
  };
  const ids: number[] = [];
  for (let index = 0; index < PAYMENTS; index += 1) {
    const { id } = await addFailedPayment(db, {
      purchase_token: createSandboxToken(stateOf(index), soon, randomUUID()),
      platform: index % 2 === 0 ? 'ios' : 'android',
    });
    ids.push(id);
  }
  const retryId = await start(ids);
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    env: { DATABASE: url },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const open = async () => (await checks()).filter(({ finished_at }) => finished_at === null);
  const isInTheMiddle = async () => (await read(retryId)).counts.recovered > 150 && (await open()).length > 0;
  await expect.poll(isInTheMiddle, { timeout: 60_000, interval: 20 }).toBe(true);
  child.kill('SIGKILL');
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
  const left = await read(retryId);
  expect(left).toMatchObject({ state: 'running', finishedAt: null });
  expect(left.counts.pending).toBeGreaterThan(0);
  const abandoned = await open();

  // The lease of the killed server has ended, but its checks have not expired.
  clock.now = new Date(Date.now() + 31_000);
  work(openSandbox({ db, clock: () => clock.now }), 2);
  expect(await ended(retryId)).toMatchObject({
    state: 'done',
    counts: { payments: PAYMENTS, recovered: PAYMENTS - 1, store_unreachable: 1, pending: 0, failed: 0 },
  });
  const all = await checks();
  expect(all).toHaveLength(PAYMENTS);
  expect(new Set(all.map(({ payment_id }) => payment_id)).size).toBe(PAYMENTS);
  for (const { id } of abandoned) {
    expect(all.find((check) => check.id === id)).toMatchObject({ finished_at: clock.now });
  }
  for (const action of ['payment_check_started', 'payment_checked'] as const) {
    expect(await entries(action)).toHaveLength(PAYMENTS);
  }
  const charges = await db.selectFrom('charges').select('order_id').execute();
  expect(new Set(charges.map(({ order_id }) => order_id)).size).toBe(PAYMENTS - 1);
  expect(charges).toHaveLength(PAYMENTS - 1);
  expect((await rows(retryId))[0]).toMatchObject({ result: 'store_unreachable' });
});
