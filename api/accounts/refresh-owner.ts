import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { hashToken } from './tokens.ts';

/** Whose sign-in a refresh token is or was of, ended or not; undefined where it was never one of ours. */
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
