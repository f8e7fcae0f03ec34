import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { envelope, messageIn, reshapeEnvelope, reshapeFeatures } from './envelope.ts';
import { fields, firstList } from './schema/loose.ts';
import { field, identifier, readAll, record, text } from './schema/record.ts';

/**
 * What the store said when it was asked. `recovered`: it is paid, access is back. `still_failing`: it is not, with
 * the store's own state and deadline in the message. `not_retryable`: it never will be, and why.
 */
export const retryOutcomes = ['recovered', 'still_failing', 'not_retryable', 'store_unreachable'] as const;

export type RetryOutcome = (typeof retryOutcomes)[number];

/** How the last check of a payment ended: what the store said, and when (an ISO time with zone). */
const paymentCheck = v.object({
  outcome: v.picklist(retryOutcomes),
  message: v.string(),
  at: v.string(),
});
export type PaymentCheck = v.InferOutput<typeof paymentCheck>;

/** A store payment that failed; `created_at` is an ISO time with zone. */
const failedPayment = record({
  id: identifier('id'),
  email: text('email'),
  product_id: text('product_id', 'productId'),
  platform: text('platform'),
  error_message: text('error_message', 'errorMessage'),
  created_at: text('created_at', 'createdAt'),
  /** An extra of ours: null where it was never checked, or the provider keeps no checks. */
  last_check: field(v.nullable(paymentCheck), ({ last_check }) =>
    v.is(paymentCheck, last_check) ? last_check : null,
  ),
});
export type FailedPayment = v.InferOutput<typeof failedPayment.schema>;

/** GET /admin/subscriptions/failed-payments: those not recovered yet, newest first. */
export const failedPayments = endpoint({
  method: 'GET',
  path: '/admin/subscriptions/failed-payments',
  answer: v.object({
    ...envelope,
    data: v.object({ payments: v.array(failedPayment.schema) }),
    features: v.array(v.string()),
  }),
  reshape: (body) => {
    const top = fields(body);
    const list = firstList(fields(top.data).payments, top.payments, top.data, body);
    return {
      ...reshapeEnvelope(body),
      data: { payments: list && readAll(failedPayment.read, list) },
      features: reshapeFeatures(body),
    };
  },
});

/** What the console sends along, in the specification's words. */
export const RETRY_NOTES = 'Manual retry from admin dashboard';

/**
 * POST /admin/subscriptions/retry/:id: asks the store now. `success` is true for `recovered` only, and then for
 * one caller only. 409 while another check runs and after a recovery, 404 for no such payment.
 */
export const retryPayment = endpoint({
  method: 'POST',
  path: '/admin/subscriptions/retry/:id',
  body: v.object({ notes: v.pipe(v.string(), v.maxLength(1000)) }),
  answer: v.object({
    /** Not the envelope's: a check that found the payment unpaid is an answer too. */
    success: v.boolean(),
    message: v.string(),
    outcome: v.nullable(v.picklist(retryOutcomes)),
  }),
  reshape: (body) => {
    const top = fields(body);
    const outcome = retryOutcomes.find((name) => name === top.outcome) ?? null;
    // A provider that says neither yes nor no has not said that the payment is recovered.
    return { success: top.success, message: messageIn(body) ?? '', outcome };
  },
});
