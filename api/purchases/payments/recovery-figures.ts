import { sql } from 'kysely';
import { type Losses, MAX_PLANS, type RecoveryFigures, type Risk } from '#contract/payments/figures.ts';
import type { FailingStage, Platform, SubscriptionEnd } from '../../db/payment-tables.ts';
import type { Db } from '../../db/schema.ts';
import { hasAccount } from './list-payments.ts';

type Row = {
  is_open: boolean;
  /** What the row is the sum of; the other names of `by` are null. */
  by: 'all' | 'month' | 'platform' | 'product_id' | 'stage';
  month: string | null;
  platform: Platform | null;
  product_id: string | null;
  stage: FailingStage | null;
  by_store: number;
  after_reminder: number;
  canceled: number;
  given_up: number;
  open: number;
  median: number | null;
};

/** What became of the payments of closed and open months, by month, store, plan and stage. */
export async function readCohorts(db: Db, now: Date): Promise<Pick<RecoveryFigures, 'closed' | 'open'>> {
  const months = cohortMonths(now);
  const rows = await readRows(db, now);
  const closed = rows.filter(({ is_open }) => !is_open);
  const open = rows.filter(({ is_open }) => is_open);
  return {
    closed: {
      ...months.closed,
      ...totalOf(closed),
      months: monthsOf(closed),
      stores: largestFirst(closed, 'platform').map((row) => ({
        platform: row.platform ?? '',
        ...toPart(row),
      })),
      plans: largestFirst(closed, 'product_id')
        .slice(0, MAX_PLANS)
        .map((row) => ({ productId: row.product_id ?? '', ...toPart(row) })),
      stages: largestFirst(closed, 'stage').map((row) => ({ stage: row.stage, ...toPart(row) })),
    },
    open: { ...months.open, ...totalOf(open), months: monthsOf(open) },
  };
}

/**
 * The sums of each group. `grouping` has a bit for each column that a row is not grouped by, the first one the highest. A
 * recovery that the store dates before the failure took 0 days.
 */
async function readRows(db: Db, now: Date): Promise<Row[]> {
  const { closed, open } = cohortMonths(now);
  const { rows } = await sql<Row>`
    select is_open,
      case grouping(month, platform, product_id, stage)
        when 7 then 'month' when 11 then 'platform' when 13 then 'product_id' when 14 then 'stage' else 'all'
      end as by,
      to_char(month, 'YYYY-MM') as month, platform, product_id, stage,
      count(*) filter (where result = 'by_store')::integer as by_store,
      count(*) filter (where result = 'after_reminder')::integer as after_reminder,
      count(*) filter (where result = 'canceled')::integer as canceled,
      count(*) filter (where result = 'given_up')::integer as given_up,
      count(*) filter (where result = 'open')::integer as open,
      percentile_cont(0.5) within group (order by days) as median
    from (
      select created_at >= ${startOf(open.from)} as is_open,
        date_trunc('month', created_at at time zone 'UTC') as month, platform, product_id, stage, result,
        case when recovered_at is not null
          then greatest(floor(extract(epoch from recovered_at - created_at) / 86400), 0)::double precision
        end as days
      from failed_payments
      where ${hasAccount} and created_at >= ${startOf(closed.from)}
        and created_at < ${startOf(monthsLater(open.until, 1))}
    ) as payments
    group by is_open, grouping sets ((), (month), (platform), (product_id), (stage))`.execute(db);
  return rows;
}

function toPart({ by_store, after_reminder, canceled, given_up, open, median }: Row) {
  return { results: { by_store, after_reminder, canceled, given_up, open }, medianDays: median };
}

const nothing = {
  results: { by_store: 0, after_reminder: 0, canceled: 0, given_up: 0, open: 0 },
  medianDays: null,
};

function totalOf(rows: readonly Row[]) {
  const total = rows.find(({ by }) => by === 'all');
  return total ? toPart(total) : nothing;
}

function monthsOf(rows: readonly Row[]) {
  return rows
    .filter(({ by }) => by === 'month')
    .map((row) => ({ month: row.month ?? '', ...toPart(row) }))
    .sort((one, other) => (one.month < other.month ? 1 : -1));
}

function largestFirst(rows: readonly Row[], wanted: 'platform' | 'product_id' | 'stage'): Row[] {
  const size = ({ by_store, after_reminder, canceled, given_up, open }: Row) =>
    by_store + after_reminder + canceled + given_up + open;
  const name = (row: Row) => row[wanted] ?? '';
  return rows
    .filter(({ by }) => by === wanted)
    .sort((one, other) => size(other) - size(one) || (name(one) < name(other) ? -1 : 1));
}

