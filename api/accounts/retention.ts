import type { Updateable } from 'kysely';
import { deletion } from '#brand/deletion.ts';
import { importLimits } from '#contract/recipes/imports.ts';
import { LONGEST_WINDOW_MS } from '../auth/rate-limits.ts';
import type { Database, UsersTable } from '../db/schema.ts';

const DAY_MS = 86_400_000;

/** The retention periods that `shared/brand/deletion.ts` promises. */
export const [paymentRecords, deletionNote] = deletion.kept;

type Replacement = string | boolean | null;

/** What an erasure does with a column. null in `days` means without limit. What remains identifies no person. */
export type Retention =
  | { treatment: 'erased'; withinDays: number }
  /** The erasure writes `replacement`. Without one it computes the new value. */
  | { treatment: 'anonymised'; withinDays: number; replacement?: Replacement }
  | { treatment: 'kept'; days: number | null };

const { withinDays } = deletion;
const erased: Retention = { treatment: 'erased', withinDays };
const anonymised: Retention = { treatment: 'anonymised', withinDays };
const replacedBy = (replacement: Replacement): Retention => ({ ...anonymised, replacement });
const keptAsPaymentRecord: Retention = { treatment: 'kept', days: paymentRecords.days };
const keptAsNote: Retention = { treatment: 'kept', days: deletionNote.days };
const keptForRateLimit: Retention = { treatment: 'kept', days: LONGEST_WINDOW_MS / DAY_MS };
const keptForUndo: Retention = { treatment: 'kept', days: importLimits.undoDays };
const kept: Retention = { treatment: 'kept', days: null };

