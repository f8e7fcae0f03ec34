import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

type RateLimit = {
  /** The attempts that are accepted within `windowMs` milliseconds. */
  maxAttempts: number;
  windowMs: number;
  /**
   * Exponential backoff: from attempt `afterAttempts` on, each is followed by a pause that doubles from `initialMs` to
   * `maxMs`.
   */
  backoff?: { afterAttempts: number; initialMs: number; maxMs: number };
};

/** Every rate limit, by what it counts. */
export const rateLimits = {
  /** Failed sign-ins from one client address. */
  signInClient: { maxAttempts: 100, windowMs: 10 * MINUTE },
  /** Failed sign-ins to one account, known or not. The backoff allows far fewer attempts than `maxAttempts`. */
  signInAccount: {
    maxAttempts: 1_000,
    windowMs: 24 * HOUR,
    backoff: { afterAttempts: 5, initialMs: 30 * SECOND, maxMs: 15 * MINUTE },
  },
  /** New passwords sent with a link from one client address. Each costs a hash, also with a link that is refused. */
  resetClient: { maxAttempts: 100, windowMs: 10 * MINUTE },
  /** Mails asked for from one client address. */
  mailClient: { maxAttempts: 30, windowMs: 10 * MINUTE },
  /** Links for a new password asked for one mail address. */
  resetAddress: { maxAttempts: 5, windowMs: HOUR },
  /** Links for a deletion asked for one mail address. */
  deletionAddress: { maxAttempts: 5, windowMs: HOUR },
} as const satisfies Record<string, RateLimit>;

/** Milliseconds after which every attempt is forgotten. */
export const LONGEST_WINDOW_MS = Math.max(...Object.values(rateLimits).map(({ windowMs }) => windowMs));

export type RateLimitName = keyof typeof rateLimits;
/** What an attempt counts against: a limit, and the client, the account or the address that it is of. */
type Attempt = { limit: RateLimitName; subject: string };

/** A hash, so that the table and its backups hold no address. Lower case as in the index of users. */
const keyOf = (limit: RateLimitName, subject: string) =>
  sql<Buffer>`sha256(convert_to(${`${limit}:`}::text || lower(${subject.trim()}::text), 'UTF8'))`;

/**
 * Counts an attempt before its outcome is known, so that parallel attempts cannot all pass. Returns null for an
 * accepted attempt. A refused one is not counted, and the result is when the next attempt is accepted.
 */
export async function countAttempt(
  db: Kysely<Database>,
  { limit, subject }: Attempt,
  now: Date,
): Promise<Date | null> {
  const { maxAttempts: most, windowMs: within, backoff: pauses }: RateLimit = rateLimits[limit];
  const since = new Date(now.getTime() - within);
  const end = new Date(now.getTime() + within);
  const recent = sql`array(select hit from unnest(held.hits) as hit where hit > ${since})`;
  const doublings = sql`least(cardinality(${recent}) + 1 - ${pauses?.afterAttempts ?? 0}, 20)`;
  const pause = pauses
    ? sql`case when cardinality(${recent}) + 1 >= ${pauses.afterAttempts} then ${now}::timestamptz
        + least(${pauses.initialMs} * power(2, ${doublings}), ${pauses.maxMs}) * interval '1 millisecond' end`
    : sql`null`;
  const counted = await sql`
    insert into limits as held (key, hits, forget_at)
    values (${keyOf(limit, subject)}, array[${now}::timestamptz], ${end})
    on conflict (key) do update set
      hits = ${recent} || ${now}::timestamptz, closed_until = ${pause}, forget_at = ${end}
    where cardinality(${recent}) < ${most} and (held.closed_until is null or held.closed_until <= ${now})
    returning key`.execute(db);
  if (counted.rows.length > 0) return null;
  const { rows } = await sql<{ opens: Date | null }>`
    select greatest(closed_until, hits[cardinality(hits) - ${most - 1}::integer] + ${within} * interval '1 millisecond') as opens
    from limits where key = ${keyOf(limit, subject)}`.execute(db);
  // The row is gone: the attempt that closed it has succeeded meanwhile.
  return rows[0]?.opens ?? new Date(now.getTime() + SECOND);
}

/** Takes back the attempt that was counted at `at`, because it was no failure. */
export async function uncountAttempt(
  db: Kysely<Database>,
  { limit, subject }: Attempt,
  at: Date,
): Promise<void> {
  const place = sql`array_position(hits, ${at}::timestamptz)`;
  await sql`
    update limits set hits = hits[:${place} - 1] || hits[${place} + 1:], closed_until = null
    where key = ${keyOf(limit, subject)} and ${place} is not null`.execute(db);
}

/** Deletes every attempt: the person has proved who they are. */
export async function resetAttempts(db: Kysely<Database>, { limit, subject }: Attempt): Promise<void> {
  await sql`delete from limits where key = ${keyOf(limit, subject)}`.execute(db);
}

/** Throws 429 with Retry-After, with the same message for every subject. */
export function throwRateLimited(opens: Date, now: Date): never {
  const seconds = Math.max(1, Math.ceil((opens.getTime() - now.getTime()) / SECOND));
  const minutes = Math.ceil(seconds / 60);
  const time =
    seconds < 60
      ? `${seconds} second${seconds === 1 ? '' : 's'}`
      : `${minutes} minute${minutes === 1 ? '' : 's'}`;
  throw new Problem(429, `Too many attempts. Please try again in ${time}.`, {
    'retry-after': String(seconds),
  });
}
