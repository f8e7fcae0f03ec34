import { domainToUnicode } from 'node:url';
import { type RawBuilder, sql } from 'kysely';
import { readEmailAddress } from '#contract/email-address.ts';
import { type Db, type StoredUser, userColumns } from './schema.ts';

/** Ignores case, and takes both spellings of a domain outside ASCII. */
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
  return db.selectFrom('users').where(isAddress('email', email)).orderBy('id');
}

/** Whether the column of users or mails holds this address, ignoring case, in either spelling of its domain. */
export function isAddress(column: 'email' | 'address', email: string): RawBuilder<boolean> {
  const ascii = readEmailAddress(email) ?? email;
  const spellings = [...new Set([email, ascii, toReadableAddress(ascii)])];
  const list = sql.join(spellings.map((spelling) => sql`lower(${spelling}::text)`));
  return sql<boolean>`lower(${sql.ref(column)}) in (${list})`;
}

/** Writes the domain in its own script, as its owner knows it: mia@xn--bcher-kva.example is mia@bücher.example. */
export function toReadableAddress(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const readable = /xn--/i.test(domain) ? domainToUnicode(domain) : '';
  // An invalid domain converts to nothing.
  return readable === '' ? email : `${email.slice(0, -domain.length)}${readable}`;
}
