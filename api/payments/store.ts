import type { Platform } from '../db/schema.ts';

/** What a store knows a purchase by. */
export type Purchase = { platform: Platform; productId: string; token: string };

/**
 * What a store says about a purchase, in the stores' own words (Apple: App Store Server API, `status`; Google:
 * `purchases.subscriptionsv2`, `subscriptionState`). Nobody can charge a subscription from outside: the store does,
 * or does not, and this is how it stands.
 */
export type Truth =
  /** Paid until `until`; `renews` is false where the customer has switched the renewal off. */
  | { state: 'active'; paidAt: Date; until: Date; renews: boolean }
  /** The store tries again and leaves the customer access until then. */
  | { state: 'in_grace_period'; until: Date }
  /** Apple tries again until then, without access. */
  | { state: 'in_billing_retry'; until: Date }
  /** Google tries again until then, without access. */
  | { state: 'on_hold'; until: Date }
  /** The customer paused it; Google charges again then. */
  | { state: 'paused'; until: Date }
  | { state: 'expired'; at: Date; because: 'canceled' | 'billing_error' | 'price_increase' }
  /** Refunded, or taken away from a family member. */
  | { state: 'revoked'; at: Date }
  /** The store does not know the purchase. */
  | { state: 'unknown' }
  | { state: 'unreachable'; because: string };

/**
 * Asks the store now how a purchase stands. Does not throw for what may happen on any day: no answer, a refusal and a
 * timeout are `unreachable`. Gives up when `signal` aborts.
 */
export type AskStore = (purchase: Purchase, signal: AbortSignal) => Promise<Truth>;
