import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { lookUp } from '#api/purchases/orders.ts';
import type { FoundOrder, OrderAnswer } from '#api/purchases/store.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { createScriptedStore } from '../scripted-store.ts';

/** Look-ups of orders that a store answers oddly, or that are of accounts which are closed. */

const { db } = await cloneDatabase();
const { clock, inDays, services, order, buy, tell, purchaseOf } = createScriptedStore(db);
const { id } = await addAdministrator(db);
const actor = { kind: 'administrator', id, requestId: null } as const;
const logLines: string[] = [];

beforeEach(() => {
  logLines.length = 0;
});

function find(number: string, findOrder: () => Promise<OrderAnswer>) {
  const { stores } = services;
  const asked = { ...stores, ios: { ...stores.ios, findOrder }, android: { ...stores.android, findOrder } };
  return lookUp({ ...services, stores: asked, log: createTestLog(logLines) }, { text: number, actor });
}
const answerWith = (changes: Partial<FoundOrder>) => async (): Promise<OrderAnswer> => ({
  kind: 'found',
  orders: [
    {
      ...{ key: randomUUID(), id: '101', environment: 'production', accountToken: null, paidUntil: null },
      ...{ productId: 'meals.monthly', paidAt: clock.now, rawState: 'TRANSACTION', refund: null },
      price: { minor: 999, currency: 'USD' },
      ...changes,
    },
  ],
});

test('a store that fails with the number in its message leaves it in no log', async () => {
  const number = 'MQ48151623';
  const { stores } = await find(number, () => Promise.reject(new Error(`GET /lookup/${number}`)));
  expect(stores).toMatchObject([{ answer: 'not_now' }]);
  expect(logLines.join()).toContain('could not be asked for an order');
  expect(logLines.join()).not.toContain(number);
});

test('a key that cannot be stored is no purchase, and no fault', async () => {
  const { found } = await find('MQ48151624', answerWith({ key: 'a\0b' }));
  expect(found).toMatchObject([{ purchase: null, user: null }]);
});

test('an order that is not on record makes its known purchase due', async () => {
  const bought = await buy();
  await tell(bought, { orders: [order('7001', { isRenewal: false })] });
  expect((await purchaseOf(bought))?.due_at).toBeNull();
  await find('MQ48151625', answerWith({ key: bought.key, id: '7001' }));
  expect((await purchaseOf(bought))?.due_at).toBeNull();
  const { found } = await find(
    'MQ48151625',
    answerWith({ key: bought.key, id: '7002', paidUntil: inDays(30) }),
  );
  expect(found).toMatchObject([{ order: '7002', purchase: { isNew: false } }]);
  expect((await purchaseOf(bought))?.due_at).toEqual(clock.now);
});

test('an account token that is no token of ours names no user', async () => {
  const bought = await buy();
  const accountToken = 'customer 4711';
  await tell({ ...bought, accountToken }, { accountToken });
  const { found } = await find('MQ48151626', answerWith({ key: bought.key, accountToken }));
  expect(found).toMatchObject([{ user: null, purchase: { isNew: false } }]);
});

test('the purchase of an account that is closed, and not erased yet, is not shown', async () => {
  const bought = await buy();
  await tell(bought, { orders: [order('8001', { isRenewal: false })] });
  await db.updateTable('users').set({ status: 'deleted' }).where('id', '=', bought.user.id).execute();
  const { found } = await find('8001', answerWith({}));
  expect(found).toMatchObject([{ order: '8001', purchase: null, user: { id: bought.user.id } }]);
});
