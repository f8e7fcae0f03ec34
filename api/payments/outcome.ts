import { stores } from '#brand/stores.ts';
import type { RetryOutcome } from '#contract/payments/records.ts';
import type { Platform } from '../db/payment-tables.ts';
import type { StoreState } from './store.ts';

export type CheckResult = { outcome: RetryOutcome; message: string };

/** For administrators: the outcome and its message. */
export function toCheckResult(storeState: StoreState, platform: Platform): CheckResult {
  const store = stores.find(({ key }) => key === platform)?.name ?? platform;
  switch (storeState.state) {
    case 'active':
      return {
        outcome: 'recovered',
        message: `${store} has the payment. Access is restored${storeState.renews ? '' : ` until ${formatDay(storeState.until)}, the renewal is switched off`}.`,
      };
    case 'in_grace_period':
      return stillFailing(
        `The subscription is in its grace period: ${store} tries again until ${formatDay(storeState.until)}, and the customer keeps access until then.`,
      );
    case 'in_billing_retry':
      return stillFailing(
        `The subscription is in billing retry: ${store} tries again until ${formatDay(storeState.until)}, without access.`,
      );
    case 'on_hold':
      return stillFailing(
        `The subscription is on hold: ${store} tries again until ${formatDay(storeState.until)}, without access.`,
      );
    case 'paused':
      return notRetryable(
        `The customer has paused the subscription until ${formatDay(storeState.until)}; ${store} charges again then.`,
      );
    case 'expired':
      return notRetryable(
        `The subscription expired on ${formatDay(storeState.at)}: ${expiryReasons[storeState.because]}. The customer has to subscribe again.`,
      );
    case 'revoked':
      return notRetryable(`${store} refunded or revoked the purchase on ${formatDay(storeState.at)}.`);
    case 'unknown':
      return notRetryable(`${store} does not know this purchase.`);
    case 'unreachable':
      return {
        outcome: 'store_unreachable',
        message: `${store} could not be asked: ${storeState.because}. Please try again later.`,
      };
  }
}

const expiryReasons = {
  canceled: 'the customer canceled it',
  billing_error: 'the store gave up collecting the payment',
  price_increase: 'the customer did not accept the new price',
} as const;

function stillFailing(message: string): CheckResult {
  return { outcome: 'still_failing', message };
}

function notRetryable(message: string): CheckResult {
  return { outcome: 'not_retryable', message };
}

/** UTC like the stores, dd/mm/yyyy like the console. */
function formatDay(date: Date): string {
  const [year, month, dayOfMonth] = date.toISOString().slice(0, 10).split('-');
  return `${dayOfMonth}/${month}/${year}`;
}
