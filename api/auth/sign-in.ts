import type { Kysely } from 'kysely';
import type { Database, UserRow } from '../db/schema.ts';
import { userByEmail } from '../db/user-by-email.ts';
import { hashPassword, isCurrentHash, verifyPassword } from './password-hash.ts';
import { countAttempt, resetAttempts, throwRateLimited, uncountAttempt } from './rate-limits.ts';
import { type IssuedTokens, openSession, SignInRefused } from './sessions.ts';

type SignInServices = { db: Kysely<Database>; clock: () => Date };
type Credentials = { email: string; password: string; rememberMe: boolean };
/** Where the request comes from: the address for the rate limits, and the device as a text. */
type Origin = { client: string; device: string };

/**
 * Signs an administrator in. Throws SignInRefused for every reason to refuse, after the same work. Throws 429 after too
 * many failures, also with the right password: an attacker must not learn that it was right.
 */
export async function signIn(
  { db, clock }: SignInServices,
  { email, password, rememberMe }: Credentials,
  { client, device }: Origin,
): Promise<{ tokens: IssuedTokens; user: UserRow }> {
  const now = clock();
  const clientOpens = await countAttempt(db, { limit: 'signInClient', subject: client }, now);
  if (clientOpens) throwRateLimited(clientOpens, now);
  const accountOpens = await countAttempt(db, { limit: 'signInAccount', subject: email }, now).catch(
    uncountClient,
  );
  if (accountOpens) {
    // The password was not checked, so that this is no failure of the client.
    await uncountAttempt(db, { limit: 'signInClient', subject: client }, now);
    throwRateLimited(accountOpens, now);
  }
  try {
    const user = await administratorWith(db, email, password);
    const passwordHash = await withCurrentHash(db, user, password);
    const tokens = await openSession(db, { userId: user.id, rememberMe, passwordHash, device }, clock());
    await uncountAttempt(db, { limit: 'signInClient', subject: client }, now);
    await resetAttempts(db, { limit: 'signInAccount', subject: email });
    return { tokens, user };
  } catch (error) {
    if (!(error instanceof SignInRefused)) {
      // A failure of the server does not count as a wrong password.
      await uncountAttempt(db, { limit: 'signInClient', subject: client }, now);
      await uncountAttempt(db, { limit: 'signInAccount', subject: email }, now);
    }
    throw error;
  }

  async function uncountClient(error: unknown): Promise<never> {
    await uncountAttempt(db, { limit: 'signInClient', subject: client }, now);
    throw error;
  }
}

async function administratorWith(db: Kysely<Database>, email: string, password: string): Promise<UserRow> {
  const user = await userByEmail(db, email);
  const isRight = await verifyPassword(password, user?.password_hash ?? null);
  if (!isRight || !user || user.role !== 'admin' || user.status !== 'active')
    throw new SignInRefused(user?.id);
  return user;
}

/** The hash of the user, renewed where it has older parameters. */
async function withCurrentHash(
  db: Kysely<Database>,
  user: UserRow,
  password: string,
): Promise<string | null> {
  if (isCurrentHash(user.password_hash)) return user.password_hash;
  const password_hash = await hashPassword(password);
  const renewed = await db
    .updateTable('users')
    .set({ password_hash })
    .where('id', '=', user.id)
    .where('password_hash', 'is not distinct from', user.password_hash)
    .executeTakeFirst();
  if (renewed.numUpdatedRows === 1n) return password_hash;
  // Another sign-in has renewed the hash, or the password has changed: check against the stored one.
  return (await administratorWith(db, user.email, password)).password_hash;
}
