import { type Kysely, sql } from 'kysely';
import type { Database, UserRow } from './schema.ts';

/** The user with this address, without regard to case; undefined where there is none. */
export async function userByEmail(db: Kysely<Database>, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .where(sql`lower(email)`, '=', sql`lower(${email.trim()}::text)`)
    .selectAll()
    .executeTakeFirst();
}
