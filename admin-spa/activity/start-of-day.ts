/** ISO 8601 of the first moment of a day `YYYY-MM-DD` of this time zone, or of a later one. Undefined for other texts. */
export function startOfDay(day: string, { daysLater = 0 } = {}): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  const start = new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}
