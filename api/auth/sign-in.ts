import type { AdministratorRole } from '#contract/roles.ts';
import type { Db, StoredUser } from '../db/schema.ts';
import { findCredentialsByEmail, type StoredCredentials } from '../db/user-by-email.ts';
import { hashPassword, isCurrentHash, verifyPassword } from './password-hash.ts';
import { countAttempt, resetAttempts, throwTooManyAttempts, uncountAttempt } from './rate-limits.ts';
import { type IssuedTokens, openSession, SignInRefusedError } from './sessions.ts';

type SignInServices = { db: Db; clock: () => Date };
type Credentials = { email: string; password: string; rememberMe: boolean };
/** `client` is the address for the rate limits. */
type SignInOrigin = { client: string; device: string };

/**
 * Throws SignInRefusedError for every reason, after equal work, and 429 even for a correct password, to reveal nothing.
 */
export async function signIn(
  { db, clock }: SignInServices,
  { email, password, rememberMe }: Credentials,
  { client, device }: SignInOrigin,
): Promise<{ tokens: IssuedTokens; user: StoredUser; administratorRole: AdministratorRole }> {
  const now = clock();
  const clientRetryAt = await countAttempt(db, { limit: 'signInClient', subject: client }, now);
  if (clientRetryAt) throwTooManyAttempts(clientRetryAt, now);
  const accountRetryAt = await countAttempt(db, { limit: 'signInAccount', subject: email }, now).catch(
    uncountClient,
  );
  if (accountRetryAt) {
    // The password was not checked, so this is no failure of the client.
    await uncountAttempt(db, { limit: 'signInClient', subject: client }, now);
    throwTooManyAttempts(accountRetryAt, now);
  }
  try {
    const user = await checkCredentials(db, email, password);
    const passwordHash = await ensureCurrentHash(db, user, password);
    const tokens = await openSession(db, { userId: user.id, rememberMe, passwordHash, device }, clock());
    await uncountAttempt(db, { limit: 'signInClient', subject: client }, now);
    await resetAttempts(db, { limit: 'signInAccount', subject: email });
    return { tokens, user, administratorRole: user.administrator_role };
  } catch (error) {
    if (!(error instanceof SignInRefusedError)) {
      // A server error does not count as a wrong password.
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

type Administrator = StoredCredentials & { administrator_role: AdministratorRole };

async function checkCredentials(db: Db, email: string, password: string): Promise<Administrator> {
  const user = await findCredentialsByEmail(db, email);
  const isPasswordCorrect = await verifyPassword(password, user?.password_hash ?? null);
  if (!isPasswordCorrect || !user?.administrator_role || user.status !== 'active')
    throw new SignInRefusedError(user?.id);
  return { ...user, administrator_role: user.administrator_role };
}

/** Rehashes a password whose hash has older parameters. */
async function ensureCurrentHash(db: Db, user: StoredCredentials, password: string): Promise<string | null> {
  if (isCurrentHash(user.password_hash)) return user.password_hash;
  const password_hash = await hashPassword(password);
  const updated = await db
    .updateTable('users')
    .set({ password_hash })
    .where('id', '=', user.id)
    .where('password_hash', 'is not distinct from', user.password_hash)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 1n) return password_hash;
  // The hash was replaced in parallel, so the password is checked again.
  return (await checkCredentials(db, user.email, password)).password_hash;
}
