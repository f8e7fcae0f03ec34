import type { Db } from '../db/schema.ts';

/** Without a password an owner does not count. Locks the rows, so that parallel changes wait for each other. */
export async function isLastOwner(transaction: Db, userId: number): Promise<boolean> {
  const owners = await transaction
    .selectFrom('users')
    .where('administrator_role', '=', 'owner')
    .where('status', '=', 'active')
    .where('password_hash', 'is not', null)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute();
  return owners.length === 1 && owners[0]?.id === userId;
}
