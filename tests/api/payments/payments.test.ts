import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createSandboxToken, type SandboxState } from '#api/purchases/sandbox/token.ts';
import type { AskStore, StoreAnswer } from '#api/purchases/store.ts';
import { RETRY_NOTES } from '#contract/payments/checks.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createRequester, type Reply, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { paidPurchase, storesThatAnswer } from '#tests/setup/api/stores.ts';
import { addFailedPayment } from './add-payment.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const soon = new Date(api.clock.now.getTime() + 9 * 86_400_000);

// By the clock of the server: a recovery is never before its failure.
const addPayment = (purchase_token: string, created_at = api.clock.now) =>
  addFailedPayment(db, { purchase_token, created_at });
const sandboxPayment = (state: SandboxState) => addPayment(createSandboxToken(state, soon, randomUUID()));
const retry = (id: number, by: Pick<typeof admin, 'post'> = admin) =>
  by.post(`/admin/subscriptions/retry/${id}`, { notes: RETRY_NOTES });
const listed = async () =>
  (
    (await admin.get('/admin/subscriptions/failed-payments')).body.data as {
      payments: Record<string, unknown>[];
    }
  ).payments;
const actionsOf = async ({ id }: { id: number }) => {
  const entries = db.selectFrom('audit_entries').where('payment_id', '=', id).orderBy('id').selectAll();
  return (await entries.execute()).map(({ action }) => action);
};
const chargesOf = (payment: { id: number }) =>
  db.selectFrom('charges').where('payment_id', '=', payment.id).selectAll().execute();

test('the list has the payments that are not recovered, newest first, without purchase tokens', async () => {
  const older = await addPayment('sandbox:unknown:2026-01-01:a', new Date('2026-11-01T00:00:00Z'));
  const newer = await addPayment('sandbox:unknown:2026-01-01:b', new Date('2026-11-02T00:00:00Z'));
  const payments = await listed();
  expect(payments.map(({ id }) => id)).toEqual([newer.id, older.id]);
  expect(payments[1]).toEqual({
    id: older.id,
    email: older.user.email,
    name: `${older.user.first_name} ${older.user.last_name}`,
    amount: { minor: 1234, currency: 'USD' },
    product_id: 'x.monthly',
    platform: 'ios',
    error_message: 'The card has expired.',
    created_at: '2026-11-01T00:00:00.000Z',
    last_check: null,
    user_id: older.user.id,
    ...{
      recovered_at: null,
      recovered_by: null,
      ended_at: null,
      deadline: null,
      access: null,
      courtesy_until: null,
    },
    ...{ other_subscription: false, purchase_id: expect.any(Number), reminder: expect.any(Object) },
  });
  await db.updateTable('users').set({ status: 'deleted' }).where('id', '=', newer.user.id).execute();
  expect((await listed()).map(({ id }) => id)).toEqual([older.id]);
  expect((await retry(newer.id)).status).toBe(404);
});

test('a paid payment is recovered: access, charge, list and audit log are updated', async () => {
  const payment = await sandboxPayment('active');
  const { status, body } = await retry(payment.id);
  expect([status, body.success, body.outcome]).toEqual([200, true, 'recovered']);
  expect((await listed()).map(({ id }) => id)).not.toContain(payment.id);
  const subscription = await db
    .selectFrom('subscriptions')
    .where('id', '=', payment.subscriptionId)
    .selectAll()
    .executeTakeFirstOrThrow();
  expect([subscription.status, subscription.end_date]).toEqual(['active', null]);
  expect(await chargesOf(payment)).toMatchObject([
    { subscription_id: payment.subscriptionId, amount_cents: 999, charged_at: api.clock.now },
  ]);
  const again = await retry(payment.id);
  expect(again.status).toBe(409);
  const at = api.clock.now.toISOString().replace(/^(\d+)-(\d+)-(\d+)T(\d+:\d+).*/, '$3/$2/$1 at $4');
  expect(again.body.message).toBe(
    `This payment was already recovered on ${at} UTC by ${admin.administrator.first_name} ${admin.administrator.last_name}.`,
  );
  expect(await chargesOf(payment)).toHaveLength(1);
});

test('a payment with the renewal turned off restores access until the paid period ends', async () => {
  const payment = await sandboxPayment('active-canceled');
  expect((await retry(payment.id)).body).toMatchObject({ success: true, outcome: 'recovered' });
  const subscription = await db
    .selectFrom('subscriptions')
    .where('id', '=', payment.subscriptionId)
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(subscription.status).toBe('canceled');
  expect(subscription.end_date?.toISOString().slice(0, 10)).toBe(soon.toISOString().slice(0, 10));
});

test.each([
  ['in_grace_period', 'still_failing'],
  ['in_billing_retry', 'still_failing'],
  ['on_hold', 'still_failing'],
  ['paused', 'not_retryable'],
  ['expired-canceled', 'not_retryable'],
  ['expired-billing_error', 'not_retryable'],
  ['expired-price_increase', 'not_retryable'],
  ['revoked', 'not_retryable'],
  ['unknown', 'not_retryable'],
  ['unreachable', 'store_unreachable'],
] as const)('%s is %s, stays on the list, changes nothing and may be asked again', async (state, outcome) => {
  const payment = await sandboxPayment(state);
  for (let times = 0; times < 2; times += 1) {
    const { status, body } = await retry(payment.id);
    expect([status, body.success, body.outcome]).toEqual([200, false, outcome]);
    expect(body.message).toMatch(/App Store|customer/);
  }
  const row = (await listed()).find(({ id }) => id === payment.id);
  expect(row?.last_check).toEqual({
    outcome,
    message: expect.stringMatching(/App Store|customer/),
    at: api.clock.now.toISOString(),
  });
  expect(await chargesOf(payment)).toEqual([]);
  const checks = await db
    .selectFrom('payment_checks')
    .where('payment_id', '=', payment.id)
    .selectAll()
    .execute();
  expect(checks).toHaveLength(2);
  for (const check of checks) {
    expect(check).toMatchObject({ administrator_id: admin.administrator.id, notes: RETRY_NOTES, outcome });
  }
});

