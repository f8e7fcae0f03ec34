import * as v from 'valibot';
import type { Platform } from '../db/payment-tables.ts';

export type StoreEnvironment = 'production' | 'sandbox';

/** The amount is in minor units of an ISO 4217 currency: cents of dollars, whole yen. */
export type Money = { minor: number; currency: string };

/** Apple: a transaction. Google: an order. Its id is unique in its store. */
export type Order = {
  id: string;
  productId: string;
  /** False for a first purchase, and for a new one after an end. Only a renewal can settle a failed one. */
  isRenewal: boolean;
  paidAt: Date;
  /** The end of the time that it pays for. */
  paidUntil: Date;
  /** Zero for a free trial; null if the store does not say. */
  price: Money | null;
  /** What the store has given back so far; null if nothing, also after a refund was taken back. */
  refund: { at: Date; minor: number } | null;
};

/**
 * When the store gives up collecting. `said`: a promise of the store. `at_least`: the store may give more time.
 * `computed`: from the store's rules.
 */
export type Deadline = { at: Date; certainty: 'said' | 'at_least' | 'computed' };

/** Why a subscription ends. `raw` is the store's own word. */
export type EndCause = {
  kind:
    | 'customer'
    | 'billing'
    | 'price_increase'
    | 'product_unavailable'
    | 'developer'
    | 'replaced'
    | 'other';
  raw: string;
};

/** Apple: App Store Server API, `status`. Google: `purchases.subscriptionsv2`, `subscriptionState`. */
export type PurchaseState =
  /** Paid until then, or in Google's silent day after a failed renewal. */
  | { name: 'active'; until: Date; renews: boolean; isTrial: boolean }
  /** The renewal at `dueAt` failed. The store retries, and the customer keeps access until `accessUntil`. */
  | { name: 'in_grace_period'; dueAt: Date; accessUntil: Date; deadline: Deadline }
  /** Apple retries without access. */
  | { name: 'in_billing_retry'; dueAt: Date; deadline: Deadline }
  /** Google retries without access. */
  | { name: 'on_hold'; dueAt: Date; deadline: Deadline }
  /** The customer paused it; Google charges again then. null: not said. */
  | { name: 'paused'; until: Date | null }
  /** Access until then, without renewal. */
  | { name: 'canceled'; until: Date; because: EndCause }
  | { name: 'expired'; at: Date; because: EndCause }
  /** Taken back, as by a refund or by family sharing. */
  | { name: 'revoked'; at: Date }
  /** The first payment is not done. */
  | { name: 'pending' }
  /** New to us: shown raw, and nothing changes. */
  | { name: 'unrecognized' };

export type StorePurchase = {
  state: PurchaseState;
  /** The state in the store's own words. */
  rawState: string;
  environment: StoreEnvironment;
  productId: string;
  /** The UUID of the user that the app set when it bought; lower case. */
  accountToken: string | null;
  /** Google: the key of the purchase that this one replaces. */
  replaces: string | null;
  startedAt: Date;
  /** The paid orders from `knownOrder` on and the asked ones, as the store reports them now. Oldest first. */
  orders: readonly Order[];
  /** The price of the next renewal, or of the one that fails; null if the store does not say. */
  price: Money | null;
};

/** Faults are answers too, so that each caller decides. `because` continues "… couldn’t be checked: ". */
export type StoreAnswer =
  | { kind: 'purchase'; purchase: StorePurchase }
  /** The store never knew it in this environment. */
  | { kind: 'never_known'; raw: string }
  /** It ended so long ago that the store answers no longer. */
  | { kind: 'known_no_longer'; raw: string }
  /** `until`: when it may be asked again; then the whole store waits. null: not said, and only this purchase waits. */
  | { kind: 'not_now'; because: string; until: Date | null };

export type Question = {
  platform: Platform;
  /** Apple: the original transaction id. Google: the purchase token. */
  key: string;
  /** null: not known. Apple's production is asked first, and then its sandbox; Google says it with its answer. */
  environment: StoreEnvironment | null;
  /** null if we do not know it. */
  productId: string | null;
  /** The newest order on record; null if none is. */
  knownOrder: string | null;
  /** Orders whose refund must be read, such as those of a notification. */
  askedOrders: readonly string[];
};

/** Never throws for what a store or the network does; a fault of ours is thrown. */
export type AskStore = (question: Question, signal: AbortSignal) => Promise<StoreAnswer>;

/** A verified message. It makes its purchase due; only the answer to the question then changes anything. */
export type StoreNotification = {
  platform: Platform;
  /** Unique in its store: Apple `notificationUUID`, Google `messageId`. */
  id: string;
  /** The type is in the store's own words, as in `DID_RENEW (BILLING_RECOVERY)`. */
  type: string;
  at: Date;
  environment: StoreEnvironment;
  /** null if it is about no subscription, as a test is. */
  purchase: { key: string; productId: string | null; accountToken: string | null } | null;
  /** The orders that were refunded. */
  orders: readonly string[];
  /** Absent: the store wants no answer. */
  review?: RefundReview;
  /** The store’s lists had no such type when this version was written. */
  isNewKind?: boolean;
  /** What was received, decoded. */
  payload: unknown;
};

