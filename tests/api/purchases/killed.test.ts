import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startWorker } from '#api/jobs/worker.ts';
import { createGoogleConnection } from '#api/purchases/google/connection.ts';
import { createPurchaseQueue } from '#api/purchases/queue.ts';
import { createRefundQueue } from '#api/purchases/refunds/queue.ts';
import { createSandboxToken } from '#api/purchases/sandbox/token.ts';
import { throttle } from '#api/purchases/throttle.ts';
import { openSandbox } from '#api/startup/stores.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { holdRows } from '#tests/setup/api/hold-rows.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { createOrder } from '#tests/setup/stores/google/payloads.ts';
import { startGoogleServer } from '#tests/setup/stores/google/server.ts';
import { addFailedPayment } from '../payments/add-payment.ts';

const { db, url } = await cloneDatabase();
const google = await startGoogleServer();
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The real worker in a process that can be killed. */
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
  const purchase_token = createSandboxToken('active', new Date(Date.now() + 9 * 86_400_000), 'killed');
  const payment = await addFailedPayment(db, { purchase_token });
  // The answer can't be written until the server has been killed.
  const release = await holdRows(db, (held) =>
    held.selectFrom('failed_payments').where('id', '=', payment.id).select('id'),
  );
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
  await release();

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

/** The same for an answer about a refund, whose store is a server of this test. */
const refundProgram = `
  import { createLog } from './api/config/log.ts';
  import { openDatabase } from './api/db/open.ts';
  import { startWorker } from './api/jobs/worker.ts';
  import { createGoogleConnection } from './api/purchases/google/connection.ts';
  import { createRefundQueue } from './api/purchases/refunds/queue.ts';
  import { throttle } from './api/purchases/throttle.ts';
  const db = openDatabase(process.env.DATABASE, () => undefined);
  const clock = () => new Date(Date.now() + Number(process.env.AHEAD));
  const authorization = async () => new Headers({ authorization: process.env.ACCESS });
  const android = throttle(createGoogleConnection(JSON.parse(process.env.SETTINGS), { clock, authorization }), clock);
  const services = { db, clock, log: createLog(), stores: { android } };
  startWorker(services, createRefundQueue(services, 'android'));`;

test('after kill -9 while the rule answers a refund request, three others send the same bytes', async () => {
  const now = new Date();
  const order = createOrder(1);
  google.orders.set(order.orderId, order);
  const user = await addUser(db, {});
  const subscription = await db
    .insertInto('subscriptions')
    .values({
      ...{ user_id: user.id, plan: 'Monthly', product_id: 'x', platform: 'android', status: 'active' },
      start_date: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('charges')
    .values({
      ...{ subscription_id: subscription.id, platform: 'android', order_id: order.orderId },
      ...{ charged_at: now, paid_until: new Date(now.getTime() + 30 * 86_400_000), is_renewal: true },
      ...{ amount_cents: 799, amount_minor: 799 },
    })
    .execute();
  const { id } = await db
    .insertInto('refund_requests')
    .values({
      ...{ platform: 'android', notification_id: 'killed', order_id: order.orderId, store_token: 'token' },
      ...{ product_id: null, purchase_id: null, account_token: null, store_reason: '7' },
      ...{ asked_at: now, answer_due_at: new Date(now.getTime() + 86_400_000), due_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // The rule answers three hours before the end.
  const aheadMs = 21.5 * 3_600_000;
  const bodies: string[] = [];
  let hangs = true;
  google.intercept = ({ url: address }) => {
    if (!address.endsWith(':reviewrefund')) return undefined;
    bodies.push(google.requests.at(-1)?.body ?? '');
    // The first server dies before it hears what the store has recorded.
    return hangs ? new Promise<Response>(() => undefined) : undefined;
  };
  const { authorization } = google;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', refundProgram], {
    cwd: root,
    env: {
      DATABASE: url,
      AHEAD: String(aheadMs),
      SETTINGS: JSON.stringify(google.settings),
      ACCESS: (await authorization('')).get('authorization') ?? '',
    },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => bodies.length, { timeout: 60_000 }).toBe(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  hangs = false;

  const clock = () => new Date(Date.now() + aheadMs + 31_000);
  const connection = createGoogleConnection(google.settings, { clock, authorization });
  const stores = { ...openSandbox({ db, clock }), android: throttle(connection, clock) };
  const services = { db, clock, log: createTestLog([]), stores };
  const workers = [1, 2, 3].map(() => startWorker(services, createRefundQueue(services, 'android')));
  onTestFinished(async () => void (await Promise.all(workers.map(({ stop }) => stop()))));
  const sent = db.selectFrom('refund_requests').where('id', '=', id).select(['sent_at', 'due_at', 'by_rule']);
  await expect
    .poll(() => sent.executeTakeFirst(), { timeout: 60_000 })
    .toEqual({ sent_at: expect.any(Date), due_at: null, by_rule: true });
  expect(bodies).toEqual([bodies[0], bodies[0]]);
});
