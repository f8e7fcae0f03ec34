import { type Kysely, sql } from 'kysely';
import * as v from 'valibot';
import { type TimelineEntry, timelineEntry } from '#contract/purchases/timeline.ts';
import type { Database } from '../../db/schema.ts';
import { Problem } from '../../http/problem.ts';
import { selectParts, type Timed } from './parts.ts';

const PAGE_SIZE = 20;

type Row = { kind: TimelineEntry['kind']; at: string; details: object };

/**
 * What happened to a purchase, newest first. A place is a time, and how many entries of that time are before it: the ids
 * of the rows may hold purchase tokens. Throws 404, also for deleted accounts.
 */
export async function readPurchaseTimeline(
  db: Kysely<Database>,
  purchaseId: number,
  before: string | undefined,
): Promise<{ entries: TimelineEntry[]; older: string | null }> {
  const timed = await findPurchase(db, purchaseId);
  const place = before === undefined ? null : toPlace(before);
  const skipped = place?.skipped ?? 0;
  const limit = PAGE_SIZE + skipped + 1;
  const bounds = { before: place && sql`${place.at}::timestamptz`, limit };
  const { rows } = await sql<Row>`
    select kind, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, details
    from (${selectParts(timed, bounds)}) as parts
    order by parts.at desc, rank, place limit ${limit}`.execute(db);
  // The first ones were on the page before.
  const page = rows.slice(skipped, skipped + PAGE_SIZE);
  return {
    entries: page.map(({ kind, at, details }) => v.parse(timelineEntry, { kind, at, ...details })),
    older: rows.length < limit ? null : toText(page, place),
  };
}

async function findPurchase(db: Kysely<Database>, id: number): Promise<Timed> {
  const purchase = await db
    .selectFrom('purchases')
    .leftJoin('users', 'users.id', 'purchases.user_id')
    .where('purchases.id', '=', id)
    .where(({ eb, or }) => or([eb('users.status', 'is', null), eb('users.status', '<>', 'deleted')]))
    .select([
      'purchases.id',
      'purchases.platform',
      'purchases.key',
      'purchases.user_id',
      'purchases.subscription_id',
    ])
    .executeTakeFirst();
  if (!purchase) throw new Problem(404, 'Purchase not found.');
  return purchase;
}

type Place = { at: string; skipped: number };

function toPlace(text: string): Place {
  const [at = '', skipped = '0'] = text.split('~');
  if (!isTime(at)) throw new Problem(400, 'before: this time doesn’t exist.');
  return { at, skipped: Number(skipped) };
}

/** JavaScript takes the 30th of February for a day of March, and has a year 0; PostgreSQL refuses both. */
function isTime(text: string): boolean {
  const time = Date.parse(text);
  if (Number.isNaN(time) || text.startsWith('0000')) return false;
  return text.startsWith(new Date(time).toISOString().slice(0, 'YYYY-MM-DDTHH:mm:ss'.length));
}

/** After the last entry of the page. */
function toText(page: readonly Row[], before: Place | null): string | null {
  const last = page.at(-1);
  if (!last) return null;
  const sameTime = page.filter(({ at }) => at === last.at).length;
  const skipped = sameTime + (before?.at === last.at ? before.skipped : 0);
  return `${last.at}~${skipped}`;
}
