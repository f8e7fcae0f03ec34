import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { counted, envelope, reshapeCounted, reshapeEnvelope } from '../envelope.ts';
import { asObject } from '../schema/coerce.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Refunds and chargebacks that a store asks about, of `contract/refunds.ts`. */
const refundRequests = v.object({
  /** No one has answered, without those of Apple whose customer hasn’t consented. */
  open: count,
  /** Nothing has reached the store, and its time ends within two hours. */
  urgent: count,
  /** ISO 8601 in UTC: when the time of the first open or urgent one ends; null without one. */
  nextDueAt: v.nullable(v.string()),
});
export type RefundRequestCounts = v.InferOutput<typeof refundRequests>;

/** Each begins with the month in UTC. Money is in US dollars, without charges and payments that have no rate. */
const thisMonth = v.object({
  revenue: v.number(),
  /** In as many days of the month before. */
  revenueBefore: v.number(),
  /** Users whose subscription is `active` now. */
  activeSubscriptions: count,
  /** Subscriptions that began, and those that ended. */
  started: count,
  ended: count,
  /** Failed payments of the view `losing_access`, and of `to_check`. */
  losingAccess: count,
  toCheck: count,
  recoveredRevenue: v.number(),
  /** Payments that were not recovered before the store gave up or the customer canceled. */
  lostPayments: count,
});
export type ThisMonth = v.InferOutput<typeof thisMonth>;

const overview = v.object({
  /** The current one in UTC, as `YYYY-MM`. */
  month: v.string(),
  /** Payments, in this month. */
  recoveredThisMonth: count,
  /** Payments that are not recovered. */
  failedPayments: v.object({ ios: count, android: count }),
  /** Recipes with any gap. Deleted ones do not count. */
  recipesWithGaps: count,
  /** At most `MAX_COUNTED_MAILS`: then there may be more. */
  mailsGivenUp: count,
  /** Absent from other providers. */
  refundRequests: v.optional(refundRequests),
  /** Absent from other providers. */
  thisMonth: v.optional(thisMonth),
  /**
   * Payments that failed in the closed months of `payments/figures.ts`, and what is at risk now, in US dollars, without
   * those that have no rate or no price.
   */
  recovery: v.optional(
    v.object({
      failed: count,
      recovered: count,
      medianDays: v.nullable(v.number()),
      atRisk: v.number(),
      notInRisk: count,
    }),
  ),
});
export type Overview = v.InferOutput<typeof overview>;

export const MAX_COUNTED_MAILS = 10_000;

/** GET /admin/overview: what the dashboard says about today. Needs `statistics:read`. */
export const readOverview = endpoint({
  method: 'GET',
  path: '/admin/overview',
  answer: v.object({ ...envelope, ...counted, data: overview }),
  reshape: (body) => ({ ...reshapeEnvelope(body), ...reshapeCounted(body), data: asObject(body).data }),
});
