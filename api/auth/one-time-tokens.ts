import { type Kysely, sql } from 'kysely';
import type { Database, TokenPurpose } from '../db/schema.ts';
import { linkHours } from '../mail/link-hours.ts';
import { hashToken, newToken } from './tokens.ts';

const HOUR = 3_600_000;

/** The carrier of a token: a mail, or with `byMail` false the output of the command line. */
type Carrier = { id: string; created_at: Date; byMail?: boolean };

/**
 * A new token for the mail that carries it. The tokens of older mails become invalid. A token of an earlier attempt at
 * the same mail keeps its own expiry. Returns null where this mail is out of date: a newer one is queued, or its own
 * token was used already.
 */
export async function issueOneTimeToken(
  db: Kysely<Database>,
  { userId, purpose, carrier }: { userId: number; purpose: TokenPurpose; carrier: Carrier },
  now: Date,
): Promise<string | null> {
  const { id, created_at, byMail = true } = carrier;
  const token = newToken();
  const expires = new Date(now.getTime() + linkHours[purpose] * HOUR);
  const { rows } = await sql`
    insert into one_time_tokens as held
      (user_id, purpose, mail_id, mail_created_at, by_mail, hashes, expiries, expires_at)
    values (${userId}, ${purpose}, ${id}, ${created_at}, ${byMail},
      array[${hashToken(token)}::bytea], array[${expires}::timestamptz], ${expires})
    on conflict (user_id, purpose) do update set
      hashes = case when held.mail_id = excluded.mail_id then held.hashes else '{}' end || excluded.hashes,
      expiries = case when held.mail_id = excluded.mail_id then held.expiries else '{}' end || excluded.expiries,
      mail_id = excluded.mail_id,
      mail_created_at = excluded.mail_created_at,
      by_mail = excluded.by_mail,
      expires_at = excluded.expires_at,
      used_at = null
    where case when held.mail_id = excluded.mail_id
      then held.used_at is null
      else held.mail_created_at <= excluded.mail_created_at end
    returning user_id`.execute(db);
  return rows.length === 1 ? token : null;
}

type MailedToken = { purpose: TokenPurpose; token: string };

/** Not used yet, and not too old. */
function isLive({ purpose, token }: MailedToken, now: Date) {
  const hash = sql`${hashToken(token)}::bytea`;
  return sql<boolean>`hashes @> array[${hash}] and expiries[array_position(hashes, ${hash})] > ${now}
    and purpose = ${purpose} and used_at is null`;
}

/** Whether the token would be accepted now. It is not used by this. */
export async function isOneTimeTokenLive(
  db: Kysely<Database>,
  token: MailedToken,
  now: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('one_time_tokens')
    .where(isLive(token, now))
    .select('user_id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Uses the token. Of any number of parallel attempts one gets its user, every other one null. */
export async function consumeOneTimeToken(
  db: Kysely<Database>,
  token: MailedToken,
  now: Date,
): Promise<{ userId: number; byMail: boolean } | null> {
  const used = await db
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where(isLive(token, now))
    .returning(['user_id as userId', 'by_mail as byMail'])
    .executeTakeFirst();
  return used ?? null;
}

/**
 * Invalidates the open links to a new password, also those in a mail that is retried: the user has chosen a password,
 * or is suspended. Call it before the row of the user is locked: a reset locks them in this order.
 */
export async function revokePasswordLinks(db: Kysely<Database>, userId: number): Promise<void> {
  await db
    .updateTable('one_time_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'password_reset')
    .where('used_at', 'is', null)
    .execute();
}
