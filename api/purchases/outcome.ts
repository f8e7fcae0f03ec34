import { stores } from '#brand/stores.ts';
import type { RetryOutcome } from '#contract/payments/records.ts';
import type { Platform } from '../db/payment-tables.ts';
import type { Deadline, EndCause, PurchaseState, StoreAnswer } from './store.ts';

export type CheckResult = { outcome: RetryOutcome; message: string };

/** The name of the store, as people know it. */
export function storeName(platform: Platform): string {
  return stores.find(({ key }) => key === platform)?.name ?? platform;
}

/** Tells administrators of one failed payment: the outcome and its message. `isSettled`: a newer order paid it. */
export function toCheckResult(
  answer: StoreAnswer,
  { platform, isSettled }: { platform: Platform; isSettled: boolean },
): CheckResult {
  const store = storeName(platform);
  switch (answer.kind) {
    case 'never_known':
      return notRetryable(`${store} doesn’t recognize this purchase.`);
    case 'known_no_longer':
      return notRetryable(
        `The subscription ended so long ago that ${store} no longer answers. The customer has to subscribe again.`,
      );
    case 'not_now':
      return {
        outcome: 'store_unreachable',
        message: `${store} couldn’t be checked: ${answer.because}. Please try again later.`,
      };
    case 'purchase': {
      const { state, rawState } = answer.purchase;
      return isSettled ? toRecovery(state, store) : toFailure(state, { store, rawState });
    }
  }
}

function toRecovery(state: PurchaseState, store: string): CheckResult {
  const access = () => {
    if (state.name === 'canceled')
      return `Access is restored until ${formatDay(state.until)}. Automatic renewal is off.`;
    if (state.name === 'active') return 'Access is restored.';
    return 'The subscription has changed since.';
  };
  return { outcome: 'recovered', message: `${store} has received the payment. ${access()}` };
}

function toFailure(
  state: PurchaseState,
  { store, rawState }: { store: string; rawState: string },
): CheckResult {
  switch (state.name) {
    case 'active':
      return stillFailing(
        `The subscription is active until ${formatDay(state.until)}, but ${store} hasn’t received a newer payment yet.`,
      );
    case 'canceled':
      return notRetryable(
        `${toSentence(state.because)} The customer keeps access until ${formatDay(state.until)} and has to subscribe again after that.`,
      );
    case 'in_grace_period': {
      const least = state.deadline.certainty === 'at_least' ? 'at least ' : '';
      return stillFailing(
        `The subscription is in its grace period. ${store} will try again, and the customer keeps access ${least}until ${formatDay(state.accessUntil)}.`,
      );
    }
    case 'in_billing_retry':
      return stillFailing(
        `The subscription is in billing retry. ${store} will keep trying until ${formatDeadline(state.deadline)}. Until it succeeds, the customer has no access.`,
      );
    case 'on_hold':
      return stillFailing(
        `The subscription is on hold. ${store} will keep trying until ${formatDeadline(state.deadline)}. Until it succeeds, the customer has no access.`,
      );
    case 'paused':
      return notRetryable(
        state.until
          ? `The customer paused the subscription until ${formatDay(state.until)}. ${store} will charge again then.`
          : 'The customer paused the subscription.',
      );
    case 'expired':
      return notRetryable(
        `The subscription expired on ${formatDay(state.at)}: ${toReason(state.because)}. ${
          state.because.kind === 'product_unavailable'
            ? 'Make the product available again so the customer can subscribe.'
            : 'The customer has to subscribe again.'
        }`,
      );
    case 'revoked':
      return notRetryable(
        `${store} refunded or revoked the purchase on ${formatDay(state.at)}. The customer has to subscribe again.`,
      );
    case 'pending':
      return stillFailing(`The first payment hasn’t been made yet. ${store} is waiting for it.`);
    case 'unrecognized':
      return stillFailing(`${store} says “${rawState}”, which we don’t recognize. Nothing was changed.`);
  }
}

const reasons: Readonly<Record<Exclude<EndCause['kind'], 'other'>, string>> = {
  customer: 'the customer canceled it',
  billing: 'the store gave up collecting the payment',
  price_increase: 'the customer didn’t accept the new price',
  product_unavailable: 'the product wasn’t for sale when it should have renewed',
  developer: 'we canceled it',
  replaced: 'another subscription replaced it',
};

/** Continues "…: ". */
function toReason({ kind, raw }: EndCause): string {
  return kind === 'other' ? `the store says “${raw}”` : reasons[kind];
}

function toSentence(cause: EndCause): string {
  const reason = toReason(cause);
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}

function formatDeadline({ at, certainty }: Deadline): string {
  const day = formatDay(at);
  if (certainty === 'said') return day;
  return certainty === 'at_least' ? `at least ${day}` : `${day} at the latest, according to its rules`;
}

function stillFailing(message: string): CheckResult {
  return { outcome: 'still_failing', message };
}

function notRetryable(message: string): CheckResult {
  return { outcome: 'not_retryable', message };
}

/** UTC like the stores, dd/mm/yyyy like the console. */
export function formatDay(date: Date): string {
  const [year, month, dayOfMonth] = date.toISOString().slice(0, 10).split('-');
  return `${dayOfMonth}/${month}/${year}`;
}
