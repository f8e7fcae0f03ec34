import type { Money } from './store.ts';

/** `amount` is in whole dollars, yen, dinars. The digits of the currency come from Intl. */
export function toMoney(amount: number, currency: string): Money {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return { minor: Math.round(amount * 10 ** digits), currency };
}
