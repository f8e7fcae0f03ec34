import { deletion } from '#brand/deletion.ts';
import { LONGEST_WINDOW_MS } from '../auth/rate-limits.ts';
import type { Database } from '../db/schema.ts';

const DAY = 86_400_000;

/** The periods that `shared/brand/deletion.ts` promises for what is kept. */
export const [paymentRecords, deletionNote] = deletion.kept;

/** What becomes of a column's value when the account of its person is erased. */
export type Retention =
  /** Its row is deleted, at most so many days after the deletion was confirmed. */
  | { fate: 'erased'; withinDays: number }
  /** It is overwritten in place at the same time. What replaces it leads to no person. */
  | { fate: 'anonymised'; withinDays: number }
  /** It stays for so many days; null means without limit. It leads to no person once the account is erased. */
  | { fate: 'kept'; days: number | null };

const { withinDays } = deletion;
const erased: Retention = { fate: 'erased', withinDays };
const anonymised: Retention = { fate: 'anonymised', withinDays };
const keptAsPaymentRecord: Retention = { fate: 'kept', days: paymentRecords.days };
const keptAsNote: Retention = { fate: 'kept', days: deletionNote.days };
const keptForRateLimit: Retention = { fate: 'kept', days: LONGEST_WINDOW_MS / DAY };
const kept: Retention = { fate: 'kept', days: null };

/** Every column of every table. A new column needs an entry before it may exist. */
export const retention = {
  users: {
    ...columns(anonymised, 'first_name', 'last_name', 'email', 'phone', 'password_hash', 'search_text'),
    ...columns(anonymised, 'onboarding_status', 'is_email_verified', 'version', 'updated_at'),
    // The empty account stays as long as its charges and its note.
    ...columns(keptAsPaymentRecord, 'id', 'status', 'role', 'created_at'),
  },
  sessions: {
    ...columns(erased, 'id', 'user_id', 'created_at', 'expires_at', 'revoked_at', 'generation', 'device'),
    ...columns(erased, 'last_used_at'),
  },
  refresh_tokens: columns(erased, 'hash', 'session_id', 'generation', 'child_salt', 'given_at'),
  access_tokens: columns(erased, 'hash', 'session_id', 'expires_at'),
  one_time_tokens: {
    ...columns(erased, 'user_id', 'purpose', 'mail_id', 'mail_created_at', 'hashes', 'expiries'),
    ...columns(erased, 'expires_at', 'used_at', 'by_mail'),
  },
  mails: {
    ...columns(erased, 'id', 'kind', 'address', 'reason', 'created_at', 'attempts', 'next_attempt_at'),
    ...columns(erased, 'last_error', 'given_up_at'),
  },
  subscriptions: {
    ...columns(keptAsPaymentRecord, 'id', 'user_id', 'plan', 'product_id', 'platform', 'status'),
    ...columns(keptAsPaymentRecord, 'start_date', 'end_date'),
  },
  charges: columns(keptAsPaymentRecord, 'id', 'subscription_id', 'charged_at', 'amount_cents', 'payment_id'),
  // The store knows the customer by the purchase token.
  failed_payments: {
    ...columns(erased, 'id', 'subscription_id', 'product_id', 'platform', 'purchase_token', 'amount_cents'),
    ...columns(erased, 'error_message', 'created_at', 'check_id', 'checking_since', 'recovered_at'),
    ...columns(erased, 'recovered_by'),
  },
  payment_checks: {
    ...columns(erased, 'id', 'payment_id', 'administrator_id', 'notes', 'started_at', 'finished_at'),
    ...columns(erased, 'outcome', 'message'),
  },
  // A request that is never confirmed is deleted when its link has expired (api/jobs/housekeeping.ts).
  account_deletions: {
    ...columns(keptAsNote, 'user_id', 'requested_at', 'confirmed_at', 'erased_at'),
    ...columns(anonymised, 'reason'),
  },
  audit_entries: {
    ...columns(kept, 'id', 'at', 'actor', 'actor_id', 'action', 'user_id', 'user_version', 'payment_id'),
    ...columns(kept, 'request_id'),
    ...columns(anonymised, 'changes'),
  },
  // The key is a hash.
  limits: columns(keptForRateLimit, 'key', 'hits', 'closed_until', 'forget_at'),
  recipes: {
    ...columns(kept, 'id', 'title', 'description', 'image_url', 'preparation_time', 'cooking_time'),
    ...columns(kept, 'meal_types', 'ingredients', 'steps', 'nutrition_values', 'feature_tags'),
    ...columns(kept, 'promotional_tags', 'cuisine', 'cooking_method', 'video_url', 'version'),
    ...columns(kept, 'created_at', 'updated_at', 'search_text'),
  },
} as const satisfies { [Table in keyof Database]: Record<keyof Database[Table], Retention> };

function columns<Name extends string>(entry: Retention, ...names: Name[]): Record<Name, Retention> {
  const entries = names.map((name) => [name, entry]);
  // Each name is a key.
  return Object.fromEntries(entries) as Record<Name, Retention>;
}