/** Every column of every table. The type check and a test refuse a column without an entry. */
export const retention = {
  users: {
    first_name: replacedBy('Deleted'),
    last_name: replacedBy('user'),
    phone: replacedBy(null),
    password_hash: replacedBy(null),
    is_email_verified: replacedBy(false),
    is_deletion_under_way: replacedBy(false),
    reminders_refused_at: replacedBy(null),
    onboarding_status: replacedBy('not_started'),
    external_id: replacedBy(null),
    locale: replacedBy(null),
    refund_data_consent: replacedBy(false),
    app_values: replacedBy('{}'),
    second_factor_due_at: replacedBy(null),
    ...columns(anonymised, 'email', 'search_text', 'version', 'updated_at', 'name_key'),
    // A new one, which no store knows.
    ...columns(anonymised, 'store_account_token'),
    // The anonymised row stays as long as its charges and its deletion note.
    ...columns(keptAsPaymentRecord, 'id', 'status', 'role', 'created_at', 'subscription_status'),
    ...columns(keptAsPaymentRecord, 'subscription_product', 'administrator_role'),
  },
  sessions: {
    ...columns(erased, 'id', 'user_id', 'created_at', 'expires_at', 'revoked_at', 'generation', 'device'),
    ...columns(erased, 'last_used_at', 'proven_at'),
  },
  refresh_tokens: columns(erased, 'hash', 'session_id', 'generation', 'child_salt', 'given_at'),
  access_tokens: columns(erased, 'hash', 'session_id', 'expires_at'),
  totp_secrets: {
    ...columns(erased, 'user_id', 'secret', 'added_at', 'last_step', 'pending_secret', 'pending_until'),
  },
  passkeys: {
    ...columns(erased, 'id', 'user_id', 'credential_id', 'public_key', 'counter', 'transports', 'name'),
    ...columns(erased, 'added_at', 'last_used_at'),
  },
  recovery_codes: columns(erased, 'user_id', 'hash', 'used_at'),
  // Housekeeping deletes both when they have expired.
  sign_in_challenges: {
    ...columns(erased, 'hash', 'user_id', 'remember_me', 'device', 'passkey_challenge', 'expires_at'),
    ...columns(erased, 'used_at'),
  },
  passkey_challenges: columns(erased, 'session_id', 'purpose', 'challenge', 'expires_at'),
  one_time_tokens: {
    ...columns(erased, 'user_id', 'purpose', 'mail_id', 'mail_created_at', 'hashes', 'expiries'),
    ...columns(erased, 'expires_at', 'used_at', 'by_mail'),
  },
  mails: {
    ...columns(erased, 'id', 'kind', 'address', 'reason', 'created_at', 'attempts', 'due_at'),
    ...columns(erased, 'lease_id', 'lease_until', 'last_error', 'given_up_at', 'generation', 'reminder_id'),
    ...columns(erased, 'invited_by', 'device'),
  },
  subscriptions: {
    ...columns(keptAsPaymentRecord, 'id', 'user_id', 'plan', 'product_id', 'platform', 'status'),
    ...columns(keptAsPaymentRecord, 'start_date', 'end_date', 'end_cause', 'had_trial'),
  },
  charges: {
    ...columns(keptAsPaymentRecord, 'id', 'subscription_id', 'charged_at', 'amount_cents', 'payment_id'),
    ...columns(keptAsPaymentRecord, 'platform', 'order_id', 'paid_until', 'is_renewal', 'currency'),
    ...columns(keptAsPaymentRecord, 'amount_minor', 'refunded_minor', 'refunded_at'),
  },
  // The purchase token identifies the customer in the store.
  failed_payments: {
    ...columns(erased, 'id', 'subscription_id', 'product_id', 'platform', 'purchase_token', 'amount_cents'),
    ...columns(erased, 'error_message', 'created_at', 'check_id', 'checking_since', 'recovered_at'),
    ...columns(erased, 'recovered_by', 'last_outcome', 'last_message', 'last_checked_at'),
    ...columns(erased, 'search_text', 'state', 'user_id', 'currency', 'amount_minor', 'deadline_at'),
    ...columns(erased, 'deadline_certainty', 'access_until', 'ended_at', 'end_cause', 'recovered_alone'),
    ...columns(erased, 'stage', 'reminded_at', 'result'),
  },
  payment_reminders: {
    ...columns(erased, 'id', 'payment_id', 'stage', 'administrator_id', 'queued_at', 'sent_at', 'dropped_at'),
    ...columns(erased, 'refusal_hashes'),
  },
  purchases: {
    ...columns(erased, 'id', 'platform', 'key', 'environment', 'product_id', 'user_id', 'subscription_id'),
    ...columns(erased, 'account_token', 'asked_at', 'state', 'raw_state', 'access_until', 'ask_again_at'),
    ...columns(erased, 'known_order', 'asked_orders', 'due_at', 'generation', 'attempts', 'lease_id'),
    ...columns(erased, 'lease_until', 'last_error', 'given_up_at', 'first_seen_at', 'due_since'),
  },
  // Housekeeping deletes each after 180 days.
  purchase_questions: {
    ...columns(erased, 'id', 'purchase_id', 'asked_at', 'since', 'times', 'administrator_id', 'answer'),
    ...columns(erased, 'raw_state'),
  },
  // Housekeeping ends the payload and the order of each after 90 days.
  store_notifications: {
    ...columns(erased, 'platform', 'id', 'type', 'environment', 'sent_at', 'received_at', 'purchase_id'),
    ...columns(erased, 'payload', 'by_reconciliation', 'order_id', 'is_new_kind'),
  },
  // The request of a charge stays with it. Housekeeping ends token and answer after 90 days.
  refund_requests: {
    ...columns(keptAsPaymentRecord, 'id', 'platform', 'notification_id', 'order_id', 'product_id'),
    ...columns(keptAsPaymentRecord, 'store_reason', 'asked_at', 'answer_due_at', 'preference', 'answered_at'),
    ...columns(keptAsPaymentRecord, 'by_rule', 'answered_by', 'sent_at', 'refused_at', 'problem'),
    ...columns(keptAsPaymentRecord, 'warned_at', 'outcome', 'outcome_at', 'generation', 'attempts'),
    ...columns(keptAsPaymentRecord, 'lease_id', 'lease_until', 'last_error', 'given_up_at'),
    purchase_id: replacedBy(null),
    account_token: replacedBy(null),
    store_token: replacedBy(null),
    answer: replacedBy(null),
    due_at: replacedBy(null),
  },
  store_acts: {
    ...columns(erased, 'id', 'request_id', 'purchase_id', 'kind', 'days', 'refund', 'order_id', 'reason'),
    ...columns(erased, 'administrator_id', 'started_at', 'finished_at', 'result', 'message'),
  },
  refund_rules: columns(kept, 'platform', 'rule'),
  // Hashes, so that late notifications of an erased account are recognized.
  erased_purchase_keys: columns(kept, 'hash', 'erased_at'),
  reconciliations: {
    ...columns(kept, 'platform', 'started_at', 'complete_until', 'missed_last', 'missed_total'),
    ...columns(kept, 'failed_at', 'failure'),
  },
  exchange_rates: columns(kept, 'currency', 'month', 'dollars', 'set_at'),
  sandbox_lives: columns(erased, 'key', 'step', 'played_at'),
  courtesy_accesses: {
    ...columns(erased, 'id', 'user_id', 'until', 'reason', 'granted_at', 'granted_by', 'revoked_at'),
  },
  payment_checks: {
    ...columns(erased, 'id', 'payment_id', 'administrator_id', 'notes', 'started_at', 'finished_at'),
    ...columns(erased, 'outcome', 'message'),
  },
  // Housekeeping deletes it; checks and the audit log keep what was done.
  background_jobs: {
    ...columns(keptForUndo, 'id', 'kind', 'details', 'state', 'started_at', 'started_by', 'request_id'),
    ...columns(keptForUndo, 'finished_at', 'due_at', 'attempts', 'lease_id', 'lease_until', 'last_error'),
    ...columns(keptForUndo, 'given_up_at', 'generation', 'acted_by', 'undo_until', 'message'),
  },
  // A row about a payment is deleted with it. A row about a recipe is about no person, and is deleted with its job.
  background_job_rows: {
    ...columns(erased, 'job_id', 'row', 'payment_id', 'recipe_id', 'recipe_version', 'is_audited'),
    ...columns(erased, 'check_id', 'result', 'message'),
  },
  // Housekeeping deletes an unconfirmed request when its link has expired.
  account_deletions: {
    ...columns(keptAsNote, 'user_id', 'requested_at', 'confirmed_at', 'erased_at'),
    ...columns(anonymised, 'reason', 'status_before'),
  },
  audit_entries: {
    ...columns(kept, 'id', 'at', 'actor', 'actor_id', 'action', 'user_id', 'user_version', 'payment_id'),
    ...columns(kept, 'recipe_ids', 'request_id', 'actor_key'),
    ...columns(anonymised, 'changes'),
  },
  // They belong to no user. `made_by` is only an id.
  app_keys: {
    ...columns(kept, 'id', 'name', 'scopes', 'requests_per_minute', 'made_at', 'made_by', 'expires_at'),
    ...columns(kept, 'last_used_at', 'revoked_at'),
  },
  app_key_secrets: columns(kept, 'hash', 'key_id', 'made_at', 'ends_at'),
  app_key_minutes: columns(kept, 'key_id', 'began_at', 'calls'),
  user_notes: columns(erased, 'id', 'user_id', 'written_at', 'written_by', 'text'),
  // The key is a hash.
  limits: columns(keptForRateLimit, 'key', 'hits', 'closed_until', 'forget_at'),
  recipes: {
    ...columns(kept, 'id', 'title', 'description', 'image_url', 'preparation_time', 'cooking_time'),
    ...columns(kept, 'meal_types', 'ingredients', 'steps', 'nutrition_values', 'feature_tags'),
    ...columns(kept, 'promotional_tags', 'cuisine', 'cooking_method', 'video_url', 'version'),
    ...columns(kept, 'created_at', 'updated_at', 'search_text', 'servings', 'published_at', 'deleted_at'),
    ...columns(kept, 'state_changed_at'),
  },
  // `saved_by` and `uploaded_by` are only ids: names are read from `users`, and an erasure removes them there.
  recipe_versions: {
    ...columns(kept, 'recipe_id', 'version', 'saved_at', 'saved_by', 'kind', 'content', 'fields'),
  },
  catalog_entries: columns(kept, 'recipe_id', 'change', 'changed_at', 'is_published'),
  catalog_floor: columns(kept, 'is_only', 'change'),
  pictures: columns(kept, 'hash', 'width', 'height', 'placeholder', 'uploaded_at', 'uploaded_by'),
  picture_copies: columns(kept, 'hash', 'width', 'bytes'),
  import_files: columns(keptForUndo, 'id', 'import_id', 'name', 'bytes', 'is_complete'),
  import_pieces: columns(keptForUndo, 'file_id', 'place', 'bytes'),
  import_recipes: {
    ...columns(keptForUndo, 'import_id', 'row', 'file', 'place', 'title', 'content', 'problems'),
    ...columns(keptForUndo, 'duplicate_ids', 'is_repeated', 'choice'),
  },
} as const satisfies { [Table in keyof Database]: Record<keyof Database[Table], Retention> };

/** The new values of the columns of a user that are replaced. */
export function getUserReplacements(): Updateable<UsersTable> {
  const entries: [string, Retention][] = Object.entries(retention.users);
  const replaced = entries.flatMap(([column, entry]) =>
    'replacement' in entry ? [[column, entry.replacement] as const] : [],
  );
  return Object.fromEntries(replaced);
}

function columns<Name extends string>(entry: Retention, ...names: Name[]): Record<Name, Retention> {
  const entries = names.map((name) => [name, entry]);
  return Object.fromEntries(entries) as Record<Name, Retention>;
}
