import type { Platform } from '../db/payment-tables.ts';

export type Purchase = { platform: Platform; productId: string; token: string };

/** Apple: App Store Server API, `status`. Google: `purchases.subscriptionsv2`, `subscriptionState`. */
export type StoreState =
  /** Paid until `until`; `renews` is false if the customer has turned the renewal off. */
  | { state: 'active'; paidAt: Date; until: Date; renews: boolean }
  /** The store retries until then, and the customer keeps access. */
  | { state: 'in_grace_period'; until: Date }
  /** Apple retries until then, without access. */
  | { state: 'in_billing_retry'; until: Date }
  /** Google retries until then, without access. */
  | { state: 'on_hold'; until: Date }
  /** Google charges again then. */
  | { state: 'paused'; until: Date }
  | { state: 'expired'; at: Date; because: 'canceled' | 'billing_error' | 'price_increase' }
  /** Refunded, or removed from family sharing. */
  | { state: 'revoked'; at: Date }
  | { state: 'unknown' }
  | { state: 'unreachable'; because: string };

/** No answer, a refusal and a timeout are the state `unreachable`, not errors. */
export type AskStore = (purchase: Purchase, signal: AbortSignal) => Promise<StoreState>;
