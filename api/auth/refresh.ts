import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type IssuedTokens, issueAccessToken, revokeSession, storeRefreshToken } from './sessions.ts';
import { childToken, hashToken } from './tokens.ts';

/** Milliseconds for which the parent of a refresh token is accepted after the token was given. */
const PARENT_GRACE_MS = 10 * 60_000;

/** `replayed`: the token was used although its child has replaced it for good. The session is ended. */
export type Rotation = { outcome: 'refreshed'; tokens: IssuedTokens } | { outcome: 'refused' | 'replayed' };

/**
 * Rotates a refresh token (RFC 9700, section 4.14.2). The newest token gives its child. Its parent gives the same child
 * again until the child has been used, and at most ten minutes after the child was given, so that two tabs never sign
 * each other out. Any other token was stolen or replayed, and ends the whole family.
 */
export async function rotate(db: Kysely<Database>, refreshToken: string, now: Date): Promise<Rotation> {
  return db.transaction().execute(async (transaction): Promise<Rotation> => {
    const presented = await transaction
      .selectFrom('refresh_tokens')
      .where('hash', '=', hashToken(refreshToken))
      .select(['session_id', 'generation', 'child_salt'])
      .executeTakeFirst();
    if (!presented) return { outcome: 'refused' };

    // The lock serialises the refreshes of one family, and a refresh after a sign-out.
    const session = await transaction
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .where('sessions.id', '=', presented.session_id)
      .where('sessions.revoked_at', 'is', null)
      .where('sessions.expires_at', '>', now)
      .where('users.status', '=', 'active')
      .where('users.role', '=', 'admin')
      .select(['sessions.id', 'sessions.generation', 'sessions.expires_at'])
      .forUpdate('sessions')
      .executeTakeFirst();
    if (!session) return { outcome: 'refused' };

    const isNewest = presented.generation === session.generation;
    if (!isNewest && !(await isInGrace(transaction, { session, generation: presented.generation }, now))) {
      await revokeSession(transaction, session.id, now);
      return { outcome: 'replayed' };
    }
    const child = childToken(refreshToken, presented.child_salt);
    if (isNewest) {
      const generation = presented.generation + 1;
      await storeRefreshToken(transaction, { sessionId: session.id, token: child, generation }, now);
      const used = { generation, last_used_at: now };
      await transaction.updateTable('sessions').set(used).where('id', '=', session.id).execute();
    }
    const token = await issueAccessToken(
      transaction,
      { sessionId: session.id, sessionEnd: session.expires_at },
      now,
    );
    return { outcome: 'refreshed', tokens: { token, refreshToken: child } };
  });
}

/** Whether `generation` is the parent of the newest token, and the newest one was given within the grace period. */
async function isInGrace(
  db: Kysely<Database>,
  { session, generation }: { session: { id: string; generation: number }; generation: number },
  now: Date,
): Promise<boolean> {
  if (generation !== session.generation - 1) return false;
  const newest = await db
    .selectFrom('refresh_tokens')
    .where('session_id', '=', session.id)
    .where('generation', '=', session.generation)
    .select('given_at')
    .executeTakeFirstOrThrow();
  return now.getTime() - newest.given_at.getTime() <= PARENT_GRACE_MS;
}

/** The user of a refresh token, also of an ended session; undefined for an unknown token. */
export async function ownerOfRefreshToken(
  db: Kysely<Database>,
  refreshToken: string,
): Promise<{ userId: number } | undefined> {
  return db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .where('refresh_tokens.hash', '=', hashToken(refreshToken))
    .select('sessions.user_id as userId')
    .executeTakeFirst();
}
