import { sql } from 'kysely';
import type { Db, TokenPurpose } from '../db/schema.ts';
import { linkLifetimeHours } from '../mail/queue.ts';
import { createToken, hashToken } from './tokens.ts';

const HOUR_MS = 3_600_000;

/** What delivers a token: a mail, or with `byMail: false` the command line. */
type Carrier = { id: string; created_at: Date; byMail?: boolean };

type NewToken = {
  userId: number;
  purpose: TokenPurpose;
  carrier: Carrier;
  /** How long it is valid. */
  hours?: number;
};

/** Replaces the tokens of older mails. null: a newer mail is queued, or the token of this mail was already used. */
export async function issueOneTimeToken(
  db: Db,
  { userId, purpose, carrier, hours = linkLifetimeHours[purpose] }: NewToken,
  now: Date,
): Promise<string | null> {
  const { id, created_at, byMail = true } = carrier;
  const token = createToken();
  const expiresAt = new Date(now.getTime() + hours * HOUR_MS);
  const { rows } = await sql`
    insert into one_time_tokens as stored
      (user_id, purpose, mail_id, mail_created_at, by_mail, hashes, expiries, expires_at)
    values (${userId}, ${purpose}, ${id}, ${created_at}, ${byMail},
      array[${hashToken(token)}::bytea], array[${expiresAt}::timestamptz], ${expiresAt})
    on conflict (user_id, purpose) do update set
      hashes = case when stored.mail_id = excluded.mail_id then stored.hashes else '{}' end || excluded.hashes,
      expiries = case when stored.mail_id = excluded.mail_id then stored.expiries else '{}' end || excluded.expiries,
      mail_id = excluded.mail_id,
      mail_created_at = excluded.mail_created_at,
      by_mail = excluded.by_mail,
      expires_at = excluded.expires_at,
      used_at = null
    where case when stored.mail_id = excluded.mail_id
      then stored.used_at is null
      else stored.mail_created_at <= excluded.mail_created_at end
    returning user_id`.execute(db);
  return rows.length === 1 ? token : null;
}

type PresentedToken = { purpose: TokenPurpose; token: string };

function isValid({ purpose, token }: PresentedToken, now: Date) {
  const hash = sql`${hashToken(token)}::bytea`;
  return sql<boolean>`hashes @> array[${hash}] and expiries[array_position(hashes, ${hash})] > ${now}
    and purpose = ${purpose} and used_at is null`;
}

export async function isOneTimeTokenValid(db: Db, token: PresentedToken, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('one_time_tokens')
    .where(isValid(token, now))
    .select('user_id')
    .executeTakeFirst();
  return found !== undefined;
}

/** One of any number of parallel attempts gets the user, the others get null. */
export async function consumeOneTimeToken(
  db: Db,
  token: PresentedToken,
  now: Date,
): Promise<{ userId: number; byMail: boolean } | null> {
  const used = await db
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where(isValid(token, now))
    .returning(['user_id as userId', 'by_mail as byMail'])
    .executeTakeFirst();
  return used ?? null;
}

/** A mail that is retried loses its link too. Call it before locking the user: a password reset locks in this order. */
export async function revokePasswordLinks(db: Db, userId: number): Promise<void> {
  await revokeLinks(db, userId, ['password_reset']);
}

/** The same with links of every purpose, for a user who gets another address. */
export async function revokeLinks(
  db: Db,
  userId: number,
  purposes: readonly TokenPurpose[] = ['password_reset', 'deletion_request'],
): Promise<void> {
  await db
    .updateTable('one_time_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute();
}
