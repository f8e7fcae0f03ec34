import type { Money } from './store.ts';

/** Decimals of the minor unit by ISO 4217: 2 for USD, 0 for JPY. Throws RangeError for what is no currency code. */
export function minorDigits(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/** What the columns can hold. */
const MAX_MINOR = 2 ** 31 - 1;

/** `amount` is in whole dollars, yen, dinars. null for what no price can be. */
export function toMoney(amount: number, currency: string): Money | null {
  const minor = Math.round(amount * 10 ** minorDigits(currency));
  return minor >= 0 && minor <= MAX_MINOR ? { minor, currency } : null;
}
