/** Milliseconds of a day. */
export const DAY = 86_400_000;

/** `months` later (or earlier) in UTC, on the same day of the month or the month's last. */
export function addMonths(date: Date, months: number): Date {
  const moved = new Date(date);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(date.getUTCDate(), lastDay));
  return moved;
}

/** `days` later; may be a fraction. */
export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + Math.round(days * DAY));
}

/** How many people a month brings compared with an average one, January first: resolutions, then holidays. */
const ARRIVALS = [2.2, 1.2, 1, 1, 0.95, 0.8, 0.7, 0.75, 1.1, 1, 0.9, 1.2];
/** How many people a month loses compared with an average one. */
const DEPARTURES = [0.6, 1, 1.1, 1, 1, 2, 2.4, 1.8, 0.7, 0.7, 0.8, 0.8];
/** What the launch brought, compared with an average month. */
const LAUNCH = 3;

/** The season's factor on the chance to leave at `date`. */
export function departureFactor(date: Date): number {
  return DEPARTURES[date.getUTCMonth()] ?? 1;
}

type Stretch = { from: number; until: number; weight: number };

/**
 * Spreads arrivals over the `months` before `now`: a launch, then steady growth shaped by the season. The returned function turns a share (0 to 1, oldest first) into a date.
 */
export function arrivals(now: Date, months: number): (share: number) => Date {
  const stretches: Stretch[] = Array.from({ length: months }, (_, index) => {
    const from = addMonths(now, index - months);
    const growth = index === 0 ? LAUNCH : 1 + (1.6 * index) / months;
    return {
      from: from.getTime(),
      until: addMonths(now, index - months + 1).getTime(),
      weight: growth * (ARRIVALS[addDays(from, 15).getUTCMonth()] ?? 1),
    };
  });
  const total = stretches.reduce((sum, stretch) => sum + stretch.weight, 0);
  return (share) => {
    let rest = share * total;
    for (const { from, until, weight } of stretches) {
      if (rest < weight) return new Date(Math.floor(from + (rest / weight) * (until - from)));
      rest -= weight;
    }
    return new Date(now);
  };
}
