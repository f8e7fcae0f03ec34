import type { Db } from '../db/schema.ts';
import {
  findIdleEnd,
  type IssuedTokens,
  issueAccessToken,
  revokeSession,
  storeRefreshToken,
} from './sessions.ts';
import { deriveChildToken, hashToken } from './tokens.ts';

const PARENT_GRACE_MS = 10 * 60_000;

/** `replayed`: the child of this token was used before. The session is ended (docs/decisions/0001). */
export type Rotation =
  | { outcome: 'refreshed'; tokens: IssuedTokens; userId: number }
  | { outcome: 'refused' | 'replayed' };

/**
 * Refresh token rotation with reuse detection (RFC 9700, 4.14.2). docs/decisions/0001 has the rules. Ends a session that
 * wasn’t used for `idleMinutes`; 0: no limit.
 */
export async function rotateRefreshToken(
  { db, idleMinutes }: { db: Db; idleMinutes: number },
  refreshToken: string,
  now: Date,
): Promise<Rotation> {
  const idleEnd = findIdleEnd(idleMinutes, now);
  return db.transaction().execute(async (transaction): Promise<Rotation> => {
    const presented = await transaction
      .selectFrom('refresh_tokens')
      .where('hash', '=', hashToken(refreshToken))
      .select(['session_id', 'generation', 'child_salt'])
      .executeTakeFirst();
    if (!presented) return { outcome: 'refused' };

    // Serialises the refreshes of one session, and a refresh with a sign-out.
    const session = await transaction
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .where('sessions.id', '=', presented.session_id)
      .where('sessions.revoked_at', 'is', null)
      .where('sessions.expires_at', '>', now)
      .where('users.status', '=', 'active')
      .where('users.role', '=', 'admin')
      .select(['sessions.id', 'sessions.user_id', 'sessions.generation', 'sessions.expires_at'])
      .select('sessions.last_used_at')
      .forUpdate('sessions')
      .executeTakeFirst();
    if (!session) return { outcome: 'refused' };
    if (idleEnd && session.last_used_at <= idleEnd) {
      // It stays ended with another limit.
      await revokeSession(transaction, session.id, now);
      return { outcome: 'refused' };
    }

    const isNewest = presented.generation === session.generation;
    if (!isNewest && !(await isInGrace(transaction, { session, generation: presented.generation }, now))) {
      await revokeSession(transaction, session.id, now);
      return { outcome: 'replayed' };
    }
    const child = deriveChildToken(refreshToken, presented.child_salt);
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
    return { outcome: 'refreshed', tokens: { token, refreshToken: child }, userId: session.user_id };
  });
}

/** Only the direct parent of the newest token has a grace period. */
async function isInGrace(
  db: Db,
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

/** Finds the owner also of an ended session; undefined for an unknown token. */
export async function findOwnerOfRefreshToken(
  db: Db,
  refreshToken: string,
): Promise<{ userId: number } | undefined> {
  return db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .where('refresh_tokens.hash', '=', hashToken(refreshToken))
    .select('sessions.user_id as userId')
    .executeTakeFirst();
}
