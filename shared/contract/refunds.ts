import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { envelope, listing, reshapeEnvelope, reshapeListing } from './envelope.ts';
import { pageQuery, rowId } from './list-query.ts';
import { asObject } from './schema/coerce.ts';

/**
 * Refunds and chargebacks that a store asks the developer about: Apple's `CONSUMPTION_REQUEST`, Google's
 * `pendingRefundReviewNotification`. Only the first answer counts at both stores.
 */

const stores = ['ios', 'android'] as const;

/** Preferred outcomes. `grant_prorated`: only Apple; the part of the time that is not used. */
export const refundPreferences = ['decline', 'grant', 'grant_prorated', 'no_preference'] as const;
export type RefundPreference = (typeof refundPreferences)[number];

/** What is sent without a person, an hour before the end at Apple and three hours before it at Google. */
export const refundRules = ['no_answer', 'decline', 'grant', 'no_preference'] as const;
export type RefundRule = (typeof refundRules)[number];

/**
 * `open`: no one has answered; `sending`: an answer is stored, the store has not confirmed it; `answered`: it has;
 * `refused`: the store did not take the answer; `unanswered`: the time is over without an answer. The rest is what the
 * store decided; `reversed`: it has taken a refund back.
 */
export const refundStates = [
  'open',
  'sending',
  'answered',
  'refused',
  'unanswered',
  'granted',
  'declined',
  'reversed',
] as const;
export type RefundState = (typeof refundStates)[number];

/** `open`: open or sending; `waiting`: the store decides; `decided`: it has. */
export const refundViews = ['open', 'waiting', 'decided', 'all'] as const;
export type RefundView = (typeof refundViews)[number];

/**
 * Why nothing can be sent. `no_consent`: Apple takes an answer only with the customer's consent; `unknown_purchase`: no
 * charge is known for the order, so that nothing can be said; `no_order`: the store named no order or no token.
 */
export const refundObstacles = ['no_consent', 'unknown_purchase', 'no_order'] as const;
export type RefundObstacle = (typeof refundObstacles)[number];

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const time = v.string();

const refundRequest = v.object({
  id: v.number(),
  store: v.picklist(stores),
  /** Null: the customer is not known. */
  userId: v.nullable(v.number()),
  /** Null for those who do not see who customers are; their `email` is empty then. */
  name: v.nullable(v.string()),
  email: v.string(),
  productId: v.nullable(v.string()),
  /** Apple: the transaction. Google: the order. Null: the store names none. */
  order: v.nullable(v.string()),
  /** What was charged, in the smallest unit of the currency; null: not known. */
  amount: v.nullable(v.object({ minor: v.number(), currency: v.string() })),
  /** In the store's own word: Apple's `consumptionRequestReason`, the number of Google's `refundReason`. */
  storeReason: v.nullable(v.string()),
  /** ISO 8601 in UTC, as all times here. */
  askedAt: time,
  /** 12 hours after Apple asked, 24 hours after Google did. No store says it: it is computed. */
  answerDueAt: time,
  state: v.picklist(refundStates),
  obstacle: v.nullable(v.picklist(refundObstacles)),
  answer: v.nullable(
    v.object({
      preference: v.picklist(refundPreferences),
      at: time,
      /** Null: by the rule, or by an administrator who has gone. */
      by: v.nullable(v.string()),
      byRule: v.boolean(),
      /** When the store confirmed it. */
      sentAt: v.nullable(time),
      /** Why the store refused it, or could not be reached at the last attempt. */
      problem: v.nullable(v.string()),
    }),
  ),
  decidedAt: v.nullable(time),
  /** What would be sent, or was: only what is known. Null without a charge. */
  facts: v.nullable(
    v.object({
      delivered: v.boolean(),
      /** Whole days of access that have passed, of those that were paid for. */
      usedDays: count,
      paidDays: count,
      /** Whether a free trial came before. */
      hadTrial: v.boolean(),
    }),
  ),
  /** What the customer has besides this order; null: the customer isn’t known. */
  history: v.nullable(v.object({ charges: count, refunds: count, courtesies: count, requests: count })),
});
export type RefundRequest = v.InferOutput<typeof refundRequest>;

const rules = v.object({ ios: v.picklist(refundRules), android: v.picklist(refundRules) });
export type RefundRules = v.InferOutput<typeof rules>;

const viewCounts = v.object({ open: count, waiting: count, decided: count, all: count });
export type RefundViewCounts = v.InferOutput<typeof viewCounts>;

export const refundsQuery = v.object({
  ...pageQuery.entries,
  view: v.optional(v.picklist(refundViews)),
  platform: v.optional(v.picklist(stores)),
  /** Lists one customer's. */
  userId: v.optional(rowId),
});
export type RefundsQuery = v.InferOutput<typeof refundsQuery>;

export const REFUNDS_PER_PAGE = 20;

/**
 * GET /admin/refund-requests: in the view `open`, which is the default, the one that ends first comes first; else the
 * newest. `views` counts each view, for the platform and the customer that are asked for. Test purchases are not listed. Needs
 * `refunds:read`.
 */
export const listRefundRequests = endpoint({
  method: 'GET',
  path: '/admin/refund-requests',
  query: refundsQuery,
  answer: v.object({
    ...listing,
    data: v.object({ requests: v.array(refundRequest), rules }),
    views: viewCounts,
  }),
  reshape: (body) => ({
    ...reshapeListing(body),
    data: asObject(body).data,
    views: asObject(body).views,
  }),
});

/** GET /admin/refund-requests/:id, as the list has it. Needs `refunds:read`. 404. */
export const readRefundRequest = endpoint({
  method: 'GET',
  path: '/admin/refund-requests/:id',
  answer: v.object({ ...envelope, data: refundRequest }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});

/**
 * POST /admin/refund-requests/:id/answer: stores the answer, which is sent at once and again until the store confirms it.
 * Needs `refunds:answer`. 404; 409 if it was answered before, the time is over, the store has decided, or nothing can be
 * sent; 422 for a preference that the store does not have.
 */
export const answerRefundRequest = endpoint({
  method: 'POST',
  path: '/admin/refund-requests/:id/answer',
  body: v.object({ preference: v.picklist(refundPreferences, 'Choose an answer') }),
  answer: v.object({ ...envelope, data: refundRequest }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});

/** PUT /admin/refund-rules: sets the rule of one store. Answers with both. Needs `refunds:rules`. */
export const setRefundRule = endpoint({
  method: 'PUT',
  path: '/admin/refund-rules',
  body: v.object({ store: v.picklist(stores), rule: v.picklist(refundRules, 'Choose what happens') }),
  answer: v.object({ ...envelope, data: rules }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});

const refundFigures = v.object({
  store: v.picklist(stores),
  /** The plan of the subscription, or the product; null: not known. */
  plan: v.nullable(v.string()),
  storeReason: v.nullable(v.string()),
  requests: count,
  /** The store confirmed the answer before the end. */
  answeredInTime: count,
  granted: count,
  declined: count,
  /** What was refunded, in US dollars, without what has no rate. */
  refunded: v.number(),
});
export type RefundFigures = v.InferOutput<typeof refundFigures>;

/**
 * GET /admin/refund-figures: the requests that stores made in the last twelve months, by store, plan and reason; the most
 * first. Needs `refunds:read`.
 */
export const readRefundFigures = endpoint({
  method: 'GET',
  path: '/admin/refund-figures',
  answer: v.object({ ...envelope, data: v.array(refundFigures) }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});
