import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { hashToken, newChildSalt, newToken } from './tokens.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Milliseconds until an access token expires. */
const ACCESS_TOKEN_LIFETIME_MS = 15 * MINUTE;
/** Milliseconds until a session ends, even if it is used: 12 hours, 30 days with remember-me. */
const SESSION_LIFETIME_MS = { short: 12 * HOUR, remembered: 30 * 24 * HOUR } as const;

export type IssuedTokens = { token: string; refreshToken: string };

type SignIn = { userId: number; rememberMe: boolean; passwordHash?: string | null; device?: string };

/** Every reason to refuse a sign-in gives this one answer. */
export class SignInRefused extends Problem {
  /** For the log: the id of the account, where there is one. */
  readonly userId: number | undefined;

  constructor(userId?: number) {
    super(401, 'Email or password is not right.');
    this.userId = userId;
  }
}

/**
 * Opens a session for a user, with the first pair of tokens of a new family. Throws SignInRefused where `passwordHash`
 * is given and is no longer the one of the user, because a reset came between the check of the password and this call.
 */
export async function openSession(
  db: Kysely<Database>,
  { userId, rememberMe, passwordHash, device = '' }: SignIn,
  now: Date,
): Promise<IssuedTokens> {
  const life = rememberMe ? SESSION_LIFETIME_MS.remembered : SESSION_LIFETIME_MS.short;
  return db.transaction().execute(async (transaction) => {
    if (passwordHash !== undefined) await lockPassword(transaction, userId, passwordHash);
    const session = await transaction
      .insertInto('sessions')
      .values({
        user_id: userId,
        created_at: now,
        expires_at: new Date(now.getTime() + life),
        revoked_at: null,
        last_used_at: now,
        device,
      })
      .returning(['id', 'expires_at'])
      .executeTakeFirstOrThrow();
    const refreshToken = newToken();
    await storeRefreshToken(transaction, { sessionId: session.id, token: refreshToken, generation: 0 }, now);
    const token = await issueAccessToken(
      transaction,
      { sessionId: session.id, sessionEnd: session.expires_at },
      now,
    );
    return { token, refreshToken };
  });
}

/**
 * Locks the row of the user, so that a password reset waits until this transaction ends. Throws SignInRefused where the
 * password has changed.
 */
async function lockPassword(
  transaction: Transaction<Database>,
  userId: number,
  passwordHash: string | null,
): Promise<void> {
  const unchanged = await transaction
    .selectFrom('users')
    .where('id', '=', userId)
    .where('password_hash', 'is not distinct from', passwordHash)
    .where('status', '=', 'active')
    .where('role', '=', 'admin')
    .select('id')
    .forShare()
    .executeTakeFirst();
  if (!unchanged) throw new SignInRefused(userId);
}

/** The administrator and the session of an access token; null for an unknown or expired token. */
export async function administratorOf(db: Kysely<Database>, accessToken: string, now: Date) {
  const found = await db
    .selectFrom('access_tokens')
    .innerJoin('sessions', 'sessions.id', 'access_tokens.session_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('access_tokens.hash', '=', hashToken(accessToken))
    .where('access_tokens.expires_at', '>', now)
    .where('sessions.revoked_at', 'is', null)
    .where('users.status', '=', 'active')
    .select(['users.id', 'first_name', 'last_name', 'users.email', 'users.role', 'sessions.id as sessionId'])
    .executeTakeFirst();
  return found ?? null;
}

/** Ends a session for good. Its tokens are refused from this moment. */
export async function revokeSession(db: Kysely<Database>, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends every session of a user for good, except `kept`. Returns how many were live. */
export async function revokeSessionsOf(
  db: Kysely<Database>,
  { userId, kept }: { userId: number; kept?: string },
  now: Date,
): Promise<number> {
  const ended = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(kept !== undefined, (query) => query.where('id', '!=', kept ?? ''))
    .executeTakeFirst();
  return Number(ended.numUpdatedRows);
}

/** A user's live sessions, the last used first. */
export async function liveSessionsOf(db: Kysely<Database>, userId: number, now: Date) {
  return db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['id', 'created_at', 'last_used_at', 'expires_at', 'device'])
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Ends one session of a user for good. Returns false where the user has no live session of this id. */
export async function endSessionOf(
  db: Kysely<Database>,
  { userId, sessionId }: { userId: number; sessionId: string },
  now: Date,
): Promise<boolean> {
  const live = await liveSessionsOf(db, userId, now);
  if (!live.some(({ id }) => id === sessionId)) return false;
  await revokeSession(db, sessionId, now);
  return true;
}

/** Stores the refresh token that a session gets now. */
export async function storeRefreshToken(
  db: Kysely<Database>,
  { sessionId, token, generation }: { sessionId: string; token: string; generation: number },
  now: Date,
): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({
      hash: hashToken(token),
      session_id: sessionId,
      generation,
      child_salt: newChildSalt(),
      given_at: now,
    })
    .execute();
}

/** A new access token of a session. It expires after 15 minutes, or with the session if that is earlier. */
export async function issueAccessToken(
  db: Kysely<Database>,
  { sessionId, sessionEnd }: { sessionId: string; sessionEnd: Date },
  now: Date,
): Promise<string> {
  const token = newToken();
  const end = new Date(Math.min(now.getTime() + ACCESS_TOKEN_LIFETIME_MS, sessionEnd.getTime()));
  await db
    .insertInto('access_tokens')
    .values({ hash: hashToken(token), session_id: sessionId, expires_at: end })
    .execute();
  return token;
}
