import { randomUUID } from 'node:crypto';
import type { Db } from '#api/db/schema.ts';
import { receiveNotification } from '#api/purchases/receive-notification.ts';
import type { Order, StoreAnswer, StoreNotification, StorePurchase } from '#api/purchases/store.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { askAboutDue } from '#tests/setup/api/purchases.ts';
import { paidPurchase, storesThatAnswer } from '#tests/setup/api/stores.ts';

const DAY_MS = 86_400_000;

export type Bought = { user: { id: number }; accountToken: string; key: string };

/** A store that says what the test wants, and what the product knows afterwards. */
export function createScriptedStore(db: Db) {
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

  async function buy(): Promise<Bought> {
    const user = await addUser(db);
    const { store_account_token: accountToken } = await db
      .selectFrom('users')
      .where('id', '=', user.id)
      .select('store_account_token')
      .executeTakeFirstOrThrow();
    return { user, accountToken, key: randomUUID() };
  }
  const notificationOf = ({
    key,
    accountToken,
  }: Pick<Bought, 'key' | 'accountToken'>): StoreNotification => ({
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

  const purchaseOf = ({ key }: Pick<Bought, 'key'>) =>
    db.selectFrom('purchases').where('key', '=', key).selectAll().executeTakeFirst();
  const paymentsOf = ({ user }: Bought) =>
    db
      .selectFrom('failed_payments')
      .where('user_id', '=', user.id)
      .orderBy('created_at')
      .selectAll()
      .execute();
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

  return {
    clock,
    inDays,
    answers,
    services,
    order,
    buy,
    notificationOf,
    tell,
    purchaseOf,
    paymentsOf,
    chargesOf,
    statusOf,
  };
}
