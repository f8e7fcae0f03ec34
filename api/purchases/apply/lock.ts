import type { Selectable, Transaction } from 'kysely';
import type { PurchasesTable } from '../../db/purchase-tables.ts';
import type { Database, Db } from '../../db/schema.ts';

export type Purchase = Selectable<PurchasesTable>;

/** Whether it can be the account token of a user. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}

type FromStore = { accountToken: string | null; replaces: string | null };

/**
 * Locks a purchase and its user, the user first as an erasure does. An unattributed purchase gets its user by the account
 * token or by the purchase that it replaces. null if the purchase is gone.
 */
export async function lockPurchase(
  transaction: Transaction<Database>,
  purchaseId: number,
  fromStore: FromStore = { accountToken: null, replaces: null },
): Promise<{ purchase: Purchase; userId: number | null } | null> {
  const found = await transaction
    .selectFrom('purchases')
    .where('id', '=', purchaseId)
    .select(['user_id', 'platform', 'account_token'])
    .executeTakeFirst();
  if (!found) return null;
  const wanted =
    found.user_id ??
    (await findUserByToken(transaction, fromStore.accountToken ?? found.account_token)) ??
    (await findByReplaced(transaction, found.platform, fromStore));
  const user =
    wanted === null
      ? undefined
      : await transaction
          .selectFrom('users')
          .where('id', '=', wanted)
          .select('id')
          .forNoKeyUpdate()
          .executeTakeFirst();
  const purchase = await transaction
    .selectFrom('purchases')
    .where('id', '=', purchaseId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (!purchase) return null;
  return { purchase, userId: purchase.user_id ?? user?.id ?? null };
}

/** The id of the user with this store account; null for what is no account of ours. */
export async function findUserByToken(db: Db, accountToken: string | null): Promise<number | null> {
  // Google hands on whatever the app has set.
  if (!accountToken || !isUuid(accountToken)) return null;
  const user = await db
    .selectFrom('users')
    .where('store_account_token', '=', accountToken)
    .select('id')
    .executeTakeFirst();
  return user?.id ?? null;
}

async function findByReplaced(
  transaction: Transaction<Database>,
  platform: Purchase['platform'],
  { replaces }: FromStore,
): Promise<number | null> {
  if (!replaces) return null;
  const replaced = await transaction
    .selectFrom('purchases')
    .where('platform', '=', platform)
    .where('key', '=', replaces)
    .select('user_id')
    .executeTakeFirst();
  return replaced?.user_id ?? null;
}
