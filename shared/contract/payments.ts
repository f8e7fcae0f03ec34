import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { listing, messageIn, reshapeListing } from './envelope.ts';
import { listQuery } from './list-query.ts';
import { asObject, firstList } from './schema/coerce.ts';
import { field, identifier, readAll, record, text } from './schema/record.ts';

/**
 * The payment is paid, not paid yet (the message has the deadline), never collectable, or the store did not answer.
 */
export const retryOutcomes = ['recovered', 'still_failing', 'not_retryable', 'store_unreachable'] as const;

export type RetryOutcome = (typeof retryOutcomes)[number];

/** The last check of a payment; `at` is ISO 8601 with a zone. */
const paymentCheck = v.object({
  outcome: v.picklist(retryOutcomes),
  message: v.string(),
  at: v.string(),
});
export type PaymentCheck = v.InferOutput<typeof paymentCheck>;

/** `created_at` is ISO 8601 with a zone. */
const failedPayment = record({
  id: identifier('id'),
  email: text('email'),
  product_id: text('product_id', 'productId'),
  platform: text('platform'),
  error_message: text('error_message', 'errorMessage'),
  created_at: text('created_at', 'createdAt'),
  /** Null if it was never checked, or if the provider stores no checks. */
  last_check: field(v.nullable(paymentCheck), ({ last_check }) =>
    v.is(paymentCheck, last_check) ? last_check : null,
  ),
});
export type FailedPayment = v.InferOutput<typeof failedPayment.schema>;

/** Named by a provider that answers failed payments in pages of 100; without `page` it answers the first. */
export const PAYMENT_PAGES = 'payment-pages';
export const PAYMENTS_PER_PAGE = 100;

/** GET /admin/subscriptions/failed-payments: those not recovered yet, newest first. */
export const failedPayments = endpoint({
  method: 'GET',
  path: '/admin/subscriptions/failed-payments',
  query: v.object({ page: listQuery.entries.page }),
  answer: v.object({
    ...listing,
    data: v.object({ payments: v.array(failedPayment.schema) }),
  }),
  reshape: (body) => {
    const top = asObject(body);
    const list = firstList(asObject(top.data).payments, top.payments, top.data, body);
    return {
      ...reshapeListing(body),
      data: { payments: list && readAll(failedPayment.read, list) },
    };
  },
});

export type FailedPayments = v.InferOutput<typeof failedPayments.answer>;

export const RETRY_NOTES = 'Manual retry from admin dashboard';

/**
 * POST /admin/subscriptions/retry/:id: asks the store now. `success` means `recovered`, for one caller only. 409
 * during another check and after a recovery, 404 for an unknown payment.
 */
export const retryPayment = endpoint({
  method: 'POST',
  path: '/admin/subscriptions/retry/:id',
  body: v.object({ notes: v.pipe(v.string(), v.maxLength(1000)) }),
  answer: v.object({
    success: v.boolean(),
    message: v.string(),
    outcome: v.nullable(v.picklist(retryOutcomes)),
  }),
  reshape: (body) => {
    const top = asObject(body);
    const outcome = retryOutcomes.find((name) => name === top.outcome) ?? null;
    return { success: top.success, message: messageIn(body) ?? '', outcome };
  },
});
