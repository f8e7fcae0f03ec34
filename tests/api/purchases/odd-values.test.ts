import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { receiveNotification } from '#api/purchases/receive-notification.ts';
import { reconcile } from '#api/purchases/reconcile.ts';
import type { StoreNotification, StorePurchase } from '#api/purchases/store.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { createScriptedStore } from './scripted-store.ts';

const { db } = await cloneDatabase();
const store = createScriptedStore(db);
const { clock, inDays, order, services, buy, tell, notificationOf } = store;
const { chargesOf, paymentsOf, purchaseOf } = store;

const active = { name: 'active', until: inDays(30), renews: true, isTrial: false } as const;
const failing = (): StorePurchase['state'] => ({
  name: 'in_billing_retry',
  dueAt: clock.now,
  deadline: { at: inDays(60), certainty: 'computed' },
});
const long = Array.from({ length: 400 }, () => randomUUID()).join('');
const bought = (key: string) => ({ key, productId: null, accountToken: null });

test.each<[string, Partial<StoreNotification>, string]>([
  ['NUL in its payload', { payload: { a: '\0', b: 'x\\u0000', 'k\0': '\ud800' } }, 'new'],
  ['NUL in its key', { purchase: bought('a\0b') }, 'useless'],
  ['an empty key', { purchase: bought('') }, 'useless'],
  ['half a surrogate pair as its key', { purchase: bought('\ud800') }, 'useless'],
  ['a key of 14 KB', { purchase: bought(long) }, 'useless'],
  ['a key with a path and a picture', { purchase: bought('../../x?é😀') }, 'new'],
])(
  'a notification with %s can be stored, so that it does not come again forever',
  async (_name, odd, how) => {
    const notification = { ...notificationOf(await buy()), ...odd };
    expect(await receiveNotification(db, notification, clock.now)).toBe(how);
    expect(await receiveNotification(db, notification, clock.now)).toBe('known');
  },
);

test('what looks like an escape of JSON stays in a payload', async () => {
  const notification = { ...notificationOf(await buy()), payload: { a: '\\u0000', b: 'é\u0000\\' } };
  await receiveNotification(db, notification, clock.now);
  const stored = db.selectFrom('store_notifications').where('id', '=', notification.id).select('payload');
  expect((await stored.executeTakeFirst())?.payload).toEqual({ a: '\\u0000', b: 'é\ufffd\\' });
});

test('the same id from two stores is two notifications', async () => {
  const one = notificationOf(await buy());
  expect(await receiveNotification(db, one, clock.now)).toBe('new');
  expect(await receiveNotification(db, { ...one, platform: 'android' }, clock.now)).toBe('new');
});

test('a paid renewal without a price is a recovery that is not converted, until it is given back', async () => {
  const bought = await buy();
  await tell(bought, { state: failing() });
  await tell(bought, { state: active, orders: [order('no price', { price: null })] });
  expect(await paymentsOf(bought)).toMatchObject([{ state: 'recovered' }]);
  expect(await chargesOf(bought)).toMatchObject([{ amount_minor: null, amount_cents: null }]);
  const refund = { at: clock.now, minor: 0 };
  await tell(bought, { state: active, orders: [order('no price', { price: null, refund })] });
  expect(await paymentsOf(bought)).toMatchObject([{ end_cause: 'refunded', recovered_at: null }]);
});

test('a refund below zero is none', async () => {
  const bought = await buy();
  await tell(bought, { state: active, orders: [order('minus', { refund: { at: clock.now, minor: -5 } })] });
  expect(await chargesOf(bought)).toMatchObject([{ amount_cents: 999, refunded_minor: 0 }]);
});

test('two hundred orders of one answer are booked once each', async () => {
  const bought = await buy();
  const price = { minor: 100, currency: 'EUR' };
  const orders = Array.from({ length: 200 }, (_, index) =>
    order(`many ${index}`, { paidAt: inDays(index - 200), paidUntil: inDays(index - 193), price }),
  );
  await tell(bought, { state: active, orders });
  await tell(bought, { state: active, orders });
  expect(await chargesOf(bought)).toHaveLength(200);
});

test('a new purchase that was given up is asked about again by the next reconciliation', async () => {
  const notification = notificationOf(await buy());
  await receiveNotification(db, notification, clock.now);
  const key = notification.purchase?.key ?? '';
  await db.updateTable('purchases').set({ given_up_at: clock.now }).where('key', '=', key).execute();
  clock.now = inDays(1);
  await reconcile({ ...services, log: createTestLog([]) });
  expect(await purchaseOf({ key })).toMatchObject({ given_up_at: null, due_at: clock.now });
});

test('a purchase that its store sells in the sandbox is asked about there, however it became known', async () => {
  const bought = await buy();
  await receiveNotification(db, notificationOf(bought), clock.now);
  const sandbox = { ...notificationOf(bought), environment: 'sandbox' } as const;
  await receiveNotification(db, sandbox, clock.now);
  await receiveNotification(db, notificationOf(bought), clock.now);
  expect(await purchaseOf(bought)).toMatchObject({ environment: 'sandbox' });
});

test('a reconciliation of thousands goes batch by batch, and a notification overtakes it', async () => {
  clock.now = inDays(100);
  await db.deleteFrom('purchases').execute();
  await sql`
    insert into purchases (platform, key, ask_again_at)
    select 'ios', 'open ' || number, ${clock.now} from generate_series(1, 2001) as number`.execute(db);
  await reconcile({ ...services, log: createTestLog([]) });
  const batches = db.selectFrom('purchases').select(['due_at', db.fn.countAll<string>().as('count')]);
  const minutes = (count: number) => new Date(clock.now.getTime() + count * 60_000);
  expect(await batches.groupBy('due_at').orderBy('due_at').execute()).toEqual([
    { due_at: clock.now, count: '1000' },
    { due_at: minutes(4), count: '1000' },
    { due_at: minutes(8), count: '1' },
  ]);
  const last = db.selectFrom('purchases').where('due_at', '=', minutes(8)).selectAll();
  const { key } = await last.executeTakeFirstOrThrow();
  await receiveNotification(db, notificationOf({ key, accountToken: randomUUID() }), clock.now);
  expect((await purchaseOf({ key }))?.due_at).toEqual(clock.now);
});

test('an answer waits for a new rate before it locks a row, so that neither waits for the other forever', async () => {
  const bought = await buy();
  const price = { minor: 100, currency: 'EUR' };
  await tell(bought, { state: active, orders: [order('rate 1', { price })] });
  const rate = await db.startTransaction().execute();
  await sql`lock table exchange_rates in row exclusive mode`.execute(rate);
  const refund = { at: clock.now, minor: 100 };
  const update = tell(bought, { state: active, orders: [order('rate 1', { price, refund })] });
  const waiting = sql`select from pg_locks where relation = 'exchange_rates'::regclass and not granted`;
  await expect.poll(async () => (await waiting.execute(db)).rows, { timeout: 20_000 }).toHaveLength(1);
  const purchase = rate.selectFrom('purchases').where('key', '=', bought.key).select('id').forUpdate();
  expect(await purchase.noWait().execute()).toHaveLength(1);
  await rate.commit().execute();
  await update;
  expect(await chargesOf(bought)).toMatchObject([{ refunded_minor: 100 }]);
});
