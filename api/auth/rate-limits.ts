import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

type Limit = {
  /** Attempts that are let through `within` milliseconds. */
  most: number;
  within: number;
  /** From this attempt on, each is followed by a pause that doubles, in milliseconds. */
  pauses?: { from: number; first: number; longest: number };
};

/** Every limit, by what it counts. */
export const limits = {
  /** Failed sign-ins from one client address. */
  signInClient: { most: 100, within: 10 * MINUTE },
  /** Failed sign-ins to one account, whether it exists or not: the pauses leave room for far fewer than `most`. */
  signInAccount: {
    most: 1_000,
    within: 24 * HOUR,
    pauses: { from: 5, first: 30 * SECOND, longest: 15 * MINUTE },
  },
  /** New passwords sent with a link from one client address: each costs work, whatever the link. */
  resetClient: { most: 100, within: 10 * MINUTE },
  /** Mails asked for from one client address. */
  mailClient: { most: 30, within: 10 * MINUTE },
  /** Links for a new password asked for one mail address. */
  resetAddress: { most: 5, within: HOUR },
  /** Links for a deletion asked for one mail address. */
  deletionAddress: { most: 5, within: HOUR },
} as const satisfies Record<string, Limit>;

/** Milliseconds after which every attempt is forgotten. */
export const LONGEST_WINDOW_MS = Math.max(...Object.values(limits).map(({ within }) => within));

export type LimitName = keyof typeof limits;
/** What an attempt counts against: a limit, and the client, the account or the address that it is of. */
type Attempt = { limit: LimitName; subject: string };

/** Neither the table nor its backups name anybody. Lower case as the users' index understands it. */
const keyOf = (limit: LimitName, subject: string) =>
  sql<Buffer>`sha256(convert_to(${`${limit}:`}::text || lower(${subject.trim()}::text), 'UTF8'))`;

/**
 * Counts an attempt of `subject` before its outcome is known, so that attempts at the same moment cannot all slip
 * through. null where it is let through; otherwise nothing is counted, and the answer is when the next one will be.
 */
export async function countAttempt(
  db: Kysely<Database>,
  { limit, subject }: Attempt,
  now: Date,
): Promise<Date | null> {
  const { most, within, pauses }: Limit = limits[limit];
  const since = new Date(now.getTime() - within);
  const end = new Date(now.getTime() + within);
  const recent = sql`array(select hit from unnest(held.hits) as hit where hit > ${since})`;
  const doublings = sql`least(cardinality(${recent}) + 1 - ${pauses?.from ?? 0}, 20)`;
  const pause = pauses
    ? sql`case when cardinality(${recent}) + 1 >= ${pauses.from} then ${now}::timestamptz
        + least(${pauses.first} * power(2, ${doublings}), ${pauses.longest}) * interval '1 millisecond' end`
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
  // Gone meanwhile, because the attempt that closed it turned out well.
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

/** Forgets every attempt of `subject`: it has shown who it is. */
export async function forgetAttempts(db: Kysely<Database>, { limit, subject }: Attempt): Promise<void> {
  await sql`delete from limits where key = ${keyOf(limit, subject)}`.execute(db);
}

/** Throws 429 with Retry-After, in the same words whoever it is. */
export function refuseUntil(opens: Date, now: Date): never {
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