test('a purchase of a real store does not count as paid', async () => {
  const payment = await addPayment(`${randomUUID()}`);
  expect((await retry(payment.id)).body).toMatchObject({ success: false, outcome: 'store_unreachable' });
});

/** A store that answers on demand and counts the requests. */
function heldStore() {
  let answer: (state: StoreAnswer) => void = () => undefined;
  const ask: AskStore = () => {
    store.asked += 1;
    return new Promise<StoreAnswer>((resolve) => {
      answer = resolve;
    });
  };
  const store = { asked: 0, answer: (state: StoreAnswer) => answer(state), ask };
  return store;
}

const paid = (payment: { id: number }): StoreAnswer => ({
  kind: 'purchase',
  purchase: paidPurchase(`order of ${payment.id}`, soon),
});

test('fifty parallel retries on two servers ask the store once and succeed once', async () => {
  const payment = await addPayment('held 1');
  const store = heldStore();
  const [one, two] = [
    await serveApi(db, { stores: storesThatAnswer(store.ask) }),
    await serveApi(db, { stores: storesThatAnswer(store.ask) }),
  ];
  const callers = [one, two].map(({ base }) => createRequester(base, admin.tokens.token));
  const replies: Reply[] = [];
  const clicks = Array.from({ length: 50 }, async (_, index) => {
    replies.push(await retry(payment.id, callers[index % 2]));
  });
  await expect.poll(() => replies.length).toBe(49);
  for (const { status, body } of replies) {
    expect([status, body.message]).toEqual([409, 'This payment is already being checked.']);
  }
  store.answer(paid(payment));
  await Promise.all(clicks);
  expect(replies.filter(({ body }) => body.success === true)).toHaveLength(1);
  expect(store.asked).toBe(1);
  expect(await chargesOf(payment)).toHaveLength(1);
  expect(await actionsOf(payment)).toEqual(['payment_check_started', 'payment_checked']);
});

test('a payment whose check was abandoned can be checked after a minute, and the late answer is ignored', async () => {
  const payment = await addPayment('held 2');
  const dead = heldStore();
  const slow = await serveApi(db, { stores: storesThatAnswer(dead.ask) });
  const lost = retry(payment.id, createRequester(slow.base, admin.tokens.token));
  await expect.poll(() => dead.asked).toBe(1);
  expect(await actionsOf(payment)).toEqual(['payment_check_started']);

  const store = heldStore();
  const alive = await serveApi(db, { stores: storesThatAnswer(store.ask) });
  const caller = createRequester(alive.base, admin.tokens.token);
  alive.clock.now = new Date(slow.clock.now.getTime() + 59_000);
  expect((await retry(payment.id, caller)).status).toBe(409);
  alive.clock.now = new Date(slow.clock.now.getTime() + 61_000);
  const second = retry(payment.id, caller);
  await expect.poll(() => store.asked).toBe(1);
  dead.answer(paid(payment));
  expect((await lost).status).toBe(409);
  expect(await chargesOf(payment)).toEqual([]);
  store.answer(paid(payment));
  expect((await second).body.success).toBe(true);
  expect(await chargesOf(payment)).toHaveLength(1);
  // Two checks started, and one ended.
  expect(await actionsOf(payment)).toEqual([
    'payment_check_started',
    'payment_check_started',
    'payment_checked',
  ]);
});

test('a result that comes during the erasure of its user waits for it, and is refused', async () => {
  const payment = await addPayment('held 3');
  const store = heldStore();
  const { base } = await serveApi(db, { stores: storesThatAnswer(store.ask) });
  const reply = retry(payment.id, createRequester(base, admin.tokens.token));
  await expect.poll(() => store.asked).toBe(1);
  await db.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('users')
      .where('id', '=', payment.user.id)
      .select('id')
      .forUpdate()
      .execute();
    store.answer(paid(payment));
    await expect.poll(() => isWaitingForLock()).toBe(true);
    // In the other order, PostgreSQL would end one of the two as a deadlock.
    await transaction.deleteFrom('failed_payments').where('id', '=', payment.id).execute();
  });
  expect((await reply).status).toBe(404);
});

async function isWaitingForLock(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}

test('a store whose connection breaks is unreachable, and the payment can be checked again', async () => {
  const payment = await addPayment('broken');
  const broken = await serveApi(db, {
    stores: storesThatAnswer(async () => {
      throw new Error('socket hang up');
    }),
  });
  const caller = createRequester(broken.base, admin.tokens.token);
  for (let times = 0; times < 2; times += 1) {
    expect((await retry(payment.id, caller)).body).toMatchObject({ outcome: 'store_unreachable' });
  }
});

test.each(['0', 'x', '2147483647'])('there is no payment %s', async (id) => {
  expect((await admin.post(`/admin/subscriptions/retry/${id}`, { notes: '' })).status).toBe(404);
});
