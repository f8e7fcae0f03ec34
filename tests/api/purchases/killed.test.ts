import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startWorker } from '#api/jobs/worker.ts';
import { createPurchaseQueue } from '#api/purchases/queue.ts';
import { createSandboxToken } from '#api/purchases/sandbox/token.ts';
import { openSandbox } from '#api/startup/stores.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addFailedPayment } from '../payments/add-payment.ts';

const { db, url } = await cloneDatabase();
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The real worker in a process that can be killed while the store thinks. */
const program = `
  import { createLog } from './api/config/log.ts';
  import { openDatabase } from './api/db/open.ts';
  import { startWorker } from './api/jobs/worker.ts';
  import { createPurchaseQueue } from './api/purchases/queue.ts';
  import { openSandbox } from './api/startup/stores.ts';
  const db = openDatabase(process.env.DATABASE, () => undefined);
  const clock = () => new Date();
  const services = { db, clock, log: createLog(), stores: openSandbox({ db, clock }) };
  startWorker(services, createPurchaseQueue(services, 'ios'));`;

test('after kill -9 between claim and outcome another server asks once, and the money is booked once', async () => {
  const purchase_token = createSandboxToken('active-slow', new Date(Date.now() + 9 * 86_400_000), 'killed');
  const payment = await addFailedPayment(db, { purchase_token });
  await db.updateTable('purchases').set({ due_at: new Date() }).execute();
  const row = () => db.selectFrom('purchases').selectAll().executeTakeFirstOrThrow();
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    env: { DATABASE: url },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(async () => (await row()).lease_id, { timeout: 60_000 }).not.toBeNull();
  child.kill('SIGKILL');
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
  expect(await db.selectFrom('charges').selectAll().execute()).toEqual([]);

  // The lease of the killed server has ended.
  const clock = () => new Date(Date.now() + 31_000);
  const services = { db, clock, log: createTestLog([]), stores: openSandbox({ db, clock }) };
  const workers = [1, 2].map(() => startWorker(services, createPurchaseQueue(services, 'ios')));
  onTestFinished(async () => void (await Promise.all(workers.map(({ stop }) => stop()))));
  await expect.poll(async () => (await row()).due_at, { timeout: 60_000 }).toBeNull();
  expect(await db.selectFrom('charges').selectAll().execute()).toHaveLength(1);
  const payments = db.selectFrom('failed_payments').select(['id', 'state', 'recovered_alone']);
  expect(await payments.execute()).toEqual([{ id: payment.id, state: 'recovered', recovered_alone: true }]);
});
