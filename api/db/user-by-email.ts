import { type Kysely, sql } from 'kysely';
import type { Database, StoredUser } from './schema.ts';

/** Case-insensitive. */
export async function findUserByEmail(db: Kysely<Database>, email: string): Promise<StoredUser | undefined> {
  return db
    .selectFrom('users')
    .where(sql`lower(email)`, '=', sql`lower(${email.trim()}::text)`)
    .selectAll()
    .executeTakeFirst();
}