/** A refund or a chargeback about which the store wants an answer of the developer. */
type RefundReview = {
  /** Apple: the transaction. null: the store names none. */
  order: string | null;
  /** The store says it of the user. */
  accountToken: string | null;
  /** The store decides then without an answer. */
  answerDueAt: Date;
  /** In the store's own word; null: it says none. */
  reason: string | null;
  /** What the store wants back with the answer; null: nothing. */
  storeToken: string | null;
};

/** `forged`: 401. `unverifiable`: the certificates could not be read now, 503. `because` quotes no token. */
export type ReceivedNotification =
  | { kind: 'verified'; notification: StoreNotification }
  | { kind: 'forged'; because: string }
  | { kind: 'unverifiable'; because: string };

/** `authorization` is the header of the request, or null. */
export type VerifyNotification = (
  body: string,
  authorization: string | null,
) => Promise<ReceivedNotification>;

/** An order that a number stands for. */
export type FoundOrder = {
  /** The key by which its purchase is asked about. */
  key: string;
  environment: StoreEnvironment;
  accountToken: string | null;
  /** Apple: the transaction; not the number in the receipt. */
  id: string;
  productId: string;
  paidAt: Date;
  /** null: not said. */
  paidUntil: Date | null;
  price: Money | null;
  refund: Order['refund'];
  /** Its state in the store's own words. */
  rawState: string;
};

/** `raw` is the store's own word; `because` continues "… couldn’t be checked: ". */
export type OrderAnswer =
  /** Empty: the number is of something else than a subscription. */
  | { kind: 'found'; orders: readonly FoundOrder[] }
  | { kind: 'unknown'; raw: string }
  | { kind: 'not_now'; because: string; until: Date | null };

/** Finds an order by the number in the customer's receipt. Never throws for what a store or the network does. */
export type FindOrder = (number: string, signal: AbortSignal) => Promise<OrderAnswer>;

/** `arrives`: the sandbox hands its notification over at once. `refused` says why, as a sentence. */
export type TestAnswer =
  | { kind: 'requested' }
  | { kind: 'arrives'; notification: StoreNotification }
  | { kind: 'refused'; because: string }
  | { kind: 'not_now'; because: string; until: Date | null };

/** Asks the store to send a test notification to our webhook. */
export type RequestTest = (signal: AbortSignal) => Promise<TestAnswer>;

/** The answer to a refund or a chargeback. The body was made by `refunds/answer.ts`, and is the same at each attempt. */
type RefundAnswer = { order: string; body: string };

/** `accepted`: also if an earlier one counts. `refused`: the store will not take this one. */
export type RefundAnswerResult =
  | { kind: 'accepted' }
  | { kind: 'refused'; because: string }
  | { kind: 'not_now'; because: string; until: Date | null };

/** Never throws for what a store or the network does. */
export type AnswerRefund = (answer: RefundAnswer, signal: AbortSignal) => Promise<RefundAnswerResult>;

/** What an administrator wants done. `days` are whole days. */
export type StoreActRequest = { key: string } & (
  | {
      kind: 'extend';
      environment: StoreEnvironment;
      days: number;
      cause: 'satisfaction' | 'service_issue' | 'other';
      /** Apple knows a repetition by it. */
      requestId: string;
    }
  | { kind: 'defer'; days: number }
  | { kind: 'cancel' }
  | { kind: 'revoke'; refund: 'full' | 'prorated' }
  | { kind: 'refund'; order: string }
);

/** `refused`: nothing was done. `not_now`: it may have been, unless the store asked us to wait until then. */
export type StoreActResult =
  | { kind: 'done' }
  | { kind: 'refused'; because: string }
  | { kind: 'not_now'; because: string; until: Date | null };

/** Never throws for what a store or the network does. */
export type ActAtStore = (request: StoreActRequest, signal: AbortSignal) => Promise<StoreActResult>;

/** The connection to one store. */
export type StoreConnection = {
  /** It can be asked about purchases of these; null: the sandbox inside the server. */
  environments: readonly StoreEnvironment[] | null;
  ask: AskStore;
  findOrder: FindOrder;
  /** null: only the store's own console sends one. */
  requestTest: RequestTest | null;
  answerRefund: AnswerRefund;
  act: ActAtStore;
  verify: VerifyNotification;
  /** What it could not deliver, and refunds, since then. Throws if the store does not answer. */
  readMissed: (since: Date, signal: AbortSignal) => AsyncIterable<StoreNotification>;
  /** Questions in a second that the store allows us. */
  ratePerSecond: number;
};

/** What a store did instead of answering. Its message continues "… couldn’t be checked: ", and quotes no token. */
export class StoreFault extends Error {
  override name = 'StoreFault';
}

/** A time that JavaScript, PostgreSQL and a screen can show: 1970 to 9999. */
export const storeDate = v.pipe(
  v.date(),
  v.minValue(new Date(0)),
  v.maxValue(new Date('9999-12-31T00:00:00Z')),
);
