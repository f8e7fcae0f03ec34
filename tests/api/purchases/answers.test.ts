import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eraseDueAccounts } from '#api/accounts/erasure.ts';
import { findWrongFigures } from '#api/db/figures/recount.ts';
import { setRate } from '#api/purchases/exchange-rates.ts';
import { receiveNotification } from '#api/purchases/receive-notification.ts';
import { dropOldPayloads } from '#api/purchases/reconcile.ts';
import type { Order, StoreAnswer, StoreNotification, StorePurchase } from '#api/stores/store.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { askAboutDue } from '#tests/setup/api/purchases.ts';
import { paidPurchase, storesThatAnswer } from '#tests/setup/api/stores.ts';

const { db } = await cloneDatabase();
const DAY_MS = 86_400_000;
const clock = { now: new Date('2026-11-20T10:00:00Z') };
const inDays = (days: number) => new Date(clock.now.getTime() + days * DAY_MS);

/** What the store says next, by key. */
const answers = new Map<string, StoreAnswer>();
const stores = storesThatAnswer(async ({ key }) => {
  const answer = answers.get(key);
  if (!answer) throw new Error('The test says nothing about this purchase.');
  return answer;
});
const services = { db, stores, clock: () => clock.now };

const order = (id: string, changes: Partial<Order> = {}): Order => ({
  id,
  productId: 'meals.monthly',
  isRenewal: true,
  paidAt: clock.now,
  paidUntil: inDays(30),
  price: { minor: 999, currency: 'USD' },
  refund: null,
  ...changes,
});

async function buy() {
  const user = await addUser(db);
  const { store_account_token: accountToken } = await db
    .selectFrom('users')
    .where('id', '=', user.id)
    .select('store_account_token')
    .executeTakeFirstOrThrow();
  return { user, accountToken, key: randomUUID() };
}
type Bought = Awaited<ReturnType<typeof buy>>;

const notificationOf = ({ key, accountToken }: Pick<Bought, 'key' | 'accountToken'>): StoreNotification => ({
  platform: 'ios',
  id: randomUUID(),
  type: 'DID_RENEW',
  at: clock.now,
  environment: 'production',
  purchase: { key, productId: 'meals.monthly', accountToken },
  orders: [],
  payload: { secret: key },
});

/** A notification comes, and the store says this. A second passes. */
async function tell(bought: Bought, changes: Partial<StorePurchase>): Promise<void> {
  const purchase = { ...paidPurchase(bought.key, inDays(30)), orders: [], ...changes };
  answers.set(bought.key, { kind: 'purchase', purchase });
  await receiveNotification(db, notificationOf(bought), clock.now);
  await askAboutDue(services);
  clock.now = new Date(clock.now.getTime() + 1_000);
}

const failing = (dueAt: Date): StorePurchase['state'] => ({
  name: 'in_billing_retry',
  dueAt,
  deadline: { at: inDays(60), certainty: 'computed' },
});
const active: StorePurchase['state'] = { name: 'active', until: inDays(30), renews: true, isTrial: false };

const purchaseOf = ({ key }: Pick<Bought, 'key'>) =>
  db.selectFrom('purchases').where('key', '=', key).selectAll().executeTakeFirst();
const paymentsOf = ({ user }: Bought) =>
  db.selectFrom('failed_payments').where('user_id', '=', user.id).orderBy('created_at').selectAll().execute();
const chargesOf = ({ user }: Bought) =>
  db
    .selectFrom('charges')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscription_id')
    .where('user_id', '=', user.id)
    .orderBy('charged_at')
    .selectAll('charges')
    .execute();
const statusOf = async ({ user }: Bought) =>
  (await db.selectFrom('users').where('id', '=', user.id).select('subscription_status').executeTakeFirst())
    ?.subscription_status;

test('ACTIVE without a newer order is still failing: Google’s silent day', async () => {
  const bought = await buy();
  const first = order('silent 0', { isRenewal: false, paidUntil: clock.now });
  await tell(bought, { state: failing(clock.now), orders: [first] });
  await tell(bought, { state: active });
  expect(await paymentsOf(bought)).toMatchObject([{ state: 'still_failing', recovered_at: null }]);
  await tell(bought, { state: active, orders: [order('silent 1')] });
  expect(await paymentsOf(bought)).toMatchObject([{ state: 'recovered', recovered_alone: true }]);
  expect(await chargesOf(bought)).toHaveLength(2);
});

