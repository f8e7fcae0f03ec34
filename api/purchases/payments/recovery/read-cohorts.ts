import { type Kysely, sql } from 'kysely';
import { MAX_PLANS, type RecoveryFigures } from '#contract/payments/figures.ts';
import type { FailingStage, Platform } from '../../../db/payment-tables.ts';
import type { Database } from '../../../db/schema.ts';
import { hasAccount } from '../list-payments.ts';
import { cohortMonths, monthsLater, startOf } from './cohort-months.ts';

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
export async function readCohorts(
  db: Kysely<Database>,
  now: Date,
): Promise<Pick<RecoveryFigures, 'closed' | 'open'>> {
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
async function readRows(db: Kysely<Database>, now: Date): Promise<Row[]> {
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
