import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { setRate } from '#api/purchases/exchange-rates.ts';
import { receiveNotification } from '#api/purchases/receive-notification.ts';
import type { Order, StorePurchase } from '#api/purchases/store.ts';
import { readMonths } from '#api/routes/statistics.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { askAboutDue } from '#tests/setup/api/purchases.ts';
import { type Bought, createScriptedStore } from './scripted-store.ts';

const { db } = await cloneDatabase();
const store = createScriptedStore(db);
const { clock, inDays, answers, services, order, buy, notificationOf, tell } = store;
const { purchaseOf, paymentsOf, chargesOf, statusOf } = store;

const failing = (dueAt: Date): StorePurchase['state'] => ({
  name: 'in_billing_retry',
  dueAt,
  deadline: { at: inDays(60), certainty: 'computed' },
});
const active: StorePurchase['state'] = { name: 'active', until: inDays(30), renews: true, isTrial: false };

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

test('an earlier order that becomes known late takes over, and can be refunded and restored', async () => {
  const bought = await buy();
  await tell(bought, { state: failing(clock.now) });
  await tell(bought, { state: active, orders: [order('late 2', { paidUntil: inDays(60) })] });
  const first = order('late 1', { paidUntil: inDays(30) });
  await tell(bought, { state: active, orders: [{ ...first, refund: { at: clock.now, minor: 999 } }] });
  expect(await paymentsOf(bought)).toMatchObject([{ state: 'not_retryable', end_cause: 'refunded' }]);
  expect((await chargesOf(bought)).map(({ payment_id }) => payment_id)).toEqual([null, null]);
  await tell(bought, { state: active, orders: [first] });
  expect(await paymentsOf(bought)).toMatchObject([{ state: 'recovered' }]);
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
  await setRate(db, { currency: 'JPY', month: '2026-11', dollars: '0.0065' }, clock.now);
  await tell(bought, {
    state: active,
    orders: [order('yen 2', { price, paidAt: new Date('2026-11-25T00:00:00Z') })],
  });
  expect((await chargesOf(bought)).map(({ amount_cents }) => amount_cents)).toEqual([975, 975]);
});

test('the price of an open failed payment is the one that the store told last', async () => {
  const bought = await buy();
  const state = failing(clock.now);
  await tell(bought, { state, price: null });
  expect(await paymentsOf(bought)).toMatchObject([{ amount_minor: null, amount_cents: null }]);
  await tell(bought, { state, price: { minor: 1299, currency: 'USD' } });
  expect(await paymentsOf(bought)).toMatchObject([
    { amount_minor: 1299, amount_cents: 1299, currency: 'USD' },
  ]);
  await tell(bought, { state, price: null });
  expect(await paymentsOf(bought)).toMatchObject([{ amount_minor: 1299 }]);
  await tell(bought, { state: active, orders: [order('late price')] });
  await tell(bought, { state: active, price: { minor: 999, currency: 'EUR' } });
  expect(await paymentsOf(bought)).toMatchObject([{ state: 'recovered', amount_minor: 1299 }]);
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

test('a purchase that the store never knew is not asked about again', async () => {
  const bought = await buy();
  answers.set(bought.key, { kind: 'never_known', raw: '404' });
  await receiveNotification(db, notificationOf(bought), clock.now);
  await askAboutDue(services);
  expect(await purchaseOf(bought)).toMatchObject({ state: 'never_known', ask_again_at: null, due_at: null });
});

test('one that the store knew before is asked about again: a setting of ours may be wrong', async () => {
  const bought = await buy();
  await tell(bought, { state: failing(clock.now) });
  answers.set(bought.key, { kind: 'never_known', raw: '404' });
  await receiveNotification(db, notificationOf(bought), clock.now);
  await askAboutDue(services);
  expect(await purchaseOf(bought)).toMatchObject({ state: 'in_billing_retry', ask_again_at: clock.now });
  expect(await paymentsOf(bought)).toMatchObject([{ state: 'not_retryable', end_cause: null }]);
});

test.each([[{ kind: 'known_no_longer', raw: '410' }, 'known_no_longer', 'expired']] as const)(
  '%j ends the questions',
  async (answer, cause, status) => {
    const bought = await buy();
    await tell(bought, { state: failing(clock.now) });
    answers.set(bought.key, answer);
    await receiveNotification(db, notificationOf(bought), clock.now);
    await askAboutDue(services);
    expect(await purchaseOf(bought)).toMatchObject({ state: answer.kind, ask_again_at: null, due_at: null });
    expect(await paymentsOf(bought)).toMatchObject([{ state: 'not_retryable', end_cause: cause }]);
    expect(await statusOf(bought)).toBe(status);
  },
);

describe('an order that the store tells again', () => {
  const revenueOf = async (bought: Bought) =>
    (await chargesOf(bought)).map(({ amount_cents }) => amount_cents);

  test('with another amount or currency changes the charge, and its month', async () => {
    clock.now = new Date('2027-02-10T10:00:00Z');
    const bought = await buy();
    const february = async () => (await readMonths(db)).find(({ month }) => month === '2027-02');
    await tell(bought, { state: active, orders: [order('again 1', { price: null })] });
    expect(await february()).toMatchObject({ subscription_count: 1, total_revenue: 0, not_converted: 1 });
    await tell(bought, { state: active, orders: [order('again 1')] });
    expect(await february()).toMatchObject({ subscription_count: 1, total_revenue: 9.99, not_converted: 0 });
    const price = { minor: 1299, currency: 'EUR' };
    await tell(bought, { state: active, orders: [order('again 1', { price })] });
    expect(await february()).toMatchObject({ total_revenue: 0, not_converted: 1 });
    await setRate(db, { currency: 'EUR', month: '2027-02', dollars: '2' }, clock.now);
    expect(await february()).toMatchObject({ total_revenue: 25.98, not_converted: 0 });
    await tell(bought, { state: active, orders: [order('again 1', { price: { ...price, minor: 1000 } })] });
    expect(await february()).toMatchObject({ subscription_count: 1, total_revenue: 20, not_converted: 0 });
    expect(await chargesOf(bought)).toMatchObject([{ amount_minor: 1000, currency: 'EUR' }]);
  });

  test('without an amount keeps the one from before, and what was refunded of it', async () => {
    const bought = await buy();
    const tellOrder = (changes: Partial<Order>) =>
      tell(bought, { state: active, orders: [order('kept 1', changes)] });
    await tellOrder({ price: { minor: 999, currency: 'USD' } });
    await tellOrder({ price: null });
    expect(await revenueOf(bought)).toEqual([999]);
    await tellOrder({ refund: { at: clock.now, minor: 400 } });
    await tellOrder({ price: null, refund: { at: clock.now, minor: 0 } });
    expect(await revenueOf(bought)).toEqual([599]);
    await tellOrder({ price: null });
    expect(await revenueOf(bought)).toEqual([999]);
    await tellOrder({ price: null, refund: { at: clock.now, minor: 0 } });
    expect(await chargesOf(bought)).toMatchObject([{ amount_cents: 0, refunded_minor: 999 }]);
  });

  test('as one that moved no money is no charge anymore', async () => {
    const bought = await buy();
    await tell(bought, { state: active, orders: [order('free 1', { price: null })] });
    const price = { minor: 0, currency: 'USD' };
    await tell(bought, { state: active, orders: [order('free 1', { price })] });
    expect(await chargesOf(bought)).toEqual([]);
  });
});