test('a refund takes the recovery back, and a refund that is taken back restores it', async () => {
  const bought = await buy();
  await tell(bought, { state: failing(clock.now) });
  await tell(bought, { state: active, orders: [order('refund 1')] });
  const recovered = await paymentsOf(bought);
  const refund = { at: clock.now, minor: 999 };
  await tell(bought, { state: active, orders: [order('refund 1', { refund })] });
  expect(await paymentsOf(bought)).toMatchObject([
    { state: 'not_retryable', recovered_at: null, end_cause: 'refunded' },
  ]);
  expect(await chargesOf(bought)).toMatchObject([{ amount_cents: 0, refunded_minor: 999, payment_id: null }]);
  await tell(bought, { state: active, orders: [order('refund 1')] });
  expect((await paymentsOf(bought))[0]?.recovered_at).toEqual(recovered[0]?.recovered_at);
  expect(await chargesOf(bought)).toMatchObject([{ amount_cents: 999, refunded_minor: 0 }]);
});

test('a refund in part lowers the revenue and takes no recovery back', async () => {
  const bought = await buy();
  await tell(bought, { state: failing(clock.now) });
  await tell(bought, {
    state: active,
    orders: [order('part 1', { refund: { at: clock.now, minor: 400 } })],
  });
  expect(await paymentsOf(bought)).toMatchObject([{ state: 'recovered' }]);
  expect(await chargesOf(bought)).toMatchObject([{ amount_cents: 599, refunded_minor: 400 }]);
});

test('a new purchase after the end is no recovery', async () => {
  const bought = await buy();
  await tell(bought, { state: failing(clock.now) });
  await tell(bought, { state: active, orders: [order('new 1', { isRenewal: false })] });
  expect(await paymentsOf(bought)).toMatchObject([{ state: 'not_retryable', end_cause: 'replaced' }]);
});

test('an answer that was asked for earlier never overwrites a later one', async () => {
  const bought = await buy();
  await tell(bought, { state: active });
  await db
    .updateTable('purchases')
    .set({ asked_at: inDays(1) })
    .where('key', '=', bought.key)
    .execute();
  await tell(bought, { state: { name: 'expired', at: clock.now, because: { kind: 'customer', raw: '1' } } });
  expect(await statusOf(bought)).toBe('active');
  expect((await purchaseOf(bought))?.state).toBe('active');
});

test('a state that is new to us is kept raw, and changes nothing', async () => {
  const bought = await buy();
  await tell(bought, { state: failing(clock.now) });
  const [before] = await paymentsOf(bought);
  await tell(bought, { state: { name: 'unrecognized' }, rawState: '17 something new' });
  expect(await purchaseOf(bought)).toMatchObject({ raw_state: '17 something new' });
  expect(await statusOf(bought)).toBe('on_hold');
  const [after] = await paymentsOf(bought);
  expect(after).toMatchObject({ deadline_at: before?.deadline_at, ended_at: null, state: 'still_failing' });
});

test('purchases of a sandbox are kept and flagged, and are in no list and no figure', async () => {
  const bought = await buy();
  await tell(bought, { state: failing(clock.now), environment: 'sandbox', orders: [order('sandbox 1')] });
  expect(await purchaseOf(bought)).toMatchObject({ environment: 'sandbox', state: 'in_billing_retry' });
  expect(await statusOf(bought)).toBe('none');
  expect([await paymentsOf(bought), await chargesOf(bought)]).toEqual([[], []]);
});

test('a free trial books no charge', async () => {
  const bought = await buy();
  await tell(bought, {
    state: { ...active, isTrial: true },
    orders: [order('trial', { price: { minor: 0, currency: 'EUR' } })],
  });
  expect([await statusOf(bought), await chargesOf(bought)]).toEqual(['trialing', []]);
});

