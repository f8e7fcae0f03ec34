import type { Cohorts, Losses, RecoveryFigures, RecoveryResults } from '#contract/payments/figures.ts';
import { EMPTY_VALUE } from '../../ui/format/format.ts';

const share = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** The results of closed months, in the order of the bar. A store that was not asked in time has told no end. */
export const resultNames = [
  ['by_store', 'Recovered by the store'],
  ['after_reminder', 'Recovered after a reminder'],
  ['canceled', 'Canceled while failing'],
  ['given_up', 'Given up by the store'],
  ['open', 'End not known'],
] as const satisfies readonly (readonly [keyof RecoveryResults, string])[];

export function countFailed(results: RecoveryResults): number {
  return resultNames.reduce((sum, [name]) => sum + results[name], 0);
}

export function countRecovered({ by_store, after_reminder }: RecoveryResults): number {
  return by_store + after_reminder;
}

/** A dash for a part of nothing. Never 100% or 0% for less than all or more than none. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return EMPTY_VALUE;
  const ratio = part / whole;
  const least = 0.001;
  const honest = part > 0 && part < whole ? Math.min(Math.max(ratio, least), 1 - least) : ratio;
  return share.format(honest);
}

export function formatRate(results: RecoveryResults): string {
  return formatShare(countRecovered(results), countFailed(results));
}

export function formatDays(days: number | null): string {
  if (days === null) return EMPTY_VALUE;
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}

/** Each month once, as in "2026-09 to 2026-11". */
export function formatMonths({ from, until }: Pick<Cohorts, 'from' | 'until'>): string {
  return from === until ? from : `${from} to ${until}`;
}

/** Leaves out those whose cause is not known. */
export function countKnown({ voluntary, involuntary, other }: Losses): number {
  return voluntary + involuntary + other;
}

/** A new installation. */
export function isNothing({ closed, open, risk, losses }: RecoveryFigures): boolean {
  const hasPayments = [closed, open].some(({ results }) => countFailed(results) > 0);
  return !hasPayments && risk.currencies.length === 0 && risk.withoutPrice === 0 && losses.length === 0;
}
