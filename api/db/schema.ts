import type { ColumnType, Generated, GeneratedAlways, Kysely, Selectable } from 'kysely';
import type { AuditAction, Change } from '#contract/audit.ts';
import type { MailKind } from '#contract/mails.ts';
import type { AdministratorRole } from '#contract/roles.ts';
import type { AppKeyMinutesTable, AppKeySecretsTable, AppKeysTable } from './app-key-tables.ts';
import type { JobColumns, JsonList, Timestamp } from './column-types.ts';
import type {
  BackgroundJobRowsTable,
  BackgroundJobsTable,
  ImportFilesTable,
  ImportPiecesTable,
  ImportRecipesTable,
} from './job-tables.ts';
import type {
  ChargesTable,
  FailedPaymentsTable,
  PaymentChecksTable,
  PaymentRemindersTable,
  SubscriptionStatus,
  SubscriptionsTable,
} from './payment-tables.ts';
import type {
  CourtesyAccessesTable,
  ErasedPurchaseKeysTable,
  ExchangeRatesTable,
  PurchaseQuestionsTable,
  PurchasesTable,
  ReconciliationsTable,
  RefundRequestsTable,
  RefundRulesTable,
  SandboxLivesTable,
  StoreActsTable,
  StoreNotificationsTable,
} from './purchase-tables.ts';
import type {
  CatalogEntriesTable,
  CatalogFloorTable,
  PictureCopiesTable,
  PicturesTable,
  RecipesTable,
  RecipeVersionsTable,
} from './recipe-tables.ts';
import type {
  PasskeyChallengesTable,
  PasskeysTable,
  RecoveryCodesTable,
  SignInChallengesTable,
  TotpSecretsTable,
} from './second-factor-tables.ts';

