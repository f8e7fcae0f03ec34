import { type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { RETRY_NOTES } from '#contract/payments/checks.ts';
import { type TimelineEntry, timelineEntry } from '#contract/purchases/timeline.ts';
import { administratorName } from '../audit/read.ts';
import type { Db } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';

const PAGE_SIZE = 20;

type Row = { kind: string; at: string; details: object };

/** Entries of a timeline before validation, and where the older ones begin; null if there are none. */
export type TimelinePage = { entries: object[]; older: string | null };

/** What happened to a purchase, newest first. Throws 404, also for deleted accounts. */
export async function readPurchaseTimeline(
  db: Db,
  purchaseId: number,
  before: string | undefined,
): Promise<{ entries: TimelineEntry[]; older: string | null }> {
  const timed = await findPurchase(db, purchaseId);
  const { entries, older } = await readTimelinePage(db, (bounds) => partsOf(timed, bounds), before);
  return { entries: entries.map((entry) => v.parse(timelineEntry, entry)), older };
}

/**
 * The page of a timeline that begins at a place. That is a time, and how many entries of that time are before it: the ids
 * of the rows may hold purchase tokens.
 */
export async function readTimelinePage(
  db: Db,
  partsWithin: (bounds: Bounds) => readonly Part[],
  before: string | undefined,
): Promise<TimelinePage> {
  const place = before === undefined ? null : toPlace(before);
  const skipped = place?.skipped ?? 0;
  const limit = PAGE_SIZE + skipped + 1;
  const bounds = { before: place && sql`${place.at}::timestamptz`, limit };
  const { rows } = await sql<Row>`
    select kind, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, details
    from (${selectParts(partsWithin(bounds), bounds)}) as parts
    order by parts.at desc, rank, place limit ${limit}`.execute(db);
  // The first ones were on the page before.
  const page = rows.slice(skipped, skipped + PAGE_SIZE);
  return {
    entries: page.map(({ kind, at, details }) => ({ kind, at, ...details })),
    older: rows.length < limit ? null : toText(page, place),
  };
}

async function findPurchase(db: Db, id: number): Promise<Timed> {
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

/** Returns the place after the last entry of the page. */
function toText(page: readonly Row[], before: Place | null): string | null {
  const last = page.at(-1);
  if (!last) return null;
  const sameTime = page.filter(({ at }) => at === last.at).length;
  const skipped = sameTime + (before?.at === last.at ? before.skipped : 0);
  return `${last.at}~${skipped}`;
}

/** What the parts of a timeline are read by. */
type Timed = {
  id: number;
  platform: string;
  key: string;
  user_id: number | null;
  subscription_id: number | null;
};

/** Conditions on the time of an entry, and how many entries of each part the page may need. */
export type Bounds = { before: RawBuilder<unknown> | null; limit: number };

/** One kind of entry: `at` is its time, `details` the fields of the contract beside kind and time. */
export type Part = {
  kind: string;
  at: RawBuilder<unknown>;
  details: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  /** Orders entries of one time; `id` by default. */
  tie?: string;
};

const LATE = sql`interval '1 hour'`;

/** A column as ISO 8601 in UTC. */
export const isoTime = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Each reads an index of its own in the order of time. */
function partsOf({ id, platform, key, user_id, subscription_id }: Timed, bounds: Bounds): Part[] {
  return [
    {
      kind: 'notification',
      at: sql`sent_at`,
      details: sql`json_build_object('type', type, 'byReconciliation', by_reconciliation, 'receivedAt',
        case when received_at > sent_at + ${LATE} then ${isoTime('received_at')} end)`,
      from: sql`store_notifications`,
      where: sql`purchase_id = ${id}`,
    },
    {
      kind: 'question',
      at: sql`asked_at`,
      details: sql`json_build_object('answer', answer, 'rawState', raw_state, 'times', times, 'since', ${isoTime('since')})`,
      from: sql`purchase_questions`,
      where: sql`purchase_id = ${id} and administrator_id is null`,
    },
    {
      kind: 'check',
      at: sql`started_at`,
      details: sql`json_build_object('by', ${administratorName('checks.administrator_id')}, 'outcome', outcome,
        'message', message, 'notes', nullif(nullif(trim(notes), ''), ${RETRY_NOTES}), 'rawState', (
          select raw_state from purchase_questions as asked
          where asked.purchase_id = ${id} and asked.administrator_id = checks.administrator_id
            and asked_at between started_at and finished_at order by asked_at limit 1))`,
      // The checks of each failed payment are in order of time; together they are not.
      from: sql`failed_payments cross join lateral (
        select * from payment_checks where payment_id = failed_payments.id
          and ${bounds.before ? sql`started_at <= ${bounds.before}` : sql`true`}
        order by started_at desc, id desc limit ${bounds.limit}) as checks`,
      tie: 'checks.id',
      where: sql`platform = ${platform} and purchase_token = ${key}`,
    },
    {
      kind: 'failure',
      at: sql`created_at`,
      details: sql`json_build_object('message', error_message)`,
      from: sql`failed_payments`,
      where: sql`platform = ${platform} and purchase_token = ${key}`,
    },
    {
      kind: 'charge',
      at: sql`charged_at`,
      details: sql`json_build_object('order', order_id, 'isRecovery', payment_id is not null, 'amount',
        case when amount_minor is not null then
          json_build_object('minor', amount_minor, 'currency', currency) end)`,
      from: sql`charges`,
      where: sql`subscription_id = ${subscription_id}`,
    },
    {
      kind: 'refund',
      at: sql`refunded_at`,
      details: sql`json_build_object('order', order_id, 'amount', case when amount_minor is not null then
        json_build_object('minor', refunded_minor, 'currency', currency) end)`,
      from: sql`charges`,
      where: sql`subscription_id = ${subscription_id} and refunded_at is not null`,
    },
    {
      kind: 'reminder',
      at: sql`sent_at`,
      details: sql`json_build_object('by', ${administratorName('administrator_id')}, 'stage', payment_reminders.stage)`,
      from: sql`failed_payments join payment_reminders on payment_id = failed_payments.id`,
      tie: 'payment_reminders.id',
      where: sql`platform = ${platform} and purchase_token = ${key} and sent_at is not null`,
    },
    ...partsOfUser(user_id),
  ];
}

/** What administrators granted to a user and wrote about them. */
export function partsOfUser(userId: number | null): Part[] {
  return [
    {
      kind: 'courtesy',
      at: sql`granted_at`,
      details: sql`json_build_object('by', ${administratorName('granted_by')}, 'reason', reason, 'until',
        to_char((until - interval '1 day') at time zone 'UTC', 'YYYY-MM-DD'))`,
      from: sql`courtesy_accesses`,
      where: sql`user_id = ${userId}`,
    },
    {
      kind: 'courtesy-end',
      at: sql`revoked_at`,
      details: sql`json_build_object()`,
      from: sql`courtesy_accesses`,
      where: sql`user_id = ${userId} and revoked_at is not null`,
    },
    {
      kind: 'note',
      at: sql`written_at`,
      details: sql`json_build_object('id', id, 'by', ${administratorName('written_by')}, 'text', text)`,
      from: sql`user_notes`,
      where: sql`user_id = ${userId}`,
    },
  ];
}

/**
 * The newest entries of each kind within the bounds, as one query. Entries of one time are in order of rank and place.
 */
function selectParts(parts: readonly Part[], bounds: Bounds): RawBuilder<unknown> {
  const selects = parts.map(({ kind, at, details, from, where, tie = 'id' }, rank) => {
    const isBefore = bounds.before ? sql`${at} <= ${bounds.before}` : sql`true`;
    const order = sql`${at} desc, ${sql.ref(tie)} desc`;
    return sql`(select ${kind}::text as kind, ${rank}::integer as rank, ${at} as at, ${details} as details,
      row_number() over (order by ${order}) as place
      from ${from} where ${where} and ${isBefore} order by ${order} limit ${bounds.limit})`;
  });
  return sql.join(selects, sql` union all `);
}
