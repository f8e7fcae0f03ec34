import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Platform } from '../db/payment-tables.ts';
import type { Database } from '../db/schema.ts';

/**
 * Forgets what the stores know about a user: purchases with their failed payments and notifications. Only hashes stay,
 * because deleting an account cancels no subscription, and its notifications go on.
 */
export async function erasePurchases(db: Kysely<Database>, userId: number, now: Date): Promise<void> {
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('store_account_token')
    .executeTakeFirstOrThrow();
  const purchases = await db
    .deleteFrom('purchases')
    .where('user_id', '=', userId)
    .returning(['platform', 'key'])
    .execute();
  await db
    .deleteFrom('sandbox_lives')
    .where('key', 'in', ['', ...purchases.map(({ key }) => key)])
    .execute();
  const hashes = [hashToken(user.store_account_token), ...purchases.map(hashKey)];
  await db
    .insertInto('erased_purchase_keys')
    .values(hashes.map((hash) => ({ hash, erased_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether a purchase belongs to an erased account. */
export async function isErased(
  db: Kysely<Database>,
  purchase: { platform: Platform; key: string; accountToken: string | null },
): Promise<boolean> {
  const hashes = [hashKey(purchase)];
  if (purchase.accountToken) hashes.push(hashToken(purchase.accountToken));
  const found = await db
    .selectFrom('erased_purchase_keys')
    .where('hash', 'in', hashes)
    .select('hash')
    .executeTakeFirst();
  return found !== undefined;
}

function hashKey({ platform, key }: { platform: Platform; key: string }): Buffer {
  return createHash('sha256').update(`${platform}:${key}`).digest();
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(`account:${token}`).digest();
}
