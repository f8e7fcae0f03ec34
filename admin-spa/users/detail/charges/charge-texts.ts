import type { Charge } from '#contract/subscriptions.ts';
import { formatDollars, formatMinor } from '../../../ui/format/currency.ts';
import { EMPTY_VALUE } from '../../../ui/format/format.ts';

/** What was charged, with the sign of its currency, as in "€9.99" or "¥1,200". */
export function chargeAmount({ amount, currency, amount_minor }: Charge): string {
  if (amount_minor !== null) return formatMinor(amount_minor, currency);
  return amount === null ? EMPTY_VALUE : formatDollars(amount);
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
