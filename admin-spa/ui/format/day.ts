/**
 * The first moment of a day `YYYY-MM-DD` in this time zone, or of the day so many days later, as ISO 8601: 01:00 where the
 * clocks skip the hour after midnight. Undefined for other texts, and for a day that no month has.
 */
export function startOfDay(day: string, { daysLater = 0 } = {}): string | undefined {
  const [, year = '', month = '', date = ''] = /^((?:19|20)\d\d)-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (new Date(Date.UTC(+year, +month - 1, +date)).toISOString().slice(0, 10) !== day) return undefined;
  // Counted from the date, not from its first moment: a day after 01:00 is 01:00.
  return new Date(+year, +month - 1, +date + daysLater).toISOString();
}

export function isDay(text: string): boolean {
  return startOfDay(text) !== undefined;
}
