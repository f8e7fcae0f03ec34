import { sql } from 'kysely';
import { type Db, type StoredUser, userColumns } from './schema.ts';

/** Ignores case. */
export async function findUserByEmail(db: Db, email: string): Promise<StoredUser | undefined> {
  return usersByEmail(db, email).select(userColumns).executeTakeFirst();
}

/** The same with the hash of the password, for signing in. */
export async function findCredentialsByEmail(db: Db, email: string) {
  return usersByEmail(db, email)
    .select([...userColumns, 'password_hash'])
    .executeTakeFirst();
}

export type StoredCredentials = NonNullable<Awaited<ReturnType<typeof findCredentialsByEmail>>>;

function usersByEmail(db: Db, email: string) {
  return db.selectFrom('users').where(sql`lower(email)`, '=', sql`lower(${email.trim()}::text)`);
}
