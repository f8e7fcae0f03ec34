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

/** The day of a time in this time zone, so many days later, as `YYYY-MM-DD`. */
export function dayOf(time: Date, { daysLater = 0 } = {}): string {
  const day = new Date(time.getFullYear(), time.getMonth(), time.getDate() + daysLater);
  return toDay(day.getFullYear(), day.getMonth() + 1, day.getDate());
}

function toDay(year: number, month: number, date: number): string {
  return [year, String(month).padStart(2, '0'), String(date).padStart(2, '0')].join('-');
}

/** What was typed: a day `YYYY-MM-DD`, which is '' for nothing, or what is wrong with it. */
export type TypedDay = { readonly day: string } | { readonly problem: string };

/**
 * Reads a day as cells show it, dd/mm/yyyy: zeros may be missing, as may the century, and other signs may stand between.
 * It reads `YYYY-MM-DD` too, as addresses have it.
 */
export function readDay(text: string): TypedDay {
  const typed = text.trim();
  if (typed === '') return { day: '' };
  const iso = /^(\d{4})\D(\d{1,2})\D(\d{1,2})$/.exec(typed);
  const shown = /^(\d{1,2})\s?[/.\-\s]\s?(\d{1,2})\s?[/.\-\s]\s?(\d{4}|\d\d)$/.exec(typed);
  const [year, month, date] = (iso ? iso.slice(1) : (shown?.slice(1).reverse() ?? [])).map(Number);
  if (year === undefined || month === undefined || date === undefined) {
    return { problem: 'Type the date as dd/mm/yyyy.' };
  }
  const day = toDay(year < 100 ? 2000 + year : year, month, date);
  if (isDay(day)) return { day };
  const isSwapped = month > 12 && date >= 1 && date <= 12;
  const advice = isSwapped ? 'The day comes first, then the month.' : 'Check the day, month, and year.';
  return { problem: `There’s no ${typed}. ${advice}` };
}
