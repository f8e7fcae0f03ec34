import { type Kysely, sql } from 'kysely';
import { deletion } from '#brand/deletion.ts';
import type { Database, TokenPurpose } from '../db/schema.ts';
import { hashToken, newToken } from './tokens.ts';

/** Hours a token is good for, counted from the last time its mail left. */
export const tokenHours = { password_reset: 1, deletion_request: deletion.linkHours } as const;

const HOUR = 3_600_000;

type Carrier = { id: string; created_at: Date };

/**
 * A new token for the mail that carries it. Tokens of older mails die with it. null where the mail has had its day: a
 * newer one is under way, or its own token was used already.
 */
export async function issueOneTimeToken(
  db: Kysely<Database>,
  userId: number,
  purpose: TokenPurpose,
  mail: Carrier,
  now: Date,
): Promise<string | null> {
  const token = newToken();
  const expires = new Date(now.getTime() + tokenHours[purpose] * HOUR);
  const { rows } = await sql`
    insert into one_time_tokens as held (user_id, purpose, mail_id, mail_created_at, hashes, expires_at)
    values (${userId}, ${purpose}, ${mail.id}, ${mail.created_at}, array[${hashToken(token)}::bytea], ${expires})
    on conflict (user_id, purpose) do update set
      hashes = case when held.mail_id = excluded.mail_id then held.hashes || excluded.hashes else excluded.hashes end,
      mail_id = excluded.mail_id,
      mail_created_at = excluded.mail_created_at,
      expires_at = excluded.expires_at,
      used_at = null
    where case when held.mail_id = excluded.mail_id
      then held.used_at is null
      else held.mail_created_at <= excluded.mail_created_at end
    returning user_id`.execute(db);
  return rows.length === 1 ? token : null;
}

/** Whether the token would be accepted now. It stays unused. */
export async function isOneTimeTokenLive(
  db: Kysely<Database>,
  purpose: TokenPurpose,
  token: string,
  now: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('one_time_tokens')
    .where(sql<boolean>`hashes @> array[${hashToken(token)}::bytea]`)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .select('user_id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Uses the token up: of any number of attempts at once, one gets the user's id, every other one null. */
export async function consumeOneTimeToken(
  db: Kysely<Database>,
  purpose: TokenPurpose,
  token: string,
  now: Date,
): Promise<number | null> {
  const used = await db
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where(sql<boolean>`hashes @> array[${hashToken(token)}::bytea]`)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return used?.user_id ?? null;
}
