import * as v from 'valibot';

/** Such as 2026-11-30. */
const DAY = /^\d{4}-(0[1-9]|1[0-2])-\d\d$/;

/** The 31st of November would be a day of December. */
function exists(day: string): boolean {
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** A day of the calendar, as `YYYY-MM-DD`. */
export const calendarDay = v.pipe(
  v.string('The day is required'),
  v.regex(DAY, 'Enter the day as YYYY-MM-DD'),
  v.check(exists, 'This day doesn’t exist.'),
);
