import type { Transaction } from 'kysely';
import type { Session } from '#contract/account.ts';
import type { Database, Db } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { createChildSalt, createToken, hashToken } from './tokens.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const ACCESS_TOKEN_LIFETIME_MS = 15 * MINUTE_MS;
/** Absolute lifetimes, even if the session is used. */
const SESSION_LIFETIME_MS = { short: 12 * HOUR_MS, remembered: 30 * 24 * HOUR_MS } as const;

export type IssuedTokens = { token: string; refreshToken: string };

type SignIn = { userId: number; rememberMe: boolean; device?: string };

/** Every reason gets the same answer, so that no account is revealed. */
export class SignInRefusedError extends Problem {
  /** The log names the user, the answer does not. */
  readonly userId: number | undefined;

  constructor(userId?: number) {
    super(401, 'Incorrect email or password.');
    this.userId = userId;
  }
}

export async function openSession(
  db: Db,
  { userId, rememberMe, device = '' }: SignIn,
  now: Date,
): Promise<IssuedTokens> {
  const lifetimeMs = rememberMe ? SESSION_LIFETIME_MS.remembered : SESSION_LIFETIME_MS.short;
  const session = await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeMs),
      revoked_at: null,
      last_used_at: now,
      proven_at: now,
      device,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow();
  const refreshToken = createToken();
  await storeRefreshToken(db, { sessionId: session.id, token: refreshToken, generation: 0 }, now);
  const token = await issueAccessToken(db, { sessionId: session.id, sessionEnd: session.expires_at }, now);
  return { token, refreshToken };
}

/**
 * The lock makes a password reset and a suspension wait until this transaction ends. Throws SignInRefusedError if one of
 * them came first; `passwordHash` is the one that was verified, and undefined where the password is out of the question.
 */
export async function lockAdministrator(
  transaction: Transaction<Database>,
  { userId, passwordHash }: { userId: number; passwordHash?: string | null },
): Promise<void> {
  const unchanged = await transaction
    .selectFrom('users')
    .where('id', '=', userId)
    .$if(passwordHash !== undefined, (query) =>
      query.where('password_hash', 'is not distinct from', passwordHash ?? null),
    )
    .where('status', '=', 'active')
    .where('role', '=', 'admin')
    .select('id')
    .forShare()
    .executeTakeFirst();
  if (!unchanged) throw new SignInRefusedError(userId);
}

/** Until when a session may have been unused; null: forever. */
export function findIdleEnd(idleMinutes: number, now: Date): Date | null {
  return idleMinutes > 0 ? new Date(now.getTime() - idleMinutes * MINUTE_MS) : null;
}

/** null for an unknown or expired token. */
export async function findAdministratorByToken(db: Db, accessToken: string, now: Date) {
  const found = await db
    .selectFrom('access_tokens')
    .innerJoin('sessions', 'sessions.id', 'access_tokens.session_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('access_tokens.hash', '=', hashToken(accessToken))
    .where('access_tokens.expires_at', '>', now)
    .where('sessions.revoked_at', 'is', null)
    .where('users.status', '=', 'active')
    .select(['users.id', 'first_name', 'last_name', 'users.email', 'users.role', 'sessions.id as sessionId'])
    .select('users.administrator_role as administratorRole')
    .select(['sessions.proven_at', 'sessions.last_used_at', 'users.second_factor_due_at'])
    .executeTakeFirst();
  return found ?? null;
}

/** A write each minute is enough, and more often where the limit is short. */
export async function recordUse(
  db: Db,
  session: { sessionId: string; last_used_at: Date },
  { idleMinutes, now }: { idleMinutes: number; now: Date },
): Promise<void> {
  const pauseMs = Math.min(MINUTE_MS, (idleMinutes * MINUTE_MS) / 10);
  if (idleMinutes === 0 || now.getTime() - session.last_used_at.getTime() < pauseMs) return;
  await db
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('id', '=', session.sessionId)
    .where('last_used_at', '<', now)
    .execute();
}

export async function revokeSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Returns how many sessions were active. Keeps `keptSessionId`. Sign-ins between their two steps end, too. */
export async function revokeSessions(
  db: Db,
  { userId, keptSessionId }: { userId: number; keptSessionId?: string },
  now: Date,
): Promise<number> {
  await db.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute();
  const ended = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(keptSessionId !== undefined, (query) => query.where('id', '!=', keptSessionId ?? ''))
    .executeTakeFirst();
  return Number(ended.numUpdatedRows);
}

/** Lists the most recently used first, without those that weren’t used for `idleMinutes`; 0: no limit. */
export async function listLiveSessions(
  db: Db,
  { userId, idleMinutes = 0 }: { userId: number; idleMinutes?: number },
  now: Date,
) {
  const idleEnd = findIdleEnd(idleMinutes, now);
  return db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(idleEnd !== null, (query) => query.where('last_used_at', '>', idleEnd ?? now))
    .select(['id', 'created_at', 'last_used_at', 'expires_at', 'device'])
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
}

type LiveSession = Awaited<ReturnType<typeof listLiveSessions>>[number];

/** `currentId` is the session of the caller. */
export function toAnswerSession(session: LiveSession, currentId: string): Session {
  const { id, created_at, last_used_at, expires_at, device } = session;
  return {
    id,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at.toISOString(),
    expiresAt: expires_at.toISOString(),
    userAgent: device,
    current: id === currentId,
  };
}

/** Returns false if the user has no active session with this id. */
export async function revokeOwnSession(
  db: Db,
  { userId, sessionId }: { userId: number; sessionId: string },
  now: Date,
): Promise<boolean> {
  const live = await listLiveSessions(db, { userId }, now);
  if (!live.some(({ id }) => id === sessionId)) return false;
  await revokeSession(db, sessionId, now);
  return true;
}

export async function storeRefreshToken(
  db: Db,
  { sessionId, token, generation }: { sessionId: string; token: string; generation: number },
  now: Date,
): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({
      hash: hashToken(token),
      session_id: sessionId,
      generation,
      child_salt: createChildSalt(),
      given_at: now,
    })
    .execute();
}

/** Expires after 15 minutes, or with the session if that is earlier. */
export async function issueAccessToken(
  db: Db,
  { sessionId, sessionEnd }: { sessionId: string; sessionEnd: Date },
  now: Date,
): Promise<string> {
  const token = createToken();
  const end = new Date(Math.min(now.getTime() + ACCESS_TOKEN_LIFETIME_MS, sessionEnd.getTime()));
  await db
    .insertInto('access_tokens')
    .values({ hash: hashToken(token), session_id: sessionId, expires_at: end })
    .execute();
  return token;
}
