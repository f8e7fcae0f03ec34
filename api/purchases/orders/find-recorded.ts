import { type Kysely, sql } from 'kysely';
import type { OrderFound } from '#contract/purchases/orders.ts';
import { personName } from '../../audit/read.ts';
import type { Platform } from '../../db/payment-tables.ts';
import type { Database } from '../../db/schema.ts';
import type { FoundOrder } from '../store.ts';

/** The charge with this number of a store, or the purchase of the App Store with this original transaction. */
export async function findRecorded(db: Kysely<Database>, number: string): Promise<OrderFound[]> {
  const charges = await db
    .selectFrom('charges')
    .innerJoin('subscriptions', 'subscriptions.id', 'charges.subscription_id')
    .where('charges.platform', 'in', ['ios', 'android'])
    .where('charges.order_id', '=', number)
    .select([
      'charges.platform',
      'charges.subscription_id',
      'product_id',
      'charged_at',
      'paid_until',
      'amount_minor',
      'currency',
      'refunded_minor',
      'refunded_at',
    ])
    .execute();
  const found = charges.map(async ({ platform, subscription_id, currency, ...charge }) => {
    const money = (minor: number | null) => (minor === null ? null : { minor, currency });
    return {
      ...(await describePurchase(db, { subscription_id })),
      store: platform ?? 'ios',
      order: number,
      product: charge.product_id,
      paidAt: charge.charged_at.toISOString(),
      paidUntil: charge.paid_until?.toISOString() ?? null,
      amount: money(charge.amount_minor),
      refund: charge.refunded_at && {
        at: charge.refunded_at.toISOString(),
        amount: charge.amount_minor === null ? null : money(charge.refunded_minor),
      },
      orderState: null,
    };
  });
  if (found.length > 0) return Promise.all(found);
  return /^\d+$/.test(number) ? findOriginal(db, number) : [];
}

async function findOriginal(db: Kysely<Database>, key: string): Promise<OrderFound[]> {
  const purchase = await findPurchase(db, 'ios', key);
  if (!purchase) return [];
  const described = await describePurchase(db, { id: purchase.id });
  const unsaid = { paidAt: null, paidUntil: null, amount: null, refund: null, orderState: null } as const;
  return [{ ...described, ...unsaid, store: 'ios', order: key, product: purchase.product_id }];
}

export async function findPurchase(db: Kysely<Database>, platform: Platform, key: string) {
  return db
    .selectFrom('purchases')
    .where('platform', '=', platform)
    .where('key', '=', key)
    .select(['id', 'product_id'])
    .executeTakeFirst();
}

/** The purchase with this id or of this subscription, the newest one; and whose it is. */
export async function describePurchase(
  db: Kysely<Database>,
  by: { id: number } | { subscription_id: number },
): Promise<Pick<OrderFound, 'purchase' | 'user' | 'isTest'>> {
  const [column, value] =
    'id' in by ? (['id', by.id] as const) : (['subscription_id', by.subscription_id] as const);
  const purchase = await db
    .selectFrom('purchases')
    .where(column, '=', value)
    .select(['id', 'environment', 'user_id', 'raw_state', 'asked_at', 'account_token'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const owner = purchase ? null : 'subscription_id' in by ? await findOwner(db, by.subscription_id) : null;
  const user =
    (await findUser(db, purchase?.user_id ?? owner)) ?? (await findByToken(db, purchase?.account_token));
  return {
    // The timeline of a closed account is not shown.
    purchase:
      !purchase || user?.status === 'deleted'
        ? null
        : {
            id: purchase.id,
            state: purchase.raw_state,
            stateAt: purchase.asked_at?.toISOString() ?? null,
            isNew: false,
          },
    isTest: purchase?.environment === 'sandbox',
    user: user && { id: user.id, name: user.name },
  };
}

async function findOwner(db: Kysely<Database>, subscriptionId: number): Promise<number | null> {
  const subscription = await db
    .selectFrom('subscriptions')
    .where('id', '=', subscriptionId)
    .select('user_id')
    .executeTakeFirst();
  return subscription?.user_id ?? null;
}

type User = { id: number; status: string; name: string };

async function findUser(db: Kysely<Database>, id: number | null | undefined): Promise<User | null> {
  if (!id) return null;
  const user = await selectUser(db).where('id', '=', id).executeTakeFirst();
  return user ?? null;
}

/** The worker has not linked it yet. Google hands on whatever the app has set. */
async function findByToken(
  db: Kysely<Database>,
  token: FoundOrder['accountToken'] | undefined,
): Promise<User | null> {
  if (!token || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(token)) return null;
  const user = await selectUser(db).where('store_account_token', '=', token).executeTakeFirst();
  return user ?? null;
}

function selectUser(db: Kysely<Database>) {
  // Not under the name that the query of the person has.
  return db
    .selectFrom('users as owner')
    .select(['id', 'status', sql<string>`${personName('owner.id')}`.as('name')]);
}
