import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/**
 * Whether nobody else could sign in to the console, as who never chose a password could not. Its locks, held until the
 * transaction ends, let two who leave at once see each other.
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
