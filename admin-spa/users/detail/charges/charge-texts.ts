import type { Charge } from '#contract/subscriptions.ts';
import { EMPTY_VALUE } from '../../../ui/format/format.ts';

/** What was charged, with the sign of its currency, as in "€9.99" or "¥1,200". */
export function chargeAmount({ amount, currency, amount_minor }: Charge): string {
  if (amount_minor !== null) return formatMinor(amount_minor, currency);
  return amount === null ? EMPTY_VALUE : toFormat('USD').format(amount);
}

/** What else is to say: who recovered it, its refund, and whether it is in no revenue. */
export function chargeNotes(charge: Charge): string[] {
  const { amount, isRecovered, isRecoveredAlone } = charge;
  return [
    ...(isRecovered ? [isRecoveredAlone ? 'recovered by the store' : 'after a retry'] : []),
    ...refundNotes(charge),
    ...(amount === null ? ['not converted'] : []),
  ];
}

function refundNotes({ currency, amount_minor, refunded_minor }: Charge): string[] {
  if (refunded_minor === 0) return [];
  const isPart = amount_minor !== null && refunded_minor < amount_minor;
  return [`${isPart ? 'partly refunded' : 'refunded'} ${formatMinor(refunded_minor, currency)}`];
}

/** `minor` is in minor units: 2 decimals for USD, 0 for JPY. */
function formatMinor(minor: number, currency: string): string {
  const format = toFormat(currency);
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(minor / 10 ** digits);
}

function toFormat(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency });
}
