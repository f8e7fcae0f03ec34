import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eraseDueAccounts } from '#api/accounts/erasure.ts';
import { receiveNotification } from '#api/purchases/receive-notification.ts';
import { dropOldPayloads } from '#api/purchases/reconcile.ts';
import type { StorePurchase } from '#api/purchases/store.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { type Bought, createScriptedStore } from './scripted-store.ts';

const { db } = await cloneDatabase();
const { clock, inDays, buy, notificationOf, tell, purchaseOf } = createScriptedStore(db);

const failing = (dueAt: Date): StorePurchase['state'] => ({
  name: 'in_billing_retry',
  dueAt,
  deadline: { at: inDays(60), certainty: 'computed' },
});
const active: StorePurchase['state'] = { name: 'active', until: inDays(30), renews: true, isTrial: false };

async function erase({ user }: Bought): Promise<void> {
  await db.updateTable('users').set({ status: 'deleted' }).where('id', '=', user.id).execute();
  await sql`
    insert into account_deletions (user_id, requested_at, confirmed_at)
    values (${user.id}, ${inDays(-40)}, ${inDays(-40)})`.execute(db);
  await eraseDueAccounts(db, clock.now, createTestLog([]));
}

test('an erasure leaves hashes: a late notification is stored without its payload and asks nothing', async () => {
  const bought = await buy();
  await tell(bought, { state: failing(clock.now) });
  await erase(bought);
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

test('an erasure takes along what the store has not been asked about', async () => {
  const bought = await buy();
  await receiveNotification(db, notificationOf(bought), clock.now);
  await erase(bought);
  expect(await purchaseOf(bought)).toBeUndefined();
  const left = await db.selectFrom('store_notifications').selectAll().execute();
  expect(JSON.stringify(left)).not.toContain(bought.key);
});

test.each([
  ['the account', (bought: Bought) => ({ accountToken: bought.accountToken })],
  ['the purchase before it', (bought: Bought) => ({ replaces: bought.key })],
])('a purchase of an erased account is forgotten when the store names %s', async (_name, named) => {
  const bought = await buy();
  await tell(bought, { state: active });
  await erase(bought);
  const later = { ...bought, key: randomUUID(), accountToken: '' };
  await tell(later, { state: active, ...named(bought) });
  expect(await purchaseOf(later)).toBeUndefined();
  const left = await db.selectFrom('store_notifications').selectAll().execute();
  expect(JSON.stringify(left)).not.toContain(later.key);
  expect(await receiveNotification(db, notificationOf(later), clock.now)).toBe('useless');
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