const DAY_MS = 86_400_000;

/** A store collects for at most 60 days: nothing of an older month changes any more. */
const CLOSED_AFTER_MS = 60 * DAY_MS;
const CLOSED_MONTHS = 12;

type Months = { from: string; until: string };

/** Months in UTC (`YYYY-MM`): the twelve newest that ended more than 60 days ago, and those after them. */
export function cohortMonths(now: Date): { closed: Months; open: Months } {
  // The month that holds this moment has not ended by then; the one before has.
  const newestOpen = new Date(now.getTime() - CLOSED_AFTER_MS);
  const isExactEnd = newestOpen.getTime() === startOfMonth(newestOpen, 0).getTime();
  const firstOpen = startOfMonth(newestOpen, isExactEnd ? -1 : 0);
  return {
    closed: {
      from: toMonth(startOfMonth(firstOpen, -CLOSED_MONTHS)),
      until: toMonth(startOfMonth(firstOpen, -1)),
    },
    open: { from: toMonth(firstOpen), until: toMonth(now) },
  };
}

/** The month (`YYYY-MM`) so many months after another one, or before it. */
export function monthsLater(month: string, more: number): string {
  return toMonth(startOfMonth(startOf(month), more));
}

/** The first moment of a month (`YYYY-MM`) in UTC. */
function startOf(month: string): Date {
  return new Date(`${month}-01T00:00:00Z`);
}

function startOfMonth(date: Date, more: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + more, 1));
}

function toMonth(date: Date): string {
  return date.toISOString().slice(0, 7);
}

/** What the open payments are about; the currency with the most payments first. */
export async function readRisk(db: Db): Promise<Risk> {
  const { rows } = await sql<{
    currency: string;
    payments: number;
    minor: number;
    cents: number;
    not_converted: number;
    without_price: number;
  }>`
    select currency, count(amount_minor)::integer as payments,
      coalesce(sum(amount_minor), 0)::double precision as minor,
      coalesce(sum(amount_cents), 0)::double precision as cents,
      count(*) filter (where amount_minor is not null and amount_cents is null)::integer as not_converted,
      count(*) filter (where amount_minor is null)::integer as without_price
    from failed_payments where result = 'open' and ${hasAccount}
    group by currency order by payments desc, currency`.execute(db);
  const total = (of: (row: (typeof rows)[number]) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  return {
    currencies: rows
      .filter(({ payments }) => payments > 0)
      .map(({ currency, payments, minor }) => ({ currency, payments, minor })),
    dollars: total(({ cents }) => cents) / 100,
    notConverted: total(({ not_converted }) => not_converted),
    withoutPrice: total(({ without_price }) => without_price),
  };
}

/** `replaced` is no loss: the customer has another subscription. */
type Cause = Exclude<SubscriptionEnd, 'replaced'> | 'unknown';

const kinds: Readonly<Record<Cause, Exclude<keyof Losses, 'month'>>> = {
  customer: 'voluntary',
  price_increase: 'voluntary',
  refunded: 'voluntary',
  billing: 'involuntary',
  // The store no longer answers, and reported no cancellation before.
  known_no_longer: 'involuntary',
  developer: 'other',
  product_unavailable: 'other',
  other: 'other',
  unknown: 'unknown',
};

const MONTHS = 12;

/** Subscriptions that ended in each of the last twelve months in UTC, newest first. */
export async function readLosses(db: Db, now: Date): Promise<Losses[]> {
  const thisMonth = now.toISOString().slice(0, 7);
  const { rows } = await sql<{ month: string; cause: Cause; count: number }>`
    select to_char(end_date at time zone 'UTC', 'YYYY-MM') as month, coalesce(end_cause, 'unknown') as cause,
      count(*)::integer as count
    from subscriptions
    where status = 'expired' and end_cause is distinct from 'replaced'
      and end_date >= ${startOf(monthsLater(thisMonth, 1 - MONTHS))}
      and end_date < ${startOf(monthsLater(thisMonth, 1))}
    group by 1, 2`.execute(db);
  return [...Map.groupBy(rows, ({ month }) => month)]
    .map(([month, ended]) => {
      const losses = { month, voluntary: 0, involuntary: 0, other: 0, unknown: 0 };
      for (const { cause, count } of ended) losses[kinds[cause]] += count;
      return losses;
    })
    .sort((one, other) => (one.month < other.month ? 1 : -1));
}
