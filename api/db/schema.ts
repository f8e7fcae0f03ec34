import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type { AuditAction, Change } from '#contract/audit.ts';
import type { RetryOutcome } from '#contract/payments.ts';
import type { Ingredient, NutritionValue } from '#contract/recipes.ts';

/** A timestamp with zone: read as `Date`, written as `Date` or ISO text; the database fills it when left out. */
type Stamp = ColumnType<Date, Date | string | undefined, Date | string>;

export type UserStatus = 'active' | 'suspended' | 'deleted';
export type UserRole = 'user' | 'admin';
export type OnboardingStatus = 'not_started' | 'in_progress' | 'completed';
export type Platform = 'ios' | 'android';
export type SubscriptionStatus =
  | 'trialing'
  | 'active'
  | 'in_grace_period'
  | 'on_hold'
  | 'paused'
  | 'canceled'
  | 'expired';

export type UsersTable = {
  id: GeneratedAlways<number>;
  first_name: string;
  last_name: string;
  /** Unique without regard to case. */
  email: string;
  phone: string | null;
  status: Generated<UserStatus>;
  role: Generated<UserRole>;
  onboarding_status: Generated<OnboardingStatus>;
  is_email_verified: Generated<boolean>;
  /** Written and read by `api/auth/password-hash.ts`; null for people who only use the sign-in of the app. */
  password_hash: string | null;
  /** Counts the changes of what administrators see; the database does. */
  version: GeneratedAlways<number>;
  created_at: Stamp;
  updated_at: Stamp;
  search_text: GeneratedAlways<string>;
};

/** A user as it is read. */
export type UserRow = Selectable<UsersTable>;

/** One sign-in, on one device: a family of refresh tokens. */
export type SessionsTable = {
  id: Generated<string>;
  user_id: number;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  /** Of the newest refresh token. */
  generation: Generated<number>;
  /** Browser and system as a text; empty where unknown. */
  device: Generated<string>;
  /** When its tokens were last refreshed. */
  last_used_at: Date;
};

export type RefreshTokensTable = {
  hash: Buffer;
  session_id: string;
  generation: number;
  /** With the token itself it yields its one child, so that asking twice gives the same answer. */
  child_salt: Buffer;
  given_at: Date;
};

export type AccessTokensTable = { hash: Buffer; session_id: string; expires_at: Date };

export type SubscriptionsTable = {
  id: GeneratedAlways<number>;
  user_id: number;
  plan: string;
  product_id: string;
  platform: Platform;
  status: SubscriptionStatus;
  start_date: ColumnType<Date, Date | string, Date | string>;
  end_date: ColumnType<Date | null, Date | string | null, Date | string | null>;
};

export type ChargesTable = {
  id: GeneratedAlways<number>;
  subscription_id: number;
  charged_at: ColumnType<Date, Date | string, Date | string>;
  amount_cents: number;
  /** The failed payment that this charge settled. */
  payment_id: ColumnType<number | null, number | undefined, never>;
};

/** A list kept as JSON: written as text, because the driver would make a PostgreSQL array of it. */
type JsonList<Item> = ColumnType<Item[], string, string>;

export type RecipesTable = {
  id: GeneratedAlways<number>;
  title: string;
  description: string;
  /** An address on the web, or one of our pictures (`api/db/picture-names.ts`). */
  image_url: string | null;
  /** Seconds. */
  preparation_time: number;
  /** Seconds. */
  cooking_time: number;
  meal_types: string[];
  ingredients: JsonList<Ingredient>;
  steps: string[];
  nutrition_values: JsonList<NutritionValue>;
  feature_tags: string[];
  promotional_tags: string[];
  cuisine: string | null;
  cooking_method: string | null;
  video_url: string | null;
  /** Counts the saves. */
  version: Generated<number>;
  created_at: Stamp;
  updated_at: Stamp;
  search_text: GeneratedAlways<string>;
};

export type FailedPaymentsTable = {
  id: GeneratedAlways<number>;
  subscription_id: number;
  product_id: string;
  platform: Platform;
  /** The identity of the purchase in the store. */
  purchase_token: string;
  amount_cents: number;
  error_message: string | null;
  created_at: Stamp;
  /** Of the check that runs now; both are null while none does. */
  check_id: string | null;
  checking_since: Date | null;
  recovered_at: Date | null;
  recovered_by: number | null;
};

export type PaymentChecksTable = {
  id: string;
  payment_id: number;
  administrator_id: number | null;
  notes: string;
  started_at: Date;
  /** null while it runs, and for good where its server died. */
  finished_at: Date | null;
  outcome: RetryOutcome | null;
  message: string | null;
};

export type MailKind = 'password_reset' | 'password_changed' | 'deletion_request' | 'account_deleted';

/** Mails that have not left yet. A mail is deleted after it has left. */
export type MailsTable = {
  id: Generated<string>;
  kind: MailKind;
  address: string;
  /** The reason for a deletion, where one was given. */
  reason: string | null;
  created_at: Date;
  attempts: Generated<number>;
  next_attempt_at: Date;
  last_error: string | null;
  given_up_at: Date | null;
};

export type TokenPurpose = 'password_reset' | 'deletion_request';

export type OneTimeTokensTable = {
  user_id: number;
  purpose: TokenPurpose;
  /** The mail that carries it. */
  mail_id: string;
  mail_created_at: Date;
  /** One hash for each attempt at that mail, and the expiry of each. */
  hashes: Buffer[];
  expiries: Generated<Date[]>;
  /** The last expiry of them. */
  expires_at: Date;
  used_at: Date | null;
  /** False where the command line showed the token. */
  by_mail: Generated<boolean>;
};

/** Requests to delete an account. The row of a confirmed request stays as a note for its retention. */
export type AccountDeletionsTable = {
  user_id: number;
  reason: string | null;
  requested_at: Date;
  confirmed_at: Date | null;
  erased_at: Date | null;
};

/** Attempts that count towards a rate limit. The key is a hash. */
export type LimitsTable = {
  key: Buffer;
  hits: Date[];
  /** No attempt is accepted until then. */
  closed_until: Date | null;
  /** When the row expires. */
  forget_at: Date;
};

export type ActorKind = 'administrator' | 'owner' | 'command_line' | 'housekeeping' | 'start';

/** The audit log. The database refuses every change except the removal of the values of an erased person. */
export type AuditEntriesTable = {
  id: GeneratedAlways<number>;
  at: Date;
  actor: ActorKind;
  /** Of an administrator. */
  actor_id: number | null;
  action: AuditAction;
  user_id: number | null;
  /** The user's version from then on, where the entry made a new one. */
  user_version: number | null;
  payment_id: number | null;
  changes: JsonList<Change>;
  request_id: string | null;
};

export type Database = {
  users: UsersTable;
  sessions: SessionsTable;
  refresh_tokens: RefreshTokensTable;
  access_tokens: AccessTokensTable;
  subscriptions: SubscriptionsTable;
  charges: ChargesTable;
  recipes: RecipesTable;
  failed_payments: FailedPaymentsTable;
  payment_checks: PaymentChecksTable;
  mails: MailsTable;
  one_time_tokens: OneTimeTokensTable;
  account_deletions: AccountDeletionsTable;
  limits: LimitsTable;
  audit_entries: AuditEntriesTable;
};
