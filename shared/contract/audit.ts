import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { envelope, reshapeEnvelope } from './envelope.ts';
import { pageQuery } from './list-query.ts';
import { asObject } from './schema/coerce.ts';

export const auditActions = [
  /** With the second factor that was used, if any. */
  'signed_in',
  /** The password was wrong, or the account may not sign in. */
  'sign_in_failed',
  /** The password was right, and what followed it wasn't. */
  'second_factor_failed',
  'second_factor_added',
  'second_factor_removed',
  /** Every factor, by another administrator or the command line. */
  'second_factor_reset',
  'recovery_codes_made',
  'administrator_created',
  'administrator_role_changed',
  /** By the app's backend. */
  'user_created',
  'user_updated',
  'user_suspended',
  'user_restored',
  /** `payment_checked` follows with the same request id, unless the server stopped or timed out. */
  'payment_check_started',
  'payment_checked',
  'password_changed',
  'password_link_made',
  /** A mail that was given up is sent again. */
  'mail_retried',
  'session_ended',
  'signed_out_everywhere',
  'account_closed',
  'deletion_stopped',
  'account_erased',
  'personal_data_exported',
  'note_added',
  'note_deleted',
  'courtesy_granted',
  'courtesy_revoked',
  'payment_reminded',
  'reminders_refused',
  'reminders_allowed',
  /** By an administrator, or by the rule of the store. */
  'refund_answered',
  'refund_rule_changed',
  /** It moves a renewal, or money, at a store. */
  'store_act_done',
  'recipe_created',
  'recipe_updated',
  'recipe_reverted',
  'recipe_published',
  'recipe_unpublished',
  'recipe_deleted',
  'recipe_restored',
  /** Several recipes at once. */
  'recipes_changed',
  /** Housekeeping, 30 days after the deletion. */
  'recipes_removed',
  /** One entry for each run of an import; an import that was stopped and continued has several. */
  'recipes_imported',
  'import_undone',
  /** The changes are the filters of the list. */
  /** By the number of a receipt, which the entry does not repeat. */
  'order_looked_up',
  'test_notification_requested',
  'users_exported',
  'payments_exported',
  'activity_exported',
  'recipes_exported',
  'statistics_exported',
  /** A key of the app's backend. */
  'app_key_made',
  'app_key_rolled',
  'app_key_revoked',
] as const;

export type AuditAction = (typeof auditActions)[number];

/** A changed field of a user or recipe; a value is null if there was none or if it was erased. */
const change = v.object({ field: v.string(), from: v.nullable(v.string()), to: v.nullable(v.string()) });
export type Change = v.InferOutput<typeof change>;

/** An entry of the audit log. */
export const auditEntry = v.object({
  id: v.number(),
  /** ISO 8601 with a zone. */
  at: v.string(),
  /**
   * Name and e-mail of an administrator, "Command line", "Server start", "Housekeeping" or "App backend (key NAME)"; null
   * for the user.
   */
  by: v.nullable(v.string()),
  action: v.picklist(auditActions),
  changes: v.array(change),
  /** The `x-request-id` of the answer, as in the server log. */
  requestId: v.nullable(v.string()),
});
export type AuditEntry = v.InferOutput<typeof auditEntry>;

/**
 * GET /admin/users/:userId/audit: newest first; without `page` the newest 100. Needs `audit:read`. 404 for an unknown
 * user.
 */
export const readAudit = endpoint({
  method: 'GET',
  path: '/admin/users/:userId/audit',
  query: pageQuery,
  answer: v.object({
    ...envelope,
    data: v.array(auditEntry),
    total: v.number(),
  }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data, total: asObject(body).total }),
});
