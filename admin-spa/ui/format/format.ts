const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-US');

export const EMPTY_VALUE = '–';

/** US dollars with two decimals, without currency. */
export function formatMoney(amount: number | null): string {
  return amount === null ? EMPTY_VALUE : money.format(amount);
}

export function formatCount(count: number | null): string {
  return count === null ? EMPTY_VALUE : whole.format(count);
}

/** dd/mm/yyyy in the local time zone; invalid times unchanged. */
export function formatDate(iso: string | null): string {
  if (!iso) return EMPTY_VALUE;
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return `${twoDigits(date.getDate())}/${twoDigits(date.getMonth() + 1)}/${date.getFullYear()}`;
}

/** dd/mm/yyyy hh:mm. */
export function formatTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return `${formatDate(iso)} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}

export function fullName(user: { first_name: string | null; last_name: string | null }): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ') || EMPTY_VALUE;
}
