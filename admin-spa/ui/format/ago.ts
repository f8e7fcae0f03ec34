const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });
const days = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

const DAY_MS = 86_400_000;

/** The units begin with the longest, in milliseconds. Year and month are averages. */
const units = [
  ['year', 365.25 * DAY_MS],
  ['month', 30.4375 * DAY_MS],
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Formats a time as "3 days ago", "in 2 months" or "just now". */
export function formatAgo(time: number, now: number): string {
  const unit = units.find(([, length]) => Math.abs(time - now) >= length);
  if (!unit) return 'just now';
  return relative.format(Math.trunc((time - now) / unit[1]), unit[0]);
}

/** Does the same for ISO 8601. A day without a time may be "today". Other texts give ''. */
export function describeAgo(iso: string, now: Date): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return '';
  if (!/^\d{4}-\d\d-\d\d$/.test(iso)) return formatAgo(time, now.getTime());
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const distance = (time - today) / DAY_MS;
  return Math.abs(distance) < 2 ? days.format(distance, 'day') : formatAgo(time, today);
}
