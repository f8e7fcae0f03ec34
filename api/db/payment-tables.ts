import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { PaymentState } from '#contract/payments/list.ts';
import type { RetryOutcome } from '#contract/payments/records.ts';
import type { Timestamp } from './column-types.ts';

export type Platform = 'ios' | 'android';
type Certainty = 'said' | 'at_least' | 'computed';
/** The failing states of both stores. */
export type FailingStage = 'grace_period' | 'billing_retry' | 'on_hold';
export type PaymentResult = 'by_store' | 'after_reminder' | 'canceled' | 'given_up' | 'open';
/** The causes of the stores, a refund, and a store that answers no longer. */
export type SubscriptionEnd =
  | 'customer'
  | 'billing'
  | 'price_increase'
  | 'product_unavailable'
  | 'developer'
  | 'replaced'
  | 'other'
  | 'refunded'
  | 'known_no_longer';
export type SubscriptionStatus =
  | 'trialing'
  | 'active'
  | 'in_grace_period'
  | 'on_hold'
  | 'paused'
  | 'canceled'
  | 'expired';

export type SubscriptionsTable = {
  id: GeneratedAlways<number>;
  user_id: number;
  plan: string;
  product_id: string;
  platform: Platform;
  status: SubscriptionStatus;
  start_date: ColumnType<Date, Date | string, Date | string>;
  end_date: ColumnType<Date | null, Date | string | null, Date | string | null>;
  /** null: not ended, or not known. */
  end_cause: ColumnType<SubscriptionEnd | null, SubscriptionEnd | null | undefined, SubscriptionEnd | null>;
  /** It began with a free trial, or has one now. */
  had_trial: Generated<boolean>;
};

export type ChargesTable = {
  id: GeneratedAlways<number>;
  subscription_id: number;
  charged_at: ColumnType<Date, Date | string, Date | string>;
  /** The amount is in US dollars, less what was refunded; null while there is no rate. */
  amount_cents: number | null;
  /** The failed payment that it settled. */
  payment_id: ColumnType<number | null, number | null | undefined, number | null>;
  platform: ColumnType<Platform, Platform, never>;
  /** The store's own number. */
  order_id: ColumnType<string, string, never>;
  paid_until: ColumnType<Date, Date, never>;
  is_renewal: ColumnType<boolean, boolean, never>;
  currency: Generated<string>;
  /** The price is in minor units of `currency`; null if the store says no price. */
  amount_minor: ColumnType<number | null, number | null | undefined, number | null>;
  refunded_minor: Generated<number>;
  refunded_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

export type FailedPaymentsTable = {
  id: GeneratedAlways<number>;
  /** The customer, as of the subscription. */
  user_id: ColumnType<number, number, never>;
  subscription_id: number;
  product_id: string;
  platform: Platform;
  /** The key of its purchase, which is stored before. */
  purchase_token: string;
  /** The amount is in US dollars; null while there is no rate. */
  amount_cents: number | null;
  currency: Generated<string>;
  /** The price is in minor units of `currency`; null if the store says no price. */
  amount_minor: ColumnType<number | null, number | null | undefined, number | null>;
  error_message: string | null;
  created_at: Timestamp;
  /** The running check; both are null if there is none. */
  check_id: string | null;
  checking_since: Date | null;
  recovered_at: Date | null;
  recovered_by: number | null;
  /** The last check that ended. */
  last_outcome: ColumnType<RetryOutcome | null, undefined, RetryOutcome | null>;
  last_message: ColumnType<string | null, undefined, string | null>;
  last_checked_at: ColumnType<Date | null, undefined, Date | null>;
  /** When the store gives up collecting, and how sure that is; both are null if there is no such time. */
  deadline_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  deadline_certainty: ColumnType<Certainty | null, Certainty | null | undefined, Certainty | null>;
  /** null: no access, or not known. */
  access_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** When the subscription ended without the payment, and why. */
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  end_cause: ColumnType<string | null, string | null | undefined, string | null>;
  /** The store recovered it, without a check of ours. */
  recovered_alone: Generated<boolean>;
  /** The last failing state that the store reported, also after the end; null: the store was never asked. */
  stage: ColumnType<FailingStage | null, FailingStage | null | undefined, FailingStage>;
  /** The first reminder by mail. */
  reminded_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** What became of it. */
  result: GeneratedAlways<PaymentResult>;
  state: GeneratedAlways<PaymentState>;
  /** Product and id, folded; begins with a space. */
  search_text: GeneratedAlways<string>;
};

export type PaymentChecksTable = {
  id: string;
  payment_id: number;
  administrator_id: number | null;
  notes: string;
  started_at: Date;
  /** null while it runs, and forever if its server died. */
  finished_at: Date | null;
  outcome: RetryOutcome | null;
  message: string | null;
};

/** A payment has at most one for each of its stages. */
export type PaymentRemindersTable = {
  id: GeneratedAlways<number>;
  payment_id: number;
  stage: FailingStage;
  /** null if the administrator's account is gone. */
  administrator_id: number | null;
  queued_at: Date;
  /** Both are null while the mail is on its way. */
  sent_at: ColumnType<Date | null, undefined, Date>;
  /** It had become pointless before it was sent. */
  dropped_at: ColumnType<Date | null, undefined, Date | null>;
  /** SHA-256 of the tokens that refuse further reminders, one for each attempt to send. */
  refusal_hashes: ColumnType<Buffer[], undefined, never>;
};
