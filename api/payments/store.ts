import type { Platform } from '../db/schema.ts';

/** The identity of a purchase in a store. */
export type Purchase = { platform: Platform; productId: string; token: string };

/**
 * The state of a purchase, in the terms of the stores (Apple: App Store Server API, `status`; Google:
 * `purchases.subscriptionsv2`, `subscriptionState`). A subscription cannot be charged from outside: only the store
 * charges it.
 */
export type StoreState =
  /** Paid until `until`; `renews` is false where the customer has switched the renewal off. */
  | { state: 'active'; paidAt: Date; until: Date; renews: boolean }
  /** The store retries until then. The customer keeps access. */
  | { state: 'in_grace_period'; until: Date }
  /** Apple retries until then, without access. */
  | { state: 'in_billing_retry'; until: Date }
  /** Google retries until then, without access. */
  | { state: 'on_hold'; until: Date }
  /** The customer paused it; Google charges again then. */
  | { state: 'paused'; until: Date }
  | { state: 'expired'; at: Date; because: 'canceled' | 'billing_error' | 'price_increase' }
  /** Refunded, or removed from a family member. */
  | { state: 'revoked'; at: Date }
  /** The store does not know the purchase. */
  | { state: 'unknown' }
  | { state: 'unreachable'; because: string };

/**
 * Asks the store for the present state of a purchase. No answer, a refusal and a timeout are the state `unreachable`,
 * not errors. Aborts with `signal`.
 */
export type AskStore = (purchase: Purchase, signal: AbortSignal) => Promise<StoreState>;
