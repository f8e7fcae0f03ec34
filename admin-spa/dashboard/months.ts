import type { StatisticsRow } from '#contract/statistics/list.ts';

export type Month = StatisticsRow & {
  /** It has not ended yet, so that its figures still grow. */
  readonly isRunning: boolean;
  /** The change against the month before, as a share of it. It is null unless both are complete and adjacent. */
  readonly change: { readonly count: number | null; readonly revenue: number | null } | null;
};

const MAX_MONTHS = 24;

/**
 * Returns the newest months, the oldest of them first; null if a provider writes months in another way than `YYYY-MM`.
 */
export function toMonths(rows: readonly StatisticsRow[], now: Date): readonly Month[] | null {
  if (rows.length < 2 || rows.some(({ month }) => !/^\d{4}-(0[1-9]|1[0-2])$/.test(month))) return null;
  const sorted = rows.toSorted((one, other) => one.month.localeCompare(other.month)).slice(-MAX_MONTHS - 1);
  const running = now.toISOString().slice(0, 7);
  const months = sorted.map((row, index) => {
    const before = sorted[index - 1];
    const isRunning = row.month >= running;
    const isComparable = !isRunning && before !== undefined && monthAfter(before.month) === row.month;
    return { ...row, isRunning, change: isComparable ? changeSince(before, row) : null };
  });
  return months.slice(-MAX_MONTHS);
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

function changeSince(before: StatisticsRow, row: StatisticsRow): NonNullable<Month['change']> {
  return {
    count: share(before.subscription_count, row.subscription_count),
    revenue: share(before.total_revenue, row.total_revenue),
  };
}

/** Returns null without a value to compare with. */
function share(before: number | null, after: number | null): number | null {
  return before === null || after === null || before <= 0 ? null : (after - before) / before;
}

/** How much of the month in UTC has passed at that time, from 0 to 1. */
export function elapsedShare(now: Date): number {
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  return (now.getTime() - start) / (end - start);
}

/** The first days say nothing about a month. */
const MIN_ELAPSED = 0.1;

/** What a figure of the running month comes to if the rest is like its days so far; null in the first days. */
export function paceOf(value: number, elapsed: number): number | null {
  return elapsed < MIN_ELAPSED ? null : value / elapsed;
}

/** Returns the round end of an axis for that value. */
export function niceTop(highest: number): number {
  if (highest <= 0) return 1;
  const size = 10 ** Math.floor(Math.log10(highest));
  return [1, 2, 3, 4, 5, 6, 8, 10].map((step) => step * size).find((top) => top >= highest) ?? 10 * size;
}
