import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/schema.ts';
import type { StorePurchase } from '../store.ts';
import { toEnd, toSubscription } from './access.ts';
import type { Purchase } from './lock.ts';

/** The subscription of a purchase as the store says it. Returns its id; null while the store knows of none. */
export async function writeSubscription(
  transaction: Transaction<Database>,
  { purchase, userId }: { purchase: Purchase; userId: number },
  { state, productId, startedAt }: StorePurchase,
): Promise<number | null> {
  const wanted = toSubscription(state);
  const end = { end_cause: toEnd(state)?.cause ?? null };
  const product = {
    ...{ plan: toPlan(productId), product_id: productId },
    ...(wanted?.status === 'trialing' ? { had_trial: true } : {}),
  };
  if (purchase.subscription_id !== null) {
    if (wanted) {
      await transaction
        .updateTable('subscriptions')
        .set({ ...product, ...end, status: wanted.status, end_date: wanted.endDate })
        .where('id', '=', purchase.subscription_id)
        .execute();
      await writeNewestSubscription(transaction, userId);
    }
    return purchase.subscription_id;
  }
  if (!wanted) return null;
  const { id } = await transaction
    .insertInto('subscriptions')
    .values({
      ...product,
      ...end,
      user_id: userId,
      platform: purchase.platform,
      status: wanted.status,
      start_date: startedAt,
      end_date: wanted.endDate,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeNewestSubscription(transaction, userId);
  return id;
}

/** Its store answers no longer, and did not say when it ended. */
export async function endSubscription(
  transaction: Transaction<Database>,
  { subscriptionId, userId }: { subscriptionId: number; userId: number },
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('subscriptions')
    .set({ status: 'expired', end_cause: 'known_no_longer', end_date: sql`coalesce(end_date, ${now})` })
    .where('id', '=', subscriptionId)
    .where('status', '<>', 'expired')
    .execute();
  await writeNewestSubscription(transaction, userId);
}

/** Keeps status and product of a user's newest subscription with the user, whom the transaction has locked before. */
export async function writeNewestSubscription(db: Db, userId: number): Promise<void> {
  await sql`
    update users set subscription_status = newest.status, subscription_product = newest.product_id
    from (
      select status, product_id from subscriptions where user_id = ${userId} order by start_date desc, id desc limit 1
    ) as newest
    where users.id = ${userId}
      and (subscription_status, subscription_product) is distinct from (newest.status, newest.product_id)`.execute(
    db,
  );
}

/** "Monthly" for `mealwright.monthly`. */
export function toPlan(productId: string): string {
  const name = productId.split('.').at(-1) || productId;
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll(/[_-]+/g, ' ')}`;
}
