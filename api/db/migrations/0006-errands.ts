import { type Kysely, sql } from 'kysely';

/** A mail holds its address and kind, never a token: its text is composed when it is sent. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table mails (
      id uuid primary key default gen_random_uuid(),
      kind text not null check (kind in
        ('password_reset', 'password_changed', 'deletion_request', 'account_deleted')),
      address text not null,
      reason text,
      created_at timestamptz not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null,
      last_error text,
      given_up_at timestamptz
    )`.execute(db);
  await sql`create index mails_due on mails (next_attempt_at) where given_up_at is null`.execute(db);

  // One row per user and purpose: a newer mail replaces the token. Each attempt at a mail has its own hash.
  await sql`
    create table one_time_tokens (
      user_id integer not null references users on delete cascade,
      purpose text not null check (purpose in ('password_reset', 'deletion_request')),
      mail_id uuid not null,
      mail_created_at timestamptz not null,
      hashes bytea[] not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      primary key (user_id, purpose)
    )`.execute(db);
  await sql`create index one_time_tokens_hashes on one_time_tokens using gin (hashes)`.execute(db);

  await sql`
    create table account_deletions (
      user_id integer primary key references users on delete cascade,
      reason text,
      requested_at timestamptz not null,
      confirmed_at timestamptz,
      erased_at timestamptz
    )`.execute(db);
}
