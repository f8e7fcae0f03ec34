import type { Database } from '../../db/schema.ts';

type Columns<Table extends keyof Database> = readonly (keyof Database[Table] & string)[];

/** What an access request receives, in this order. A test compares it with the retention of every column. */
export const personalColumns = {
  users: [
    ...['id', 'first_name', 'last_name', 'email', 'phone', 'status', 'role'],
    ...['onboarding_status', 'is_email_verified', 'created_at', 'updated_at', 'store_account_token'],
    'reminders_refused_at',
  ] as Columns<'users'>,
  subscriptions: ['id', 'plan', 'product_id', 'platform', 'status', 'start_date', 'end_date', 'end_cause'],
  charges: [
    ...['id', 'subscription_id', 'charged_at', 'amount_cents', 'platform', 'order_id', 'paid_until'],
    ...['currency', 'amount_minor', 'refunded_minor', 'refunded_at'],
  ] as Columns<'charges'>,
  failed_payments: [
    ...['id', 'subscription_id', 'product_id', 'platform', 'amount_cents', 'error_message'],
    ...['created_at', 'recovered_at', 'currency', 'amount_minor', 'deadline_at', 'deadline_certainty'],
    ...['access_until', 'ended_at', 'end_cause', 'stage', 'reminded_at', 'result'],
  ] as Columns<'failed_payments'>,
  payment_reminders: ['payment_id', 'stage', 'queued_at', 'sent_at', 'dropped_at'],
  payment_checks: ['payment_id', 'started_at', 'finished_at', 'outcome', 'message', 'notes'],
  payment_retry_rows: ['payment_id', 'result', 'message'],
  purchases: [
    ...['id', 'platform', 'environment', 'product_id', 'subscription_id', 'asked_at', 'state', 'raw_state'],
    ...['access_until', 'known_order', 'first_seen_at'],
  ] as Columns<'purchases'>,
  purchase_questions: ['purchase_id', 'since', 'asked_at', 'times', 'answer', 'raw_state'],
  store_notifications: [
    ...['purchase_id', 'type', 'environment', 'sent_at', 'received_at', 'order_id', 'answer_due_at'],
  ] as Columns<'store_notifications'>,
  sessions: ['device', 'created_at', 'last_used_at', 'expires_at', 'revoked_at'],
  mails: ['kind', 'address', 'created_at', 'reason'],
  account_deletions: ['requested_at', 'confirmed_at', 'erased_at', 'reason', 'status_before'],
  user_notes: ['written_at', 'text'],
  courtesy_accesses: ['until', 'reason', 'granted_at', 'revoked_at'],
  audit_entries: ['at', 'actor', 'action', 'changes'],
} as const satisfies { [Table in keyof Database]?: Columns<Table> };

export type PersonalTable = keyof typeof personalColumns;
