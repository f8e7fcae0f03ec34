import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { removeOldJobs } from '#api/jobs/background.ts';
import { createSandboxToken, type SandboxState } from '#api/purchases/sandbox/token.ts';
import type { BulkRetry, RetryRow } from '#contract/payments/bulk.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { storePayments } from '#tests/setup/api/payments.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { addFailedPayment } from '../add-payment.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const soon = new Date(api.clock.now.getTime() + 9 * 86_400_000);

const path = '/admin/payment-retries';
const start = (body: object) => admin.post(path, { selection: {}, notes: 'a test', ...body });
const list = async () => (await admin.get(path)).body.data as BulkRetry[];
const rowsOf = async (id: number) =>
  (await admin.get(`${path}/${id}/rows`)).body as unknown as {
    data: RetryRow[];
    total: number;
  };
const idOf = ({ body }: { body: Record<string, unknown> }) => (body.data as BulkRetry).id;

const add = (state: SandboxState, values: Parameters<typeof addFailedPayment>[1] = {}) =>
  addFailedPayment(db, { purchase_token: createSandboxToken(state, soon, randomUUID()), ...values });

async function ended(id: number): Promise<BulkRetry | undefined> {
  const find = async () => (await list()).find((retry) => retry.id === id);
  await expect.poll(async () => (await find())?.finishedAt, { timeout: 60_000 }).toEqual(expect.any(String));
  return find();
}

beforeEach(async () => {
  await db.deleteFrom('background_jobs').execute();
  await db.deleteFrom('purchases').execute();
  await db.deleteFrom('failed_payments').execute();
});

test('chosen payments are asked about, each as one retry of one payment is; failed ones come first', async () => {
  const paid = await add('active');
  const held = await add('on_hold', { platform: 'android' });
  const away = await add('unreachable');
  const ids = [paid.id, held.id, away.id];
  const answer = await start({ ids, expected: 3 });
  expect(answer.body.message).toBe('Retry started');
  expect(await ended(idOf(answer))).toMatchObject({
    state: 'done',
    startedBy: expect.stringContaining(admin.administrator.email),
    counts: {
      payments: 3,
      pending: 0,
      recovered: 1,
      still_failing: 1,
      store_unreachable: 1,
      skipped: 0,
      failed: 0,
    },
  });
  const { data, total } = await rowsOf(idOf(answer));
  expect(total).toBe(3);
  expect(data).toMatchObject([
    { paymentId: away.id, userId: away.user.id, email: away.user.email, result: 'store_unreachable' },
    {
      paymentId: held.id,
      result: 'still_failing',
      message: expect.stringMatching(/^The subscription is on hold/),
    },
    {
      paymentId: paid.id,
      result: 'recovered',
      message: 'App Store has received the payment. Access is restored.',
    },
  ]);
  const checks = await db.selectFrom('payment_checks').selectAll().execute();
  expect(checks).toHaveLength(3);
  expect(checks[0]).toMatchObject({ administrator_id: admin.administrator.id, notes: 'a test' });
  const entries = await db
    .selectFrom('audit_entries')
    .where('payment_id', '=', paid.id)
    .selectAll()
    .execute();
  expect(entries.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['payment_check_started', admin.administrator.id],
    ['payment_checked', admin.administrator.id],
  ]);
});

test('all are exactly those of the list: by filters and keyword, and not those that are recovered', async () => {
  const found = await add('active', { platform: 'android', product_id: 'x.annual' });
  await add('active', { platform: 'android' });
  await add('active', { product_id: 'x.annual' });
  await add('active', { platform: 'android', product_id: 'x.annual', recovered_at: new Date() });
  const selection = { keyword: 'annual', platform: 'android' };
  const listed = await admin.get('/admin/subscriptions/failed-payments?keyword=annual&platform=android');
  const answer = await start({ selection, expected: listed.body.total });
  expect(await ended(idOf(answer))).toMatchObject({ counts: { payments: 1, recovered: 1 } });
  expect((await rowsOf(idOf(answer))).data.map(({ paymentId }) => paymentId)).toEqual([found.id]);
});

test('nothing starts if the list has changed since it was counted', async () => {
  await add('active');
  await add('active');
  const { status, body } = await start({ expected: 3 });
  expect([status, body.message]).toEqual([
    409,
    'There are now 2 payments. The stores weren’t asked. Check the list again.',
  ]);
  expect(await list()).toEqual([]);
  expect(await db.selectFrom('background_job_rows').selectAll().execute()).toEqual([]);
});

test('more than 10,000 payments are refused with a clear message', async () => {
  const { subscriptionId } = await add('active');
  const values = Array.from({ length: 10_000 }, (_, index) => ({
    subscription_id: subscriptionId,
    ...({ product_id: 'x', platform: 'ios', purchase_token: 'many' } as const),
    ...{ amount_cents: 1, error_message: null, created_at: new Date(index) },
    ...{ check_id: null, checking_since: null, recovered_at: null, recovered_by: null },
  }));
  for (let from = 0; from < values.length; from += 2_000) {
    await storePayments(db, values.slice(from, from + 2_000));
  }
  const { status, body } = await start({ expected: 10_001 });
  expect([status, body.message]).toEqual([422, 'Narrow the list to at most 10,000 payments.']);
  expect(await list()).toEqual([]);
});

