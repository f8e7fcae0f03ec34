import { sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

/**
 * For long work. Until the end of the transaction: what a session sets behind a pooler would be the setting of every
 * later call on that connection.
 */
export async function liftTimeLimit(transaction: Transaction<Database>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction);
}
