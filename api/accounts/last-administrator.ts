import type { Db } from '../db/schema.ts';

/** Without a password an administrator does not count. Locks the rows, so that parallel changes wait for each other. */
export async function isLastAdministrator(transaction: Db, userId: number): Promise<boolean> {
  const administrators = await transaction
    .selectFrom('users')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('password_hash', 'is not', null)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute();
  return administrators.length === 1 && administrators[0]?.id === userId;
}
