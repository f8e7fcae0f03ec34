import * as v from 'valibot';
import { firstPresent, toIdentifier } from '../schema/coerce.ts';
import { field, identifier, identifierSchema, record, text } from '../schema/record.ts';

/**
 * The payment is paid, not paid yet (the message has the deadline), never collectable, or the store did not answer.
 */
export const retryOutcomes = ['recovered', 'still_failing', 'not_retryable', 'store_unreachable'] as const;

export type RetryOutcome = (typeof retryOutcomes)[number];

/**
 * What a retry of many payments did with one: the outcome of its check; `skipped`: no need to ask, `failed`: a fault of
 * the server, `pending`: not asked.
 */
export const retryResults = ['pending', ...retryOutcomes, 'skipped', 'failed'] as const;
export type RetryResult = (typeof retryResults)[number];

/** The last check of a payment; `at` is ISO 8601 with a zone. */
const paymentCheck = v.object({
  outcome: v.picklist(retryOutcomes),
  message: v.string(),
  at: v.string(),
});
export type PaymentCheck = v.InferOutput<typeof paymentCheck>;

/**
 * The store has said it, it lasts at least until then, or it is computed from the store's rules: then at the latest.
 */
const certainties = ['said', 'at_least', 'computed'] as const;

/** When the store gives up collecting; `at` is ISO 8601 with a zone. */
const deadline = v.object({ at: v.string(), certainty: v.picklist(certainties) });
export type Deadline = v.InferOutput<typeof deadline>;

/** `courtesy`: an administrator has granted it. */
export const accesses = ['yes', 'no', 'courtesy'] as const;
const access = v.picklist(accesses);
export type Access = v.InferOutput<typeof access>;

const standingFields = {
  /** Null if there is no such time, or if the store was never asked. */
  deadline: field(v.nullable(deadline), ({ deadline: sent }) => (v.is(deadline, sent) ? sent : null)),
  /** The customer's access, now. Null if the store was never asked and nothing is granted. */
  access: field(v.nullable(access), ({ access: sent }) => (v.is(access, sent) ? sent : null)),
  /** The last day of a courtesy access, in UTC, as `YYYY-MM-DD`; null without. */
  courtesy_until: text('courtesy_until'),
};
/** What the store said of a failed payment. The console shows it with `payments:filter`. */
export const standing = record(standingFields);
export type Standing = v.InferOutput<typeof standing.schema>;

/**
 * Mail to the customer, once for each stage of the failure. `because` says why there can be none now, unless the payment
 * shows that itself. `queuedAt` is set while one waits to be sent, `sentAt` is when the last one left; ISO 8601 with a zone.
 */
export const reminder = v.object({
  isPossible: v.boolean(),
  because: v.nullable(v.string()),
  queuedAt: v.nullable(v.string()),
  sentAt: v.nullable(v.string()),
});
export type Reminder = v.InferOutput<typeof reminder>;

/** A price in the smallest unit of its currency, such as cents; `currency` as in ISO 4217. */
const amount = v.object({
  minor: v.pipe(v.number(), v.integer()),
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
});

/** Times are ISO 8601 with a zone. */
export const failedPayment = record({
  id: identifier('id'),
  email: text('email'),
  /** The customer's name; null if the provider does not send it. */
  name: text('name'),
  product_id: text('product_id', 'productId'),
  platform: text('platform'),
  /** What the store could not collect; null if the provider does not send it, or the store has not named it. */
  amount: field(v.nullable(amount), ({ amount: sent }) => (v.is(amount, sent) ? sent : null)),
  error_message: text('error_message', 'errorMessage'),
  created_at: text('created_at', 'createdAt'),
  /** Null if it was never checked, or if the provider stores no checks. */
  last_check: field(v.nullable(paymentCheck), ({ last_check }) =>
    v.is(paymentCheck, last_check) ? last_check : null,
  ),
  /** The customer's id; null if the provider does not send it. */
  user_id: field(v.nullable(identifierSchema), (source) =>
    toIdentifier(firstPresent(source, 'user_id', 'userId')),
  ),
  /** The id of its purchase, whose timeline needs `payments:read-history`. */
  purchase_id: field(v.nullable(identifierSchema), ({ purchase_id }) => toIdentifier(purchase_id)),
  /** Null unless it is recovered. */
  recovered_at: text('recovered_at', 'recoveredAt'),
  /** When the subscription ended without the payment; null if it has not, or if the provider does not say. */
  ended_at: text('ended_at', 'endedAt'),
  /** The name of the administrator; null for the message of a store. */
  recovered_by: text('recovered_by', 'recoveredBy'),
  ...standingFields,
  /** Whether the customer pays for another subscription now. Null if the provider does not say. */
  other_subscription: field(v.nullable(v.boolean()), ({ other_subscription: sent }) =>
    typeof sent === 'boolean' ? sent : null,
  ),
  /** Null if the provider sends no reminders, and for recovered payments. */
  reminder: field(v.nullable(reminder), ({ reminder: sent }) => (v.is(reminder, sent) ? sent : null)),
});
export type FailedPayment = v.InferOutput<typeof failedPayment.schema>;
