import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, messageAnswer, reshapeEnvelope } from '../envelope.ts';
import { asObject } from '../schema/coerce.ts';
import { reminder } from './records.ts';

/**
 * POST /admin/subscriptions/failed-payments/:id/reminder: mails the customer the store's link for updating the payment.
 * Needs `payments:remind`. 404 for an unknown payment, 409 with the reason if there can be none now.
 */
export const remindCustomer = endpoint({
  method: 'POST',
  path: '/admin/subscriptions/failed-payments/:id/reminder',
  answer: v.object({ ...envelope, data: reminder }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});

/**
 * POST /payment-reminders/refuse/:token, from the "Unsubscribe" of a mail program (RFC 8058): without a sign-in. It works
 * as long as the payment is on record. 404 for an unknown token.
 */
export const refuseReminders = endpoint({
  method: 'POST',
  path: '/payment-reminders/refuse/:token',
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});
