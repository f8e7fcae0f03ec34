import { beforeEach, expect, test } from 'vitest';
import type { SubscriptionStatus } from '#api/db/payment-tables.ts';
import { mulberry32 } from '#api/demo/random.ts';
import { writeNewestSubscription } from '#api/purchases/apply/write-subscription.ts';
import { receiveNotification } from '#api/purchases/receive-notification.ts';
import type { PurchaseState } from '#api/purchases/store.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { askAboutDue, findWrongStatuses } from '#tests/setup/api/purchases.ts';
import { paidPurchase } from '#tests/setup/api/stores.ts';
import { createScriptedStore } from '../purchases/scripted-store.ts';

/** The status of the newest subscription, which stands with the user. */

const { db } = await cloneDatabase();
let user: Awaited<ReturnType<typeof addUser>>;

beforeEach(async () => {
  user = await addUser(db);
});

async function subscribe(status: SubscriptionStatus, start_date: string): Promise<void> {
  const plan = { plan: 'Monthly', product_id: 'p', platform: 'ios', end_date: null } as const;
  await db
    .insertInto('subscriptions')
    .values({ ...plan, user_id: user.id, status, start_date })
    .execute();
  await writeNewestSubscription(db, user.id);
}

const readUser = () => db.selectFrom('users').where('id', '=', user.id).selectAll().executeTakeFirstOrThrow();
const status = async () => (await readUser()).subscription_status;

test('it is that of the subscription that began last; of two at the same time, of the later row', async () => {
  expect(await status()).toBe('none');
  await subscribe('active', '2026-03-01');
  await subscribe('canceled', '2026-02-01');
  expect(await status()).toBe('active');
  await subscribe('trialing', '2026-03-01');
  expect(await status()).toBe('trialing');
});

test('it changes neither the version of the user nor the time of the last change', async () => {
  await subscribe('active', '2026-01-01');
  const { version, updated_at } = await readUser();
  expect([version, updated_at]).toEqual([user.version, user.updated_at]);
});

test('after random lives of purchases, several of a user asked about at once, every user has it', async () => {
  const random = mulberry32(5);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const { clock, inDays, answers, services, buy, notificationOf, statusOf } = createScriptedStore(db);
  const buyers = await Promise.all(Array.from({ length: 8 }, buy));
  const purchases = buyers.flatMap(({ user: buyer, accountToken, key }) =>
    ['a', 'b', 'c'].map((name) => ({ user: buyer, accountToken, key: `${key} ${name}` })),
  );
  const states: readonly (() => PurchaseState)[] = [
    () => ({ name: 'active', until: inDays(30), renews: true, isTrial: random() < 0.5 }),
    () => ({ name: 'canceled', until: inDays(30), because: { kind: 'customer', raw: 'customer' } }),
    () => ({ name: 'paused', until: null }),
    () => ({ name: 'expired', at: clock.now, because: { kind: 'billing', raw: 'billing' } }),
    () => ({ name: 'revoked', at: clock.now }),
  ];
  for (let round = 0; round < 12; round += 1) {
    for (const bought of purchases.filter(() => random() < 0.6)) {
      const startedAt = inDays(-Math.floor(random() * 5));
      const purchase = {
        ...paidPurchase(bought.key, inDays(30)),
        startedAt,
        state: pick(states)(),
        orders: [],
      };
      const gone = { kind: 'known_no_longer', raw: 'gone' } as const;
      answers.set(bought.key, random() < 0.1 ? gone : { kind: 'purchase', purchase });
      await receiveNotification(db, notificationOf(bought), clock.now);
    }
    await Promise.all([1, 2, 3, 4].map(() => askAboutDue(services)));
    expect(await findWrongStatuses(db)).toEqual([]);
    clock.now = inDays(1);
  }
  const found = new Set(await Promise.all(buyers.map(statusOf)));
  expect(found.size).toBeGreaterThan(2);
  expect(found).not.toContain('none');
});
