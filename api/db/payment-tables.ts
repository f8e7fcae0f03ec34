import type { ColumnType, GeneratedAlways } from 'kysely';
import type { PaymentState } from '#contract/payments/list.ts';
import type { RetryOutcome } from '#contract/payments/records.ts';
import type { Timestamp } from './column-types.ts';

export type Platform = 'ios' | 'android';
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
};

export type ChargesTable = {
  id: GeneratedAlways<number>;
  subscription_id: number;
  charged_at: ColumnType<Date, Date | string, Date | string>;
  amount_cents: number;
  payment_id: ColumnType<number | null, number | undefined, never>;
};

export type FailedPaymentsTable = {
  id: GeneratedAlways<number>;
  subscription_id: number;
  product_id: string;
  platform: Platform;
  purchase_token: string;
  amount_cents: number;
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
  /** The customer, set by a trigger. */
  user_id: ColumnType<number, never, never>;
  /** Of the customer, kept by triggers; null and empty if the account is deleted. */
  email: ColumnType<string | null, never, never>;
  search_text: ColumnType<string, never, never>;
  /** null if the account is deleted: the payment is in no list. */
  state: GeneratedAlways<PaymentState | null>;
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
