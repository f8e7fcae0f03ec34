import type { FailedPayment } from '#contract/payments/records.ts';
import { formatDate, formatTime } from '../../ui/format/format.ts';
import { type CheckState, retryOpensAt } from '../can-retry.ts';
import { nameOfStore } from '../labels.tsx';

/** What can be done about a payment now, one sentence each. */
export function nextSteps(payment: FailedPayment, check: CheckState, now: Date): readonly string[] {
  const { last_check, recovered_at, ended_at, deadline, reminder } = payment;
  const store = nameOfStore(payment);
  const opensAt = retryOpensAt(payment, now.getTime());
  if (recovered_at !== null || check.state === 'recovered')
    return ['Nothing: the payment has been recovered.'];
  if (check.state === 'checking') return [`Wait a moment: ${store} is being asked.`];
  if (opensAt !== null) {
    return [
      'The customer has to subscribe again.',
      `Retry opens again at ${formatTime(new Date(opensAt).toISOString())}, in case they do.`,
    ];
  }
  if (last_check?.outcome === 'not_retryable' || ended_at !== null) {
    return ['The customer has to subscribe again. If they have, Retry finds it.'];
  }
  if (check.state === 'failed' && check.outcome === null) return ['Retry once more in a few minutes.'];
  if (last_check?.outcome === 'store_unreachable') return ['Retry in a few minutes.'];
  const remind = reminder?.isPossible ? ['Remind the customer to update the payment.'] : [];
  if (deadline && Date.parse(deadline.at) <= now.getTime()) {
    return [`${capitalized(store)} has stopped trying. Retry asks for the final answer.`];
  }
  if (last_check?.outcome === 'still_failing') {
    const until = deadline ? ` until ${formatDate(deadline.at)}` : '';
    return [
      `${capitalized(store)} keeps trying${until}, and the payment leaves this list when it succeeds.`,
      ...remind,
    ];
  }
  return [`Retry asks ${store} whether the money has come in, and restores access if it has.`, ...remind];
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
