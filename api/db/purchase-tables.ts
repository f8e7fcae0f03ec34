import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { StoreActKind } from '#contract/purchases/acts.ts';
import type { RefundPreference, RefundRule } from '#contract/refunds.ts';
import type { JobColumns } from './column-types.ts';
import type { Platform } from './payment-tables.ts';

type StoreEnvironment = 'production' | 'sandbox';
type RefundOutcome = 'granted' | 'declined' | 'reversed';

/** The unit of work of the stores: a purchase that is due is asked about. */
export type PurchasesTable = JobColumns & {
  id: GeneratedAlways<number>;
  platform: Platform;
  /** Apple: the original transaction id. Google: the purchase token. */
  key: string;
  /** A purchase of a sandbox gives access, and is in no list and no figure. */
  environment: Generated<StoreEnvironment>;
  product_id: string | null;
  /** null: unattributed, its user is not known. */
  user_id: ColumnType<number | null, number | null | undefined, number | null>;
  subscription_id: ColumnType<number | null, number | null | undefined, number | null>;
  /** The store says it of the user. */
  account_token: ColumnType<string | null, string | null | undefined, string | null>;
  /** When the question was asked whose answer is here. A later one is never overwritten. */
  asked_at: ColumnType<Date | null, undefined, Date | null>;
  state: ColumnType<string | null, undefined, string | null>;
  /** The state is in the store's own words. */
  raw_state: ColumnType<string | null, undefined, string | null>;
  /** null: no access. */
  access_until: ColumnType<Date | null, undefined, Date | null>;
  /** When a reconciliation asks without a notification; null for what has ended. */
  ask_again_at: ColumnType<Date | null, Date | undefined, Date | null>;
  /** The newest paid order on record. */
  known_order: ColumnType<string | null, undefined, string | null>;
  /** The next question reads the refunds of these orders. */
  asked_orders: Generated<string[]>;
  first_seen_at: ColumnType<Date, Date | undefined, never>;
  /** The time since when a due purchase waits for an answer. Unlike `due_at`, it stays while attempts fail. */
  due_since: ColumnType<Date | null, Date | undefined, Date | null>;
};

/**
 * What a store was asked about a purchase, and answered. Equal answers of the worker within a day or so are one row.
 */
export type PurchaseQuestionsTable = {
  id: GeneratedAlways<string>;
  purchase_id: number;
  /** The last of these questions. */
  asked_at: Date;
  /** The first of them. */
  since: Date;
  times: Generated<number>;
  /** null: the worker. */
  administrator_id: number | null;
  answer: 'purchase' | 'never_known' | 'known_no_longer' | 'not_now';
  /** The state in the store's own words, or why it could not be asked. */
  raw_state: string;
};

/** Each is stored once. Payload and order end after 90 days and with their person's account. */
export type StoreNotificationsTable = {
  platform: Platform;
  id: string;
  type: string;
  environment: StoreEnvironment;
  sent_at: Date;
  received_at: Date;
  /** null if it is about no purchase, or about one of an erased account. */
  purchase_id: number | null;
  payload: ColumnType<unknown, string | null, null>;
  /** The order that is under review, or whose refund was decided. */
  order_id: ColumnType<string | null, string | null | undefined, null>;
  /** It was not delivered: a reconciliation read it. */
  by_reconciliation: Generated<boolean>;
  /** Its type is none that this version knows. */
  is_new_kind: Generated<boolean>;
};

/** SHA-256 of purchase keys and account tokens of erased accounts, whose notifications go on. */
export type ErasedPurchaseKeysTable = { hash: Buffer; erased_at: Date };

/** Everything that a store said before `complete_until` has arrived. */
export type ReconciliationsTable = {
  platform: Platform;
  started_at: Date | null;
  complete_until: Date | null;
  /** Notifications that were not delivered, found by the last run and by all. */
  missed_last: Generated<number>;
  missed_total: Generated<number>;
  /** When the last run failed, and why; both are null after a complete one. */
  failed_at: ColumnType<Date | null, undefined, Date | null>;
  failure: ColumnType<string | null, undefined, string | null>;
};

/** `dollars` for one unit of the currency. `month` is its first day. */
export type ExchangeRatesTable = {
  currency: string;
  month: ColumnType<string, string, never>;
  dollars: ColumnType<string, string, string>;
  set_at: Date;
};

/** Access that an administrator grants; `until` is the end of its last day in UTC. */
export type CourtesyAccessesTable = {
  id: GeneratedAlways<number>;
  user_id: number;
  until: Date;
  reason: string;
  granted_at: Date;
  /** null if the administrator's account is gone. */
  granted_by: number | null;
  revoked_at: ColumnType<Date | null, undefined, Date>;
};

/** Purchases that are played; `played_at` is the time of the first step. */
export type SandboxLivesTable = {
  key: string;
  step: 'bought' | 'renewed' | 'in_grace_period' | 'on_hold' | 'recovered' | 'refunded';
  played_at: Date;
};

/** A refund or a chargeback that a store asks about. A row is work for `api/jobs/worker.ts` until the store has an answer. */
export type RefundRequestsTable = JobColumns & {
  id: GeneratedAlways<number>;
  platform: Platform;
  /** The first notification that asked. */
  notification_id: string;
  /** Apple: the transaction. Google: the order. */
  order_id: ColumnType<string | null, string | null, never>;
  product_id: string | null;
  purchase_id: number | null;
  /** The store says it of the user. */
  account_token: string | null;
  store_reason: string | null;
  asked_at: Date;
  answer_due_at: Date;
  /** Google wants it back with the answer. It ends after 90 days, as `answer` does. */
  store_token: string | null;
  preference: ColumnType<RefundPreference | null, RefundPreference | null | undefined, RefundPreference>;
  /** The body that is sent, and sent again. */
  answer: ColumnType<string | null, string | null | undefined, string | null>;
  answered_at: ColumnType<Date | null, Date | null | undefined, Date>;
  by_rule: Generated<boolean>;
  answered_by: ColumnType<number | null, number | null | undefined, number>;
  /** When the store confirmed the answer. */
  sent_at: ColumnType<Date | null, Date | null | undefined, Date>;
  refused_at: ColumnType<Date | null, Date | null | undefined, Date>;
  problem: ColumnType<string | null, string | null | undefined, string | null>;
  /** When the log said that its time is nearly over. */
  warned_at: ColumnType<Date | null, undefined, Date>;
  outcome: ColumnType<RefundOutcome | null, RefundOutcome | null | undefined, RefundOutcome>;
  outcome_at: ColumnType<Date | null, Date | null | undefined, Date>;
};

/** What happens to an unanswered request. */
export type RefundRulesTable = { platform: Platform; rule: RefundRule };

/** What an administrator did at a store. It has no result while it runs, and none if its server died. */
export type StoreActsTable = {
  id: GeneratedAlways<number>;
  /** Apple knows a repeated extension by it. */
  request_id: Generated<string>;
  purchase_id: number;
  kind: StoreActKind;
  days: number | null;
  refund: 'full' | 'prorated' | null;
  order_id: string | null;
  reason: string;
  administrator_id: number | null;
  started_at: Date;
  finished_at: ColumnType<Date | null, undefined, Date>;
  result: ColumnType<'done' | 'refused' | 'unknown' | null, undefined, 'done' | 'refused' | 'unknown'>;
  /** What was done, or why not. */
  message: ColumnType<string | null, undefined, string>;
};
