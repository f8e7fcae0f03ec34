import { createHash } from 'node:crypto';
import type { Platform } from '../db/payment-tables.ts';
import type { Db } from '../db/schema.ts';
import { eraseRequests } from './refunds/record.ts';

/**
 * Forgets what the stores know about a user: purchases with their failed payments and notifications. Only hashes stay,
 * because deleting an account cancels no subscription, and its notifications go on.
 */
export async function erasePurchases(db: Db, userId: number, now: Date): Promise<void> {
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('store_account_token')
    .executeTakeFirstOrThrow();
  // A notification locks its purchase before a request, so these come first, too.
  const purchases = await db
    .selectFrom('purchases')
    .where(({ and, eb, or }) =>
      or([
        eb('user_id', '=', userId),
        // The store was not asked about it yet.
        and([eb('user_id', 'is', null), eb('account_token', '=', user.store_account_token)]),
      ]),
    )
    .select(['id', 'platform', 'key'])
    .orderBy('id')
    .forUpdate()
    .execute();
  const purchaseIds = purchases.map(({ id }) => id);
  await eraseRequests(db, { userId, accountToken: user.store_account_token, purchaseIds }, now);
  await db
    .deleteFrom('purchases')
    .where('id', 'in', [0, ...purchaseIds])
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

/** Forgets an unattributed purchase that turns out to be of an erased account. */
export async function forgetPurchase(
  db: Db,
  { id, ...purchase }: { id: number; platform: Platform; key: string },
  now: Date,
): Promise<void> {
  await db.deleteFrom('purchases').where('id', '=', id).execute();
  await db
    .insertInto('erased_purchase_keys')
    .values({ hash: hashKey(purchase), erased_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type Named = {
  platform: Platform;
  /** null: not known. */
  key: string | null;
  accountToken: string | null;
  /** The key of the purchase before it. */
  replaces?: string | null;
};

/** Whether a purchase belongs to an erased account: by its key, its account or the purchase before it. */
export async function isErased(db: Db, { platform, key, accountToken, replaces }: Named): Promise<boolean> {
  const hashes: Buffer[] = [];
  if (key !== null) hashes.push(hashKey({ platform, key }));
  if (accountToken) hashes.push(hashToken(accountToken));
  if (replaces) hashes.push(hashKey({ platform, key: replaces }));
  if (hashes.length === 0) return false;
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
