import type { Money } from './store.ts';

/** Decimals of the minor unit by ISO 4217: 2 for USD, 0 for JPY. Throws RangeError for what is no currency code. */
export function minorDigits(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/** `amount` is in whole dollars, yen, dinars. */
export function toMoney(amount: number, currency: string): Money {
  return { minor: Math.round(amount * 10 ** minorDigits(currency)), currency };
}
