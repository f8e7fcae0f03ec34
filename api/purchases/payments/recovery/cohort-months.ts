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
export function startOf(month: string): Date {
  return new Date(`${month}-01T00:00:00Z`);
}

function startOfMonth(date: Date, more: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + more, 1));
}

function toMonth(date: Date): string {
  return date.toISOString().slice(0, 7);
}