test('amounts keep their own currency; a rate that is there already converts them at once', async () => {
  const bought = await buy();
  const price = { minor: 1500, currency: 'JPY' };
  await tell(bought, { state: active, orders: [order('yen 1', { price })] });
  expect(await chargesOf(bought)).toMatchObject([
    { amount_cents: null, amount_minor: 1500, currency: 'JPY' },
  ]);
  expect(await findWrongFigures(db)).toEqual([]);
  await setRate(db, { currency: 'JPY', month: '2026-11', dollars: '0.0065' }, clock.now);
  await tell(bought, {
    state: active,
    orders: [order('yen 2', { price, paidAt: new Date('2026-11-25T00:00:00Z') })],
  });
  expect((await chargesOf(bought)).map(({ amount_cents }) => amount_cents)).toEqual([975, 975]);
  expect(await findWrongFigures(db)).toEqual([]);
});

test('what replaces a purchase of the same store belongs to the same user', async () => {
  const bought = await buy();
  await tell(bought, { state: active });
  const next = { ...bought, accountToken: randomUUID(), key: randomUUID() };
  await tell(next, { state: active, replaces: bought.key, productId: 'meals.annual' });
  expect(await purchaseOf(next)).toMatchObject({ user_id: bought.user.id, product_id: 'meals.annual' });
  const foreign = { ...next, key: randomUUID() };
  await db.updateTable('purchases').set({ platform: 'android' }).where('key', '=', bought.key).execute();
  await tell(foreign, { state: active, replaces: bought.key });
  expect(await purchaseOf(foreign)).toMatchObject({ user_id: null });
});

test.each([
  [{ kind: 'never_known', raw: '404' }, null],
  [{ kind: 'known_no_longer', raw: '410' }, 'known_no_longer'],
] as const)('%j ends the questions', async (answer, cause) => {
  const bought = await buy();
  await tell(bought, { state: failing(clock.now) });
  answers.set(bought.key, answer);
  await receiveNotification(db, notificationOf(bought), clock.now);
  await askAboutDue(services);
  expect(await purchaseOf(bought)).toMatchObject({ state: answer.kind, ask_again_at: null, due_at: null });
  expect(await paymentsOf(bought)).toMatchObject([{ state: 'not_retryable', end_cause: cause }]);
});

test('an erasure leaves hashes: a late notification is stored without its payload and asks nothing', async () => {
  const bought = await buy();
  await tell(bought, { state: failing(clock.now) });
  await db.updateTable('users').set({ status: 'deleted' }).where('id', '=', bought.user.id).execute();
  await sql`
    insert into account_deletions (user_id, requested_at, confirmed_at)
    values (${bought.user.id}, ${inDays(-40)}, ${inDays(-40)})`.execute(db);
  await eraseDueAccounts(db, clock.now, createTestLog([]));
  expect(await purchaseOf(bought)).toBeUndefined();
  const left = await db.selectFrom('store_notifications').selectAll().execute();
  expect(JSON.stringify(left)).not.toContain(bought.key);

  const late = [notificationOf(bought), notificationOf({ ...bought, key: randomUUID() })];
  for (const notification of late) {
    expect(await receiveNotification(db, notification, clock.now)).toBe('useless');
  }
  const ids = late.map(({ id }) => id);
  const stored = db.selectFrom('store_notifications').where('id', 'in', ids).selectAll();
  expect((await stored.execute()).map(({ payload, purchase_id }) => [payload, purchase_id])).toEqual([
    [null, null],
    [null, null],
  ]);
  expect(await purchaseOf(bought)).toBeUndefined();
});

test('payloads end after 90 days', async () => {
  const bought = await buy();
  await tell(bought, { state: active });
  await dropOldPayloads(db, inDays(89));
  const payload = async () =>
    (
      await db
        .selectFrom('store_notifications')
        .where('purchase_id', '=', (await purchaseOf(bought))?.id ?? 0)
        .select('payload')
        .executeTakeFirst()
    )?.payload;
  expect(await payload()).toEqual({ secret: bought.key });
  await dropOldPayloads(db, inDays(91));
  expect(await payload()).toBeNull();
});
