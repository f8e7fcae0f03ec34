import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, reshapeEnvelope } from '../envelope.ts';
import { retryOutcomes } from '../payments/records.ts';
import { asObject, firstList } from '../schema/coerce.ts';

/** Needs `payments:read-history`. */

/** ISO 8601 with a zone. */
const time = v.string();

/** In minor units of an ISO 4217 currency: cents of dollars, whole yen. */
export const money = v.object({ minor: v.number(), currency: v.string() });
export type Money = v.InferOutput<typeof money>;

/** The timeline of a user has the exported kinds of entry, too. A check is a question that an administrator asked. */
export const check = v.object({
  kind: v.literal('check'),
  at: time,
  by: v.string(),
  /** Both are null while it runs, and for good if its server stopped. */
  outcome: v.nullable(v.picklist(retryOutcomes)),
  message: v.nullable(v.string()),
  /** Null if it is not known. */
  rawState: v.nullable(v.string()),
  /** Null unless the administrator wrote some. */
  notes: v.nullable(v.string()),
});
export const failure = v.object({ kind: v.literal('failure'), at: time, message: v.nullable(v.string()) });
export const charge = v.object({
  kind: v.literal('charge'),
  at: time,
  /** Null if the store did not say. */
  amount: v.nullable(money),
  /** The store's own number. */
  order: v.string(),
  /** It paid for a renewal that had failed. */
  isRecovery: v.boolean(),
});
export const refund = v.object({
  kind: v.literal('refund'),
  at: time,
  amount: v.nullable(money),
  order: v.string(),
});
/** A mail to the customer. */
export const reminder = v.object({
  kind: v.literal('reminder'),
  at: time,
  by: v.string(),
  stage: v.string(),
});
export const courtesy = v.object({
  kind: v.literal('courtesy'),
  at: time,
  by: v.string(),
  /** The last day, in UTC, as `YYYY-MM-DD`. */
  until: v.string(),
  reason: v.string(),
});
export const courtesyEnd = v.object({ kind: v.literal('courtesy-end'), at: time });
export const note = v.object({ kind: v.literal('note'), at: time, by: v.string(), text: v.string() });

const storeAnswers = ['purchase', 'never_known', 'known_no_longer', 'not_now'] as const;

/** Each at its time. Words of a store are as the store sent them. */
export const timelineEntry = v.union([
  v.object({
    kind: v.literal('notification'),
    at: time,
    /** As in `DID_RENEW (BILLING_RECOVERY)`. */
    type: v.string(),
    /** When it came, if that was more than an hour later; else null. */
    receivedAt: v.nullable(time),
    /** Not delivered: a reconciliation has read it. */
    byReconciliation: v.boolean(),
  }),
  /** A question of the server itself. Questions with one answer, day after day, are one entry. */
  v.object({
    kind: v.literal('question'),
    at: time,
    answer: v.picklist(storeAnswers),
    /** The state, or why the store could not be asked. */
    rawState: v.string(),
    times: v.number(),
    since: time,
  }),
  check,
  failure,
  charge,
  refund,
  reminder,
  courtesy,
  courtesyEnd,
  note,
]);
export type TimelineEntry = v.InferOutput<typeof timelineEntry>;

/** A time, and the number of entries of that time that are before it. */
const PLACE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z~\d{1,4}$/;
/** `before` is `older` of the answer before. */
export const timelineQuery = v.object({ before: v.optional(v.pipe(v.string(), v.regex(PLACE))) });

/**
 * GET /admin/purchases/:purchaseId/timeline: what happened to a purchase, newest first, 20 entries. `before` is
 * `older` of the answer before. 404 for an unknown purchase and for deleted accounts.
 */
export const readTimeline = endpoint({
  method: 'GET',
  path: '/admin/purchases/:purchaseId/timeline',
  query: timelineQuery,
  answer: v.object({
    ...envelope,
    data: v.object({
      entries: v.array(timelineEntry),
      /** Where the older ones begin; null if there are none. */
      older: v.nullable(v.string()),
    }),
  }),
  reshape: (body) => {
    const { entries, older = null } = asObject(asObject(body).data);
    // A newer provider may have other kinds.
    const known = firstList(entries)?.filter((sent) => v.is(timelineEntry, sent));
    return { ...reshapeEnvelope(body), data: { entries: known, older } };
  },
});
