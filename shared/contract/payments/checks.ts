import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, messageIn, reshapeEnvelope } from '../envelope.ts';
import { asObject } from '../schema/coerce.ts';
import { retryOutcomes, standing } from './records.ts';

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
    /** Null if the provider does not send it. */
    standing: v.nullable(standing.schema),
  }),
  reshape: (body) => {
    const top = asObject(body);
    const outcome = retryOutcomes.find((name) => name === top.outcome) ?? null;
    const said = v.is(standing.schema, top.standing) ? top.standing : null;
    return { success: top.success, message: messageIn(body) ?? '', outcome, standing: said };
  },
});

const attempt = v.object({
  id: v.string(),
  /** When it began, in ISO 8601 with a zone. */
  at: v.string(),
  /** Name and e-mail of the administrator. */
  by: v.string(),
  /** Both are null while it runs, and for good if its server stopped. */
  outcome: v.nullable(v.picklist(retryOutcomes)),
  message: v.nullable(v.string()),
});
export type PaymentAttempt = v.InferOutput<typeof attempt>;

export const MAX_ATTEMPTS = 100;

/**
 * GET /admin/subscriptions/failed-payments/:id/checks: every check of a payment, newest first, at most 100. Needs
 * `payments:read-history`. 404 for an unknown payment.
 */
export const readPaymentChecks = endpoint({
  method: 'GET',
  path: '/admin/subscriptions/failed-payments/:id/checks',
  answer: v.object({ ...envelope, data: v.array(attempt) }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});
