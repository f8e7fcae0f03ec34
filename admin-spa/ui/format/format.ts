export const EMPTY_VALUE = '–';

// Not `Intl.NumberFormat`: a page's first one takes 60 ms on a slow phone, before the first row.

/** Formats US dollars with two decimals and without the sign, as in "1,234.50". */
export function formatMoney(amount: number | null): string {
  return amount === null ? EMPTY_VALUE : withCommas(amount.toFixed(2));
}

/** Formats a whole number, as in "1,234". */
export function formatCount(count: number | null): string {
  return count === null ? EMPTY_VALUE : withCommas(count.toFixed(0));
}

/** A comma follows a digit with groups of three after it, up to the point or the end. At most two decimals. */
function withCommas(digits: string): string {
  return digits.replace(/\d(?=(?:\d{3})+(?:\.|$))/g, '$&,');
}

/** Formats the day of a time, in the local time zone, or a day `YYYY-MM-DD` as dd/mm/yyyy. Other text stays as it is. */
export function formatDate(iso: string | null): string {
  if (!iso) return EMPTY_VALUE;
  if (/^\d{4}-\d\d-\d\d$/.test(iso)) return iso.split('-').reverse().join('/');
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return `${twoDigits(date.getDate())}/${twoDigits(date.getMonth() + 1)}/${date.getFullYear()}`;
}

/** Formats a time as dd/mm/yyyy hh:mm; an invalid one stays as it is. */
export function formatTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return `${formatDate(iso)} ${formatHour(iso)}`;
}

/** Formats a valid time as hh:mm. */
export function formatHour(iso: string): string {
  const date = new Date(iso);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}

export function fullName(user: { first_name: string | null; last_name: string | null }): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ') || EMPTY_VALUE;
}
