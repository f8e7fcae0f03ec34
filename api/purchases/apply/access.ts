import type { FailingStage, SubscriptionEnd, SubscriptionStatus } from '../../db/payment-tables.ts';
import type { Deadline, PurchaseState } from '../store.ts';

const DAY_MS = 86_400_000;
/** Google answers until 60 days after the end; the last question comes before. */
const LAST_QUESTION_MS = 55 * DAY_MS;

/** What a state means for the subscription; null if it changes nothing. `endDate` null: it renews. */
export function toSubscription(
  state: PurchaseState,
): { status: SubscriptionStatus; endDate: Date | null } | null {
  switch (state.name) {
    case 'active': {
      const status = state.isTrial ? 'trialing' : 'active';
      return { status, endDate: state.renews ? null : state.until };
    }
    case 'in_grace_period':
      return { status: state.name, endDate: state.accessUntil };
    case 'in_billing_retry':
    case 'on_hold':
      return { status: 'on_hold', endDate: state.dueAt };
    case 'paused':
      return { status: state.name, endDate: null };
    case 'canceled':
      return { status: state.name, endDate: state.until };
    case 'expired':
    case 'revoked':
      return { status: 'expired', endDate: state.at };
    case 'pending':
    case 'unrecognized':
      return null;
  }
}

/** Until when the customer has access; null without. undefined: a state that changes nothing. */
export function toAccessUntil(state: PurchaseState): Date | null | undefined {
  switch (state.name) {
    case 'active':
    case 'canceled':
      return state.until;
    case 'in_grace_period':
      return state.accessUntil;
    case 'unrecognized':
      return undefined;
    default:
      return null;
  }
}

/** The renewal that fails, if the store still tries to collect it. */
export function toFailing(
  state: PurchaseState,
): { dueAt: Date; deadline: Deadline; stage: FailingStage } | null {
  const isFailing =
    state.name === 'in_grace_period' || state.name === 'in_billing_retry' || state.name === 'on_hold';
  return isFailing ? { dueAt: state.dueAt, deadline: state.deadline, stage: toStage[state.name] } : null;
}

const toStage = {
  in_grace_period: 'grace_period',
  in_billing_retry: 'billing_retry',
  on_hold: 'on_hold',
} as const satisfies Readonly<Record<string, FailingStage>>;

/** When the subscription ended, and the kind of the cause. */
export function toEnd(state: PurchaseState): { at: Date; cause: SubscriptionEnd } | null {
  if (state.name === 'expired') return { at: state.at, cause: state.because.kind };
  return state.name === 'revoked' ? { at: state.at, cause: 'refunded' } : null;
}

/** When it is asked about again without a notification; null: never. */
export function toAskAgainAt(state: PurchaseState, now: Date): Date | null {
  if (state.name === 'active' || state.name === 'canceled') return state.until;
  if (state.name !== 'expired' && state.name !== 'revoked') return now;
  const last = new Date(state.at.getTime() + LAST_QUESTION_MS);
  return last > now ? last : null;
}
