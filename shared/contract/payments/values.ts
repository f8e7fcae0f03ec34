import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { counted, envelope, reshapeCounted, reshapeEnvelope } from '../envelope.ts';
import { asObject } from '../schema/coerce.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const values = v.object({
  platforms: v.object({ ios: count, android: count }),
  states: v.object({
    unchecked: count,
    still_failing: count,
    not_retryable: count,
    store_unreachable: count,
    recovered: count,
  }),
  /** At most `MAX_COUNTED_AGE`: then there may be more. */
  ages: v.object({ day: count, week: count, month: count, older: count }),
  /** At most `MAX_COUNTED_AGE`, too. */
  deadlines: v.optional(v.object({ week: count })),
  accesses: v.optional(v.object({ yes: count, no: count, courtesy: count })),
  /** Recovered ones by their month in UTC (`YYYY-MM`), the newest first. */
  months: v.array(v.object({ month: v.string(), count })),
});
export type PaymentValues = v.InferOutput<typeof values>;

export const MAX_COUNTED_AGE = 10_000;

/**
 * GET /admin/subscriptions/failed-payment-values: how many payments have each value of a filter. Recovered ones count
 * as a state only. Needs `payments:filter`.
 */
export const failedPaymentValues = endpoint({
  method: 'GET',
  path: '/admin/subscriptions/failed-payment-values',
  answer: v.object({ ...envelope, ...counted, data: values }),
  reshape: (body) => ({ ...reshapeEnvelope(body), ...reshapeCounted(body), data: asObject(body).data }),
});
