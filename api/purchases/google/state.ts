import type { EndCause, PurchaseState } from '../store.ts';
import type { GoogleOrder, GoogleSubscription, LineItem } from './answers.ts';
import { isFullyRefunded, toOrder } from './orders.ts';

const DAY_MS = 86_400_000;

type StateInput = {
  subscription: GoogleSubscription;
  item: LineItem;
  newest: GoogleOrder | null;
  now: Date;
  /** It is read only for a hold. */
  retryDays: number;
};

/** A state without the date that belongs to it is new to us too. */
export function toState({ subscription, item, newest, now, retryDays }: StateInput): PurchaseState {
  const { subscriptionState, pausedStateContext } = subscription;
  const { expiryTime } = item;
  switch (subscriptionState) {
    case 'SUBSCRIPTION_STATE_PENDING':
    case 'SUBSCRIPTION_STATE_PENDING_PURCHASE_CANCELED':
      return { name: 'pending' };
    case 'SUBSCRIPTION_STATE_PAUSED':
      return { name: 'paused', until: pausedStateContext?.autoResumeTime ?? null };
  }
  if (!expiryTime) return { name: 'unrecognized' };
  // Google extends the expiry while it retries, so the renewal was due at the end of the newest order.
  const dueAt = (newest && toOrder(newest)?.paidUntil) ?? expiryTime;
  switch (subscriptionState) {
    case 'SUBSCRIPTION_STATE_ACTIVE':
      return {
        name: 'active',
        until: expiryTime,
        renews: item.autoRenewingPlan?.autoRenewEnabled ?? false,
        isTrial: item.offerPhase?.freeTrial !== undefined,
      };
    case 'SUBSCRIPTION_STATE_IN_GRACE_PERIOD': {
      const deadline = { at: expiryTime, certainty: 'at_least' } as const;
      return { name: 'in_grace_period', dueAt, accessUntil: expiryTime, deadline };
    }
    case 'SUBSCRIPTION_STATE_ON_HOLD': {
      const at = new Date(dueAt.getTime() + retryDays * DAY_MS);
      return { name: 'on_hold', dueAt, deadline: { at, certainty: 'computed' } };
    }
    case 'SUBSCRIPTION_STATE_CANCELED':
      return expiryTime > now
        ? { name: 'canceled', until: expiryTime, because: toEndCause(subscription) }
        : toEnd(subscription, expiryTime, newest);
    case 'SUBSCRIPTION_STATE_EXPIRED':
      return toEnd(subscription, expiryTime, newest);
    default:
      return { name: 'unrecognized' };
  }
}

/** Google has no state for a refund that ended a subscription. */
function toEnd(subscription: GoogleSubscription, at: Date, newest: GoogleOrder | null): PurchaseState {
  const refund = newest && isFullyRefunded(newest) ? toOrder(newest)?.refund : null;
  return refund
    ? { name: 'revoked', at: refund.at }
    : { name: 'expired', at, because: toEndCause(subscription) };
}

const endCauses: Readonly<Record<string, EndCause['kind']>> = {
  userInitiatedCancellation: 'customer',
  systemInitiatedCancellation: 'billing',
  developerInitiatedCancellation: 'developer',
  replacementCancellation: 'replaced',
};

/** Its raw word is the name of the context, with the answer of the customer to Google's survey. */
function toEndCause({ canceledStateContext: context }: GoogleSubscription): EndCause {
  const [name] = Object.keys(context ?? {});
  if (name === undefined) return { kind: 'other', raw: 'no canceledStateContext' };
  const reason = context?.userInitiatedCancellation?.cancelSurveyResult?.reason;
  return { kind: endCauses[name] ?? 'other', raw: reason ? `${name} (${reason})` : name };
}