test('a chosen payment that is gone is left out; one of a deleted account is skipped', async () => {
  const gone = await add('active');
  const closed = await add('active');
  const paid = await add('active');
  await db.deleteFrom('failed_payments').where('id', '=', gone.id).execute();
  await db.updateTable('users').set({ status: 'deleted' }).where('id', '=', closed.user.id).execute();
  const answer = await start({ ids: [gone.id, closed.id, paid.id], expected: 3 });
  expect(await ended(idOf(answer))).toMatchObject({ counts: { payments: 2, recovered: 1, skipped: 1 } });
  expect((await rowsOf(idOf(answer))).data[0]).toMatchObject({
    paymentId: closed.id,
    email: null,
    result: 'skipped',
    message: 'The customer’s account has been deleted.',
  });
  expect((await start({ ids: [gone.id], expected: 1 })).status).toBe(404);
});

test('a payment that is chosen twice is one, and other numbers than the expected one start nothing', async () => {
  const { id } = await add('active');
  const { status, body } = await start({ ids: [id, id], expected: 2 });
  expect([status, body.message]).toEqual([
    409,
    'There’s now 1 payment. The stores weren’t asked. Check the list again.',
  ]);
  expect(await list()).toEqual([]);
  const answer = await start({ ids: [id, id], expected: 1 });
  expect(await ended(idOf(answer))).toMatchObject({ counts: { payments: 1, recovered: 1 } });
});

test('a retry and its rows are removed after 30 days', async () => {
  const answer = await start({ ids: [(await add('active')).id], expected: 1 });
  await ended(idOf(answer));
  const inDays = (days: number) => new Date(api.clock.now.getTime() + days * 86_400_000);
  await removeOldJobs(db, inDays(29));
  expect(await list()).toHaveLength(1);
  await removeOldJobs(db, inDays(31));
  expect(await list()).toEqual([]);
  expect(await db.selectFrom('background_job_rows').selectAll().execute()).toEqual([]);
});

test('an erasure of the payment removes its row', async () => {
  const payment = await add('active');
  const answer = await start({ ids: [payment.id], expected: 1 });
  await ended(idOf(answer));
  await db.deleteFrom('failed_payments').execute();
  expect(await rowsOf(idOf(answer))).toMatchObject({ data: [], total: 0 });
});

test('a bad request starts nothing, and unknown retries are 404', async () => {
  for (const body of [
    { expected: 0 },
    { ids: [], expected: 1 },
    { ids: [0], expected: 1 },
    { expected: -1 },
  ]) {
    expect((await start(body)).status).toBe(422);
  }
  expect((await admin.post(`${path}/999999/stop`)).status).toBe(404);
  expect((await admin.get(`${path}/999999/rows`)).status).toBe(404);
  expect(await list()).toEqual([]);
});

test('the rows of each result are a list of their own, and the money that came in is summed by currency', async () => {
  const paid = await add('active', { currency: 'EUR', amount_minor: 999 });
  const alsoPaid = await add('active', { currency: 'EUR', amount_minor: 1501 });
  const yen = await add('active', { currency: 'JPY', amount_minor: 1200 });
  const priceless = await add('active', { amount_minor: null, amount_cents: null });
  const held = await add('on_hold', { platform: 'android' });
  const other = await add('active');
  const asked = [paid, alsoPaid, yen, priceless, held].map(({ id }) => id);
  const id = idOf(await start({ ids: asked, expected: 5 }));
  const retry = await ended(id);
  expect(retry).toMatchObject({ counts: { recovered: 4, still_failing: 1 } });
  expect(retry?.money).toEqual([
    { currency: 'EUR', minor: 2500 },
    { currency: 'JPY', minor: 1200 },
  ]);
  const idsOf = async (query: string) => {
    const { body } = await admin.get(`/admin/subscriptions/failed-payments?retry=${id}${query}`);
    return (body.data as { payments: { id: number }[] }).payments.map((payment) => payment.id).toSorted();
  };
  expect(await idsOf('&result=recovered')).toEqual([paid.id, alsoPaid.id, yen.id, priceless.id].toSorted());
  expect(await idsOf('&result=still_failing')).toEqual([held.id]);
  expect(await idsOf('&result=failed')).toEqual([]);
  expect(await idsOf('')).toEqual(asked.toSorted());
  expect(await idsOf('&view=waiting')).toEqual([held.id]);
  // A result without a retry is no filter.
  const { body } = await admin.get('/admin/subscriptions/failed-payments?result=recovered');
  expect(
    (body.data as { payments: { id: number }[] }).payments.map((payment) => payment.id).toSorted(),
  ).toEqual([held.id, other.id].toSorted());
});
