import { sql } from 'kysely';
import { readEmailAddress } from '#contract/email-address.ts';
import type { Db } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

type RateLimit = {
  maxAttempts: number;
  windowMs: number;
  /** From attempt `afterAttempts` on, each pause doubles, from `initialMs` to `maxMs`. */
  backoff?: { afterAttempts: number; initialMs: number; maxMs: number };
};

const rateLimits = {
  signInClient: { maxAttempts: 100, windowMs: 10 * MINUTE_MS },
  /** It counts for unknown accounts too. The backoff allows far fewer attempts than `maxAttempts`. */
  signInAccount: {
    maxAttempts: 1_000,
    windowMs: 24 * HOUR_MS,
    backoff: { afterAttempts: 5, initialMs: 30 * SECOND_MS, maxMs: 15 * MINUTE_MS },
  },
  /** Each attempt may cost a password hash. */
  resetClient: { maxAttempts: 100, windowMs: 10 * MINUTE_MS },
  mailClient: { maxAttempts: 30, windowMs: 10 * MINUTE_MS },
  resetAddress: { maxAttempts: 5, windowMs: HOUR_MS },
  deletionAddress: { maxAttempts: 5, windowMs: HOUR_MS },
} as const satisfies Record<string, RateLimit>;

export const LONGEST_WINDOW_MS = Math.max(...Object.values(rateLimits).map(({ windowMs }) => windowMs));

type RateLimitName = keyof typeof rateLimits;
/** `subject`: the client, the account or the email address. */
type Attempt = { limit: RateLimitName; subject: string };

/**
 * It is hashed, so that table and backups hold no address, and in lower case like the index of users. Both spellings of a
 * domain outside ASCII are one account.
 */
export const hashLimitKey = (limit: RateLimitName, subject: string) =>
  sql<Buffer>`sha256(convert_to(${`${limit}:`}::text || lower(${readEmailAddress(subject) ?? subject.trim()}::text), 'UTF8'))`;

/** Counts first, so that parallel attempts cannot all pass. Returns null if accepted, else when to retry. */
export async function countAttempt(db: Db, { limit, subject }: Attempt, now: Date): Promise<Date | null> {
  const { maxAttempts, windowMs, backoff }: RateLimit = rateLimits[limit];
  const since = new Date(now.getTime() - windowMs);
  const end = new Date(now.getTime() + windowMs);
  const recent = sql`array(select hit from unnest(stored.hits) as hit where hit > ${since})`;
  const doublings = sql`least(cardinality(${recent}) + 1 - ${backoff?.afterAttempts ?? 0}, 20)`;
  const pause = backoff
    ? sql`case when cardinality(${recent}) + 1 >= ${backoff.afterAttempts} then ${now}::timestamptz
        + least(${backoff.initialMs} * power(2, ${doublings}), ${backoff.maxMs}) * interval '1 millisecond' end`
    : sql`null`;
  const counted = await sql`
    insert into limits as stored (key, hits, forget_at)
    values (${hashLimitKey(limit, subject)}, array[${now}::timestamptz], ${end})
    on conflict (key) do update set
      hits = ${recent} || ${now}::timestamptz, closed_until = ${pause}, forget_at = ${end}
    where cardinality(${recent}) < ${maxAttempts} and (stored.closed_until is null or stored.closed_until <= ${now})
    returning key`.execute(db);
  if (counted.rows.length > 0) return null;
  const { rows } = await sql<{ retry_at: Date | null }>`
    select greatest(closed_until, hits[cardinality(hits) - ${maxAttempts - 1}::integer] + ${windowMs} * interval '1 millisecond') as retry_at
    from limits where key = ${hashLimitKey(limit, subject)}`.execute(db);
  // A parallel success has deleted the row.
  return rows[0]?.retry_at ?? new Date(now.getTime() + SECOND_MS);
}

/** Removes the attempt that was counted at `at`, because it was no failure. */
export async function uncountAttempt(db: Db, { limit, subject }: Attempt, at: Date): Promise<void> {
  const position = sql`array_position(hits, ${at}::timestamptz)`;
  await sql`
    update limits set hits = hits[:${position} - 1] || hits[${position} + 1:], closed_until = null
    where key = ${hashLimitKey(limit, subject)} and ${position} is not null`.execute(db);
}

export async function resetAttempts(db: Db, { limit, subject }: Attempt): Promise<void> {
  await sql`delete from limits where key = ${hashLimitKey(limit, subject)}`.execute(db);
}

export function throwTooManyAttempts(retryAt: Date, now: Date): never {
  const seconds = Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / SECOND_MS));
  const minutes = Math.ceil(seconds / 60);
  const time =
    seconds < 60
      ? `${seconds} second${seconds === 1 ? '' : 's'}`
      : `${minutes} minute${minutes === 1 ? '' : 's'}`;
  throw new Problem(429, `Too many attempts. Please try again in ${time}.`, {
    'retry-after': String(seconds),
  });
}
