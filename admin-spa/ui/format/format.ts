const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-US');

/** What stands where a provider sent nothing. */
export const NOTHING = '–';

/** US dollars with two decimals; the heading names the currency. */
export function formatMoney(amount: number | null): string {
  return amount === null ? NOTHING : money.format(amount);
}

export function formatCount(count: number | null): string {
  return count === null ? NOTHING : whole.format(count);
}

/** An ISO time as dd/mm/yyyy in the reader's own zone; what is no time is shown as it came. */
export function formatDate(iso: string | null): string {
  if (!iso) return NOTHING;
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`;
}

/** The same with hours and minutes: dd/mm/yyyy hh:mm. */
export function formatTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return `${formatDate(iso)} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

function two(part: number): string {
  return String(part).padStart(2, '0');
}

/** First and last name, with whatever of the two there is. */
export function fullName(user: { first_name: string | null; last_name: string | null }): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ') || NOTHING;
}
