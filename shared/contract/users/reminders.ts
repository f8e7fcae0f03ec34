import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, reshapeEnvelope } from '../envelope.ts';
import { asObject } from '../schema/coerce.ts';

const choice = v.object({
  /** ISO 8601 with a zone; null if mails may remind the user of failed payments. */
  refusedAt: v.nullable(v.string()),
});
export type ReminderChoice = v.InferOutput<typeof choice>;

const answer = v.object({ ...envelope, data: choice });
const reshape = (body: unknown) => ({ ...reshapeEnvelope(body), data: asObject(body).data });

/** GET /admin/users/:userId/reminders. Needs `payments:remind`. 404. */
export const readReminderChoice = endpoint({
  method: 'GET',
  path: '/admin/users/:userId/reminders',
  answer,
  reshape,
});

/** PUT /admin/users/:userId/reminders: what the user has asked for. 404, 409 for a deleted account. */
export const setReminderChoice = endpoint({
  method: 'PUT',
  path: '/admin/users/:userId/reminders',
  body: v.object({ isRefused: v.boolean() }),
  answer,
  reshape,
});
