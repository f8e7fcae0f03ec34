import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/**
 * Whether no other administrator could sign in. One who never chose a password cannot. The locks are held until the
 * transaction ends, so that two parallel changes see each other.
 */
export async function isLastAdministrator(transaction: Kysely<Database>, userId: number): Promise<boolean> {
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
