import { sql } from 'kysely';
import type { Platform } from '../db/payment-tables.ts';
import type { Db } from '../db/schema.ts';
import type { StoreEnvironment } from './store.ts';

type PurchaseToCheck = {
  platform: Platform;
  key: string;
  environment: StoreEnvironment;
  productId: string | null;
  accountToken: string | null;
  /** The question reads the refunds of these orders. */
  orders: readonly string[];
};

/** Adds the purchase if it is new, and asks about it soon. Returns its id. */
export async function scheduleCheck(db: Db, check: PurchaseToCheck, now: Date): Promise<number> {
  const { platform, key, environment, productId, accountToken, orders } = check;
  const { id } = await db
    .insertInto('purchases')
    .values({
      platform,
      key,
      environment,
      product_id: productId,
      account_token: accountToken,
      asked_orders: [...orders],
      due_at: now,
      due_since: now,
      ask_again_at: now,
      first_seen_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['platform', 'key']).doUpdateSet({
        due_at: now,
        due_since: sql`case when purchases.due_at is null then excluded.due_since
          else coalesce(purchases.due_since, excluded.due_since) end`,
        // Open until an answer comes, so that a reconciliation finds it after its last attempt.
        ask_again_at: now,
        environment: sql`case 'sandbox' when excluded.environment then 'sandbox' else purchases.environment end`,
        generation: sql`purchases.generation + 1`,
        attempts: 0,
        given_up_at: null,
        asked_orders: sql`array(select distinct unnest(purchases.asked_orders || excluded.asked_orders))`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
