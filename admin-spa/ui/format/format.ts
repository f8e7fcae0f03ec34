const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-US');

export const NOTHING = '–';

/** US dollars with two decimals, without currency. */
export function formatMoney(amount: number | null): string {
  return amount === null ? NOTHING : money.format(amount);
}

export function formatCount(count: number | null): string {
  return count === null ? NOTHING : whole.format(count);
}

/** dd/mm/yyyy in the local time zone; invalid times unchanged. */
export function formatDate(iso: string | null): string {
  if (!iso) return NOTHING;
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`;
}

/** dd/mm/yyyy hh:mm. */
export function formatTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return `${formatDate(iso)} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

function two(part: number): string {
  return String(part).padStart(2, '0');
}

export function fullName(user: { first_name: string | null; last_name: string | null }): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ') || NOTHING;
}
