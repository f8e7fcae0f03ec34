import type { Database } from '../db/schema.ts';

/** What becomes of a table's rows when an account is erased. */
export type Fate =
  /** They go with the account. */
  | 'erased'
  /** They stay, without anything that leads to the person. */
  | 'anonymised'
  /** They stay for the time that `shared/brand/deletion.ts` names, without anything that leads to the person. */
  | 'kept for its time'
  /** They hold nothing about a person. */
  | 'impersonal';

/** Every table, and the fate of its rows: a new one has to say what it holds before it may exist. */
export const fates: Record<keyof Database, Fate> = {
  users: 'anonymised',
  sessions: 'erased',
  refresh_tokens: 'erased',
  access_tokens: 'erased',
  one_time_tokens: 'erased',
  mails: 'erased',
  subscriptions: 'kept for its time',
  charges: 'kept for its time',
  failed_payments: 'erased',
  payment_checks: 'erased',
  // A request that was never confirmed goes with the reason it gave once its link is dead (api/jobs/housekeeping.ts).
  account_deletions: 'kept for its time',
  audit_entries: 'anonymised',
  // Hashes that are forgotten within a day, long before an account is erased.
  limits: 'impersonal',
  recipes: 'impersonal',
};
