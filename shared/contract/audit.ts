import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { envelope, reshapeEnvelope } from './envelope.ts';
import { fields } from './schema/loose.ts';

/** Everything that is written down, in the past tense. */
export const auditActions = [
  'administrator_created',
  'user_updated',
  'user_suspended',
  'user_restored',
  /** The store is asked; `payment_checked` follows under the same request, unless the server stopped or took too long. */
  'payment_check_started',
  'payment_checked',
  'password_changed',
  'password_link_made',
  'session_ended',
  'signed_out_everywhere',
  'account_closed',
  'account_erased',
] as const;

export type AuditAction = (typeof auditActions)[number];

/** A field of a user, by its name on the wire; a value is null where there was none, or where it was erased. */
const change = v.object({ field: v.string(), from: v.nullable(v.string()), to: v.nullable(v.string()) });
export type Change = v.InferOutput<typeof change>;

const entry = v.object({
  id: v.number(),
  /** ISO time with zone. */
  at: v.string(),
  /** Name and e-mail of an administrator, "Command line", "Server start" or "Housekeeping"; null for the user's own doing. */
  by: v.nullable(v.string()),
  action: v.picklist(auditActions),
  changes: v.array(change),
  /** The `x-request-id` of the answer, under which the server's log has the rest. */
  requestId: v.nullable(v.string()),
});
export type AuditEntry = v.InferOutput<typeof entry>;

/** GET /admin/users/:userId/audit: what happened to a user, newest first, 100 entries at most. 404 for no such user. */
export const readAudit = endpoint({
  method: 'GET',
  path: '/admin/users/:userId/audit',
  answer: v.object({
    ...envelope,
    data: v.array(entry),
    /** How many there are in all. */
    total: v.number(),
  }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: fields(body).data, total: fields(body).total }),
});
