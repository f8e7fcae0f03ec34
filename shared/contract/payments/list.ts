import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { listing, reshapeListing } from '../envelope.ts';
import { listQuery, rowId } from '../list-query.ts';
import { asObject, firstList } from '../schema/coerce.ts';
import { readAll } from '../schema/record.ts';
import { accesses, failedPayment, retryResults } from './records.ts';

export const PAYMENTS_PER_PAGE = 100;

/** One retry of many takes so many by the filters of the list, and so many that were chosen one by one. */
export const MAX_RETRIED_PAYMENTS = 10_000;
export const MAX_CHOSEN_PAYMENTS = 5_000;

/** What the last check found; `unchecked` without one. */
export const paymentStates = [
  'unchecked',
  'still_failing',
  'not_retryable',
  'store_unreachable',
  'recovered',
] as const;
export type PaymentState = (typeof paymentStates)[number];

/**
 * The parts of the list. `to_check`: a retry may learn something new; `waiting`: the store has answered and still tries;
 * `losing_access`: a customer of one of both whose access ends in the next 7 days; `unrecoverable`: the store refused for
 * good or the subscription has ended; `all`: not recovered. Each payment that is not recovered is in exactly one of
 * `to_check`, `waiting` and `unrecoverable`.
 */
export const paymentViews = [
  'to_check',
  'waiting',
  'losing_access',
  'unrecoverable',
  'recovered',
  'all',
] as const;
export type PaymentView = (typeof paymentViews)[number];

/** Failed in the last 24 hours, 7 days or 30 days, or longer ago. */
export const paymentAges = ['day', 'week', 'month', 'older'] as const;
export type PaymentAge = (typeof paymentAges)[number];

/** `week`: the store gives up collecting in the next 7 days. */
export const paymentDeadlines = ['week'] as const;

/** Such as 2026-11. */
export const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/**
 * `checked` is the time of the last check; a payment without one counts as the oldest. A payment without `deadline`
 * counts as the latest.
 */
export const paymentSortKeys = ['email', 'created', 'checked', 'deadline'] as const;
export type PaymentSortKey = (typeof paymentSortKeys)[number];

/** They select payments; without `view`, `state` and `retry` those that are not recovered. */
export const paymentListFilters = {
  view: v.optional(v.picklist(paymentViews)),
  platform: v.optional(v.picklist(['ios', 'android'])),
  state: v.optional(v.picklist(paymentStates)),
  age: v.optional(v.picklist(paymentAges)),
  /** Recovered in this month in UTC, as `YYYY-MM`. Means the state `recovered` without another one. */
  recovered: v.optional(v.pipe(v.string(), v.regex(MONTH))),
  /** A recovered payment has neither this nor `access`. */
  deadline: v.optional(v.picklist(paymentDeadlines)),
  /** The customer's access, now. */
  access: v.optional(v.picklist(accesses)),
  /** What a retry of many payments asked about, by its id; with `result` only what it ended with that. */
  retry: v.optional(rowId),
  result: v.optional(v.picklist(retryResults)),
};

export const paymentListOrder = {
  sort: v.optional(v.picklist(paymentSortKeys)),
  order: v.optional(v.picklist(['asc', 'desc'])),
};

export const paymentsQuery = v.object({
  ...listQuery.entries,
  ...paymentListFilters,
  ...paymentListOrder,
  /** Lists one user's payments. */
  userId: v.optional(rowId),
});
export type PaymentsQuery = v.InferOutput<typeof paymentsQuery>;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const viewCounts = v.object({
  to_check: count,
  waiting: count,
  losing_access: count,
  unrecoverable: count,
  recovered: count,
  all: count,
});
export type ViewCounts = v.InferOutput<typeof viewCounts>;

/**
 * GET /admin/subscriptions/failed-payments: newest first without `sort` (with `recovered` by the time of the
 * recovery), in pages of 100 without `pageSize`. `keyword` searches the e-mail and name of the customer, the product
 * and the id, ignoring case and accents. With `view`, `views` counts the payments of each view that match `keyword`,
 * `platform`, `age`, `deadline` and `access`; it is absent if these match more than 10,000 payments. Parameters need `payments:filter`; without them every failed payment is
 * sent, or the first page.
 */
export const failedPayments = endpoint({
  method: 'GET',
  path: '/admin/subscriptions/failed-payments',
  query: paymentsQuery,
  answer: v.object({
    ...listing,
    data: v.object({ payments: v.array(failedPayment.schema) }),
    views: v.optional(viewCounts),
  }),
  reshape: (body) => {
    const top = asObject(body);
    const list = firstList(asObject(top.data).payments, top.payments, top.data, body);
    return {
      ...reshapeListing(body),
      data: { payments: list && readAll(failedPayment.read, list) },
      ...(v.is(viewCounts, top.views) ? { views: top.views } : {}),
    };
  },
});

export type FailedPayments = v.InferOutput<typeof failedPayments.answer>;
