import { sql } from 'kysely';
import type { Platform } from '../db/payment-tables.ts';
import type { Db } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { isErased } from './erased-keys.ts';
import { scheduleCheck } from './schedule-check.ts';
import type { StoreEnvironment } from './store.ts';

type Registered = {
  userId: number;
  platform: Platform;
  key: string;
  environment: StoreEnvironment;
  productId: string | null;
};

/**
 * The purchase of a user, whatever the store says of its buyer; asked about soon. Throws 404, and 409 for another
 * user's.
 */
export async function registerPurchase(
  db: Db,
  { userId, ...purchase }: Registered,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // First, as an erasure does.
    const user = await transaction
      .selectFrom('users')
      .where('id', '=', userId)
      .where('status', '<>', 'deleted')
      .select('id')
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user) throw new Problem(404, 'User not found.');
    const due = { ...purchase, accountToken: null, orders: [] };
    if (await isErased(transaction, due))
      throw new Problem(409, 'This purchase belongs to an erased account.');
    const id = await scheduleCheck(transaction, due, now);
    const update = await transaction
      .updateTable('purchases')
      .set({ user_id: userId, known_order: sql`case when user_id is null then null else known_order end` })
      .where('id', '=', id)
      .where(({ eb, or }) => or([eb('user_id', 'is', null), eb('user_id', '=', userId)]))
      .executeTakeFirst();
    if (update.numUpdatedRows !== 1n) throw new Problem(409, 'This purchase belongs to another user.');
  });
}
