import type { Kysely, Selectable } from 'kysely';
import type { Database, UsersTable } from '../db/schema.ts';
import { userByEmail } from '../db/user-by-email.ts';
import { hashPassword, isCurrentHash, verifyPassword } from './password-hash.ts';
import { countAttempt, forgetAttempts, refuseUntil, uncountAttempt } from './rate-limits.ts';
import { type IssuedTokens, openSession, SignInRefused } from './sessions.ts';

type User = Selectable<UsersTable>;
type Context = { db: Kysely<Database>; clock: () => Date };
type Credentials = { email: string; password: string; rememberMe: boolean };
/** Where the request comes from: the address limits go by, and the device in words. */
type Origin = { client: string; device: string };

/**
 * Signs an administrator in. Throws SignInRefused for every reason not to, after the same work, and 429 where too
 * many attempts failed, also with the right password: a guesser must not learn that this one was it.
 */
export async function signIn(
  { db, clock }: Context,
  { email, password, rememberMe }: Credentials,
  { client, device }: Origin,
): Promise<{ tokens: IssuedTokens; user: User }> {
  const now = clock();
  const clientOpens = await countAttempt(db, { limit: 'signInClient', subject: client }, now);
  if (clientOpens) refuseUntil(clientOpens, now);
  const accountOpens = await countAttempt(db, { limit: 'signInAccount', subject: email }, now).catch(
    uncountClient,
  );
  if (accountOpens) {
    // Nothing was tried, so the client has not failed.
    await uncountAttempt(db, { limit: 'signInClient', subject: client }, now);
    refuseUntil(accountOpens, now);
  }
  try {
    const user = await administratorWith(db, email, password);
    const passwordHash = await withCurrentHash(db, user, password);
    const tokens = await openSession(db, { userId: user.id, rememberMe, passwordHash, device }, clock());
    await uncountAttempt(db, { limit: 'signInClient', subject: client }, now);
    await forgetAttempts(db, { limit: 'signInAccount', subject: email });
    return { tokens, user };
  } catch (error) {
    if (!(error instanceof SignInRefused)) {
      // Our own failure is nobody's wrong guess.
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

async function administratorWith(db: Kysely<Database>, email: string, password: string): Promise<User> {
  const user = await userByEmail(db, email);
  const isRight = await verifyPassword(password, user?.password_hash ?? null);
  if (!isRight || !user || user.role !== 'admin' || user.status !== 'active')
    throw new SignInRefused(user?.id);
  return user;
}

/** The user's hash, made anew where it has older parameters than ours. */
async function withCurrentHash(db: Kysely<Database>, user: User, password: string): Promise<string | null> {
  if (isCurrentHash(user.password_hash)) return user.password_hash;
  const password_hash = await hashPassword(password);
  const renewed = await db
    .updateTable('users')
    .set({ password_hash })
    .where('id', '=', user.id)
    .where('password_hash', 'is not distinct from', user.password_hash)
    .executeTakeFirst();
  if (renewed.numUpdatedRows === 1n) return password_hash;
  // Another sign-in renewed it first, or somebody chose another password: the one stored now decides.
  return (await administratorWith(db, user.email, password)).password_hash;
}
