import { type Kysely, sql } from 'kysely';
import { type Cohorts, MAX_PLANS, type RecoveryFigures } from '#contract/payments/figures.ts';
import type { FailingStage, Platform } from '../../db/payment-tables.ts';
import type { Database } from '../../db/schema.ts';
import { cohortMonths } from './cohort-months.ts';

const groupings = ['month', 'platform', 'product_id', 'stage'] as const;
type Grouping = (typeof groupings)[number];

type Row = {
  is_open: boolean;
  /** The bit of each column that is not grouped by, the first one the highest. */
  grouping: number;
  month?: string;
  platform?: Platform;
  product_id?: string;
  stage?: FailingStage | null;
  by_store: number;
  after_reminder: number;
  canceled: number;
  given_up: number;
  open: number;
  median: number | null;
};

/** What became of the payments of closed and open months, by month, store, plan and stage. From kept figures. */
export async function readCohorts(
  db: Kysely<Database>,
  now: Date,
): Promise<Pick<RecoveryFigures, 'closed' | 'open'>> {
  const months = cohortMonths(now);
  const rows = await readRows(db, now, groupings);
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
      stages: largestFirst(closed, 'stage').map((row) => ({ stage: row.stage ?? null, ...toPart(row) })),
    },
    open: { ...months.open, ...totalOf(open), months: monthsOf(open) },
  };
}

/** Of the closed months, in one sum. From kept figures. */
export async function readClosedCohorts(db: Kysely<Database>, now: Date): Promise<Cohorts> {
  const rows = await readRows(db, now, ['platform']);
  return { ...cohortMonths(now).closed, ...totalOf(rows.filter(({ is_open }) => !is_open)) };
}

/**
 * The sums of each group. The median is found in the counts of days: the middle one, or the mean of the two in the
 * middle.
 */
async function readRows(db: Kysely<Database>, now: Date, by: readonly Grouping[]) {
  const { closed, open } = cohortMonths(now);
  const columns = sql.join(by.map((name) => sql.ref(name)));
  const sets = sql.join([
    sql`(is_open, result, days)`,
    ...by.map((name) => sql`(is_open, ${sql.ref(name)}, result, days)`),
  ]);
  const { rows } = await sql<Row>`
    with kept as (
      select month >= ${`${open.from}-01`}::date as is_open, month, platform, product_id, stage,
        result, days, count
      from recovery_figures
      where month between ${`${closed.from}-01`}::date and ${`${open.until}-01`}::date
    ), cells as (
      select is_open, ${columns}, grouping(${columns}) as grouping, result, days, sum(count) as count
      from kept group by grouping sets (${sets})
    ), ranked as (
      select *, sum(count) filter (where days is not null) over (groups_of_cells order by days) as until_here,
        sum(count) filter (where days is not null) over groups_of_cells as recovered
      from cells window groups_of_cells as (partition by is_open, grouping, ${columns})
    )
    select is_open, grouping, ${sql.join(by.map(readable))},
      ${countOf('by_store')}, ${countOf('after_reminder')}, ${countOf('canceled')}, ${countOf('given_up')},
      ${countOf('open')},
      ((min(days) filter (where until_here * 2 >= recovered) + min(days) filter (where until_here * 2 > recovered))
        / 2.0)::double precision as median
    from ranked group by is_open, grouping, ${columns} having sum(count) > 0`.execute(db);
  const all = 2 ** by.length - 1;
  const nameOf = (grouping: number) => by.find((_, place) => grouping === all - 2 ** (by.length - 1 - place));
  return rows.map((row) => ({ ...row, by: nameOf(row.grouping) ?? 'all' }));
}

function readable(name: Grouping) {
  return name === 'month' ? sql`to_char(month, 'YYYY-MM') as month` : sql.ref(name);
}

type Grouped = Awaited<ReturnType<typeof readRows>>[number];

function countOf(result: string) {
  const counted = sql`coalesce(sum(count) filter (where result = ${sql.lit(result)}), 0)::integer`;
  return sql`${counted} as ${sql.ref(result)}`;
}

function toPart({ by_store, after_reminder, canceled, given_up, open, median }: Row) {
  return { results: { by_store, after_reminder, canceled, given_up, open }, medianDays: median };
}

const nothing = {
  results: { by_store: 0, after_reminder: 0, canceled: 0, given_up: 0, open: 0 },
  medianDays: null,
};

function totalOf(rows: readonly Grouped[]) {
  const total = rows.find(({ by }) => by === 'all');
  return total ? toPart(total) : nothing;
}

function monthsOf(rows: readonly Grouped[]) {
  return rows
    .filter(({ by }) => by === 'month')
    .map((row) => ({ month: row.month ?? '', ...toPart(row) }))
    .sort((one, other) => (one.month < other.month ? 1 : -1));
}

function largestFirst(rows: readonly Grouped[], wanted: 'platform' | 'product_id' | 'stage'): Grouped[] {
  const size = ({ by_store, after_reminder, canceled, given_up, open }: Row) =>
    by_store + after_reminder + canceled + given_up + open;
  const name = (row: Row) => row[wanted] ?? '';
  return rows
    .filter(({ by }) => by === wanted)
    .sort((one, other) => size(other) - size(one) || (name(one) < name(other) ? -1 : 1));
}