export type UserStatus = 'active' | 'suspended' | 'deleted';
type UserRole = 'user' | 'admin';
export type OnboardingStatus = 'not_started' | 'in_progress' | 'completed';
export type UsersTable = {
  id: GeneratedAlways<number>;
  first_name: string;
  last_name: string;
  /** Unique, case-insensitive. */
  email: string;
  phone: string | null;
  status: Generated<UserStatus>;
  role: Generated<UserRole>;
  /** Null exactly for those who are no administrators. */
  administrator_role: ColumnType<
    AdministratorRole | null,
    AdministratorRole | null | undefined,
    AdministratorRole | null
  >;
  onboarding_status: Generated<OnboardingStatus>;
  is_email_verified: Generated<boolean>;
  /** An argon2id PHC string; null for users who sign in only in the app. */
  password_hash: string | null;
  version: GeneratedAlways<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** Names and email, folded, and the digits of the phone after a plus; begins with a space. */
  search_text: GeneratedAlways<string>;
  /** It is written with the newest subscription. `none`: the user has none. */
  subscription_status: Generated<SubscriptionStatus | 'none'>;
  /** The product of the newest subscription; null: the user has none. */
  subscription_product: ColumnType<string | null, string | null | undefined, string | null>;
  /** The name without case and accents, cut off. */
  name_key: GeneratedAlways<string>;
  /** Confirmed, and not erased yet. */
  is_deletion_under_way: Generated<boolean>;
  /** A random UUID that the app hands to the store with a purchase. */
  store_account_token: Generated<string>;
  /** null: mails may remind of failed payments. */
  reminders_refused_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The app's own id, whose case counts. null: the app's backend did not sign the user up, or the account was erased. */
  external_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** Whether Apple may be told about a refund that the customer asks for. */
  refund_data_consent: Generated<boolean>;
  /** A BCP 47 tag. */
  locale: ColumnType<string | null, string | null | undefined, string | null>;
  /** What the app's backend last sent, by column. */
  app_values: ColumnType<Readonly<Record<string, AppValue>>, string | undefined, string>;
  /** When a second factor must be set up; null: none is required yet, or there is one. */
  second_factor_due_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

export type AppValue = string | boolean | null;

/** What is read of a user: neither the password's hash nor the column of the search. */
export const userColumns = [
  'id',
  'first_name',
  'last_name',
  'email',
  'phone',
  'status',
  'role',
  'onboarding_status',
  'version',
] as const satisfies readonly (keyof UsersTable)[];

export type StoredUser = Pick<Selectable<UsersTable>, (typeof userColumns)[number]>;

type SessionsTable = {
  id: Generated<string>;
  user_id: number;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  generation: Generated<number>;
  device: Generated<string>;
  last_used_at: Date;
  /** When its administrator last proved who they are: at the sign-in, or again since. */
  proven_at: Date;
};

type RefreshTokensTable = {
  hash: Buffer;
  session_id: string;
  generation: number;
  /** Derives the child token together with the token itself. */
  child_salt: Buffer;
  given_at: Date;
};

type AccessTokensTable = { hash: Buffer; session_id: string; expires_at: Date };

/** A mail is deleted after it was sent. */
export type MailsTable = JobColumns & {
  id: Generated<string>;
  kind: MailKind;
  address: string;
  reason: string | null;
  created_at: Date;
  /** The administrator who invites. Null for other mails, and for the command line. */
  invited_by: ColumnType<number | null, number | undefined, never>;
  /** Browser and system of the sign-in in a mail of the kind `new_browser`. */
  device: ColumnType<string | null, string | undefined, never>;
  /** It is set in a mail of the kind `payment_reminder`. */
  reminder_id: ColumnType<number | null, number | undefined, never>;
};

export type TokenPurpose = 'password_reset' | 'deletion_request';

type OneTimeTokensTable = {
  user_id: number;
  purpose: TokenPurpose;
  /** The mail that contains the token. */
  mail_id: string;
  mail_created_at: Date;
  /** Each attempt to send the mail has its own token and expiry. */
  hashes: Buffer[];
  expiries: Generated<Date[]>;
  expires_at: Date;
  used_at: Date | null;
  /** False: printed by the command line. */
  by_mail: Generated<boolean>;
};

/** A confirmed request is kept as a note for its retention period. */
type AccountDeletionsTable = {
  user_id: number;
  reason: string | null;
  /** What a stop of the deletion restores; null before the confirmation and after the erasure. */
  status_before: ColumnType<
    Exclude<UserStatus, 'deleted'> | null,
    Exclude<UserStatus, 'deleted'> | null | undefined,
    Exclude<UserStatus, 'deleted'> | null
  >;
  requested_at: Date;
  confirmed_at: Date | null;
  erased_at: Date | null;
};

/** `key` is a hash of the limit and its subject. */
type LimitsTable = {
  key: Buffer;
  hits: Date[];
  /** The end of the current backoff. */
  closed_until: Date | null;
  forget_at: Date;
};

type ActorKind = 'administrator' | 'owner' | 'command_line' | 'housekeeping' | 'start' | 'app_backend';

/** A trigger refuses every change except erasing the values of an erased user. */
type AuditEntriesTable = {
  id: GeneratedAlways<number>;
  at: Date;
  actor: ActorKind;
  /** null unless an administrator. */
  actor_id: number | null;
  /** The name of the key; null unless the app's backend. */
  actor_key: string | null;
  action: AuditAction;
  user_id: number | null;
  user_version: number | null;
  payment_id: number | null;
  recipe_ids: number[] | null;
  changes: JsonList<Change>;
  request_id: string | null;
};

type UserNotesTable = {
  id: GeneratedAlways<number>;
  user_id: number;
  written_at: Date;
  /** null if the administrator's account is gone. */
  written_by: number | null;
  text: string;
};

export type Database = {
  users: UsersTable;
  sessions: SessionsTable;
  refresh_tokens: RefreshTokensTable;
  access_tokens: AccessTokensTable;
  totp_secrets: TotpSecretsTable;
  passkeys: PasskeysTable;
  recovery_codes: RecoveryCodesTable;
  sign_in_challenges: SignInChallengesTable;
  passkey_challenges: PasskeyChallengesTable;
  subscriptions: SubscriptionsTable;
  charges: ChargesTable;
  recipes: RecipesTable;
  recipe_versions: RecipeVersionsTable;
  catalog_entries: CatalogEntriesTable;
  catalog_floor: CatalogFloorTable;
  pictures: PicturesTable;
  picture_copies: PictureCopiesTable;
  failed_payments: FailedPaymentsTable;
  payment_checks: PaymentChecksTable;
  payment_reminders: PaymentRemindersTable;
  purchases: PurchasesTable;
  purchase_questions: PurchaseQuestionsTable;
  store_notifications: StoreNotificationsTable;
  erased_purchase_keys: ErasedPurchaseKeysTable;
  reconciliations: ReconciliationsTable;
  refund_requests: RefundRequestsTable;
  refund_rules: RefundRulesTable;
  store_acts: StoreActsTable;
  exchange_rates: ExchangeRatesTable;
  sandbox_lives: SandboxLivesTable;
  courtesy_accesses: CourtesyAccessesTable;
  mails: MailsTable;
  background_jobs: BackgroundJobsTable;
  background_job_rows: BackgroundJobRowsTable;
  import_files: ImportFilesTable;
  import_pieces: ImportPiecesTable;
  import_recipes: ImportRecipesTable;
  one_time_tokens: OneTimeTokensTable;
  account_deletions: AccountDeletionsTable;
  limits: LimitsTable;
  audit_entries: AuditEntriesTable;
  user_notes: UserNotesTable;
  app_keys: AppKeysTable;
  app_key_secrets: AppKeySecretsTable;
  app_key_minutes: AppKeyMinutesTable;
};

/** The handle that queries are written with: a pool of connections, or a transaction on one of them. */
export type Db = Kysely<Database>;
