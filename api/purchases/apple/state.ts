import {
  AutoRenewStatus,
  ExpirationIntent,
  OfferDiscountType,
  Status,
} from '@apple/app-store-server-library';
import type { EndCause, PurchaseState } from '../store.ts';
import type { AppleRenewal, AppleTransaction } from './answers.ts';

const DAY_MS = 86_400_000;
/** Apple says no date, only "up to 60 days". */
const RETRY_DAYS = 60;

/** The state is decided by `status` alone: `isInBillingRetryPeriod` was seen to be false in a grace period. */
export function toState(
  status: number,
  { expiresDate, offerDiscountType, revocationDate }: AppleTransaction,
  renewal: AppleRenewal,
): PurchaseState {
  switch (status) {
    case Status.ACTIVE:
      if (renewal.autoRenewStatus === AutoRenewStatus.OFF) {
        return {
          name: 'canceled',
          until: expiresDate,
          because: { kind: 'customer', raw: `autoRenewStatus ${renewal.autoRenewStatus}` },
        };
      }
      return {
        name: 'active',
        until: expiresDate,
        renews: true,
        isTrial: offerDiscountType === OfferDiscountType.FREE_TRIAL,
      };
    case Status.EXPIRED:
      return { name: 'expired', at: expiresDate, because: toEndCause(renewal.expirationIntent) };
    case Status.BILLING_RETRY: {
      const at = new Date(expiresDate.getTime() + RETRY_DAYS * DAY_MS);
      return { name: 'in_billing_retry', dueAt: expiresDate, deadline: { at, certainty: 'computed' } };
    }
    case Status.BILLING_GRACE_PERIOD: {
      const accessUntil = renewal.gracePeriodExpiresDate;
      if (!accessUntil) return { name: 'unrecognized' };
      const deadline = { at: accessUntil, certainty: 'said' } as const;
      return { name: 'in_grace_period', dueAt: expiresDate, accessUntil, deadline };
    }
    case Status.REVOKED:
      return revocationDate ? { name: 'revoked', at: revocationDate } : { name: 'unrecognized' };
    default:
      return { name: 'unrecognized' };
  }
}

/** Writes it as in `4 billing grace period`; a number alone if it is new to us. */
export function toRawState(status: number): string {
  return nameNumber(status, Status[status]);
}

function toEndCause(intent: number | undefined): EndCause {
  if (intent === undefined) return { kind: 'other', raw: 'no expirationIntent' };
  const raw = nameNumber(intent, ExpirationIntent[intent]);
  switch (intent) {
    case ExpirationIntent.CUSTOMER_CANCELLED:
      return { kind: 'customer', raw };
    case ExpirationIntent.BILLING_ERROR:
      return { kind: 'billing', raw };
    case ExpirationIntent.CUSTOMER_DID_NOT_CONSENT_TO_PRICE_INCREASE:
      return { kind: 'price_increase', raw };
    case ExpirationIntent.PRODUCT_NOT_AVAILABLE:
      return { kind: 'product_unavailable', raw };
    default:
      return { kind: 'other', raw };
  }
}

function nameNumber(value: number, name: string | undefined): string {
  return name === undefined ? String(value) : `${value} ${name.toLowerCase().replaceAll('_', ' ')}`;
}
