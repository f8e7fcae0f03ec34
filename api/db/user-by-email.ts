import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database, UsersTable } from './schema.ts';

/** The user with this address, however it is written; undefined where there is none. */
export async function userByEmail(
  db: Kysely<Database>,
  email: string,
): Promise<Selectable<UsersTable> | undefined> {
  return db
    .selectFrom('users')
    .where(sql`lower(email)`, '=', sql`lower(${email.trim()}::text)`)
    .selectAll()
    .executeTakeFirst();
}
