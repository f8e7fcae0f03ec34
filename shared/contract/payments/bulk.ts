import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, reshapeEnvelope } from '../envelope.ts';
import { listQuery } from '../list-query.ts';
import { asObject } from '../schema/coerce.ts';
import { MAX_CHOSEN_PAYMENTS, paymentListFilters } from './list.ts';
import { retryResults } from './records.ts';

/** Retries of many payments, in the background. These calls need `payments:retry-many`. */

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const MAX_ID = 2_147_483_647;

/** What the list shows, without its order. */
export const paymentSelection = v.object({ keyword: listQuery.entries.keyword, ...paymentListFilters });
export type PaymentSelection = v.InferOutput<typeof paymentSelection>;

const bulkRetry = v.object({
  id: v.number(),
  /** `failed`: given up after faults of the server. */
  state: v.picklist(['running', 'stopped', 'done', 'failed']),
  /** ISO 8601 with a zone. */
  startedAt: v.string(),
  finishedAt: v.nullable(v.string()),
  /** Name and e-mail of the administrator. */
  startedBy: v.string(),
  /** When it goes on, if every store that is left wants no questions until then. */
  waitsUntil: v.nullable(v.string()),
  counts: v.object({
    payments: count,
    pending: count,
    recovered: count,
    still_failing: count,
    not_retryable: count,
    store_unreachable: count,
    skipped: count,
    failed: count,
  }),
  /** What was recovered, by currency, most payments first; `minor` is in the smallest unit of the currency. */
  money: v.array(v.object({ currency: v.string(), minor: v.number() })),
});
export type BulkRetry = v.InferOutput<typeof bulkRetry>;

const answer = v.object({ ...envelope, data: bulkRetry });
const reshape = (body: unknown) => ({ ...reshapeEnvelope(body), data: asObject(body).data });

/**
 * POST /admin/payment-retries: asks the stores about the payments of `ids`, or without it about every payment that the
 * list shows for `selection`. 409 with nothing started if these are not `expected` payments anymore, so that a person
 * retries what was counted. 422 for more than 10,000. Of `ids`, payments that are gone are left out.
 */
export const startBulkRetry = endpoint({
  method: 'POST',
  path: '/admin/payment-retries',
  body: v.object({
    ids: v.optional(
      v.pipe(
        v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_ID))),
        v.minLength(1),
        v.maxLength(MAX_CHOSEN_PAYMENTS),
      ),
    ),
    selection: paymentSelection,
    expected: v.pipe(count, v.minValue(1)),
    notes: v.pipe(v.string(), v.maxLength(1000)),
  }),
  answer,
  reshape,
});

/** GET /admin/payment-retries: what runs, then what ended in the last day; the newest first of each, at most 20. */
export const listBulkRetries = endpoint({
  method: 'GET',
  path: '/admin/payment-retries',
  answer: v.object({ ...envelope, data: v.array(bulkRetry) }),
  reshape,
});

/** POST /admin/payment-retries/:retryId/stop: questions that are asked get their answers. 409 unless it runs. */
export const stopBulkRetry = endpoint({
  method: 'POST',
  path: '/admin/payment-retries/:retryId/stop',
  answer,
  reshape,
});

const retryRow = v.object({
  paymentId: v.number(),
  userId: v.number(),
  /** Null if the account is deleted. */
  email: v.nullable(v.string()),
  result: v.picklist(retryResults),
  /** What the store said, or why it was not asked. */
  message: v.nullable(v.string()),
});
export type RetryRow = v.InferOutput<typeof retryRow>;

/** GET /admin/payment-retries/:retryId/rows: 50 a page, failed ones first. A row ends with its payment. */
export const listRetryRows = endpoint({
  method: 'GET',
  path: '/admin/payment-retries/:retryId/rows',
  query: v.object({ page: listQuery.entries.page }),
  answer: v.object({ ...envelope, data: v.array(retryRow), total: count }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data, total: asObject(body).total }),
});
