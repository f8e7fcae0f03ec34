export const DAY_MS = 86_400_000;

/** The date is in UTC, on the same day of the month or on its last day. `months` may be negative. */
export function addMonths(date: Date, months: number): Date {
  const moved = new Date(date);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(date.getUTCDate(), lastDay));
  return moved;
}

/** `days` may be a fraction. */
export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + Math.round(days * DAY_MS));
}

/** Arrivals per month compared with the average, January first: New Year resolutions, then holidays. */
const MONTHLY_ARRIVALS = [2.2, 1.2, 1, 1, 0.95, 0.8, 0.7, 0.75, 1.1, 1, 0.9, 1.2];
/** Departures per month compared with the average. */
const MONTHLY_DEPARTURES = [0.6, 1, 1.1, 1, 1, 2, 2.4, 1.8, 0.7, 0.7, 0.8, 0.8];
/** The launch month compared with the average. */
const LAUNCH_FACTOR = 3;

/** The seasonal factor for the probability to cancel at `date`. */
export function getDepartureFactor(date: Date): number {
  return MONTHLY_DEPARTURES[date.getUTCMonth()] ?? 1;
}

type Period = { from: number; until: number; weight: number };

/** Maps a share (0 to 1, oldest first) to a date: a launch, then growth with seasons. */
export function createArrivalCurve(now: Date, months: number): (share: number) => Date {
  const periods: Period[] = Array.from({ length: months }, (_, index) => {
    const from = addMonths(now, index - months);
    const growth = index === 0 ? LAUNCH_FACTOR : 1 + (1.6 * index) / months;
    return {
      from: from.getTime(),
      until: addMonths(now, index - months + 1).getTime(),
      weight: growth * (MONTHLY_ARRIVALS[addDays(from, 15).getUTCMonth()] ?? 1),
    };
  });
  const total = periods.reduce((sum, stretch) => sum + stretch.weight, 0);
  return (share) => {
    let remaining = share * total;
    for (const { from, until, weight } of periods) {
      if (remaining < weight) return new Date(Math.floor(from + (remaining / weight) * (until - from)));
      remaining -= weight;
    }
    return new Date(now);
  };
}
