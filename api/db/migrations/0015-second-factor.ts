import { type Kysely, sql } from 'kysely';

/** The second factor of administrators, the step of a sign-in before it, and when a session last proved who it is. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table totp_secrets (
      user_id integer primary key references users on delete cascade,
      -- Base32. Null until a code has confirmed it.
      secret text,
      added_at timestamptz,
      -- The last time step whose code was used, so that no code works twice.
      last_step bigint not null default 0,
      pending_secret text,
      pending_until timestamptz,
      check ((secret is null) = (added_at is null)),
      check ((pending_secret is null) = (pending_until is null))
    );

    create table passkeys (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      name text not null check (length(name) between 1 and 60),
      added_at timestamptz not null,
      last_used_at timestamptz
    );
    create index passkeys_user on passkeys (user_id, id);

    create table recovery_codes (
      user_id integer not null references users on delete cascade,
      hash bytea not null,
      used_at timestamptz,
      primary key (user_id, hash)
    );

    -- A right password of someone with a second factor. It opens the second step only.
    create table sign_in_challenges (
      hash bytea primary key,
      user_id integer not null references users on delete cascade,
      remember_me boolean not null,
      device text not null,
      -- What a passkey signs; null without one.
      passkey_challenge text,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index sign_in_challenges_user on sign_in_challenges (user_id);

    -- What a passkey of a signed-in administrator signs.
    create table passkey_challenges (
      session_id uuid not null references sessions on delete cascade,
      purpose text not null check (purpose in ('registration', 'step_up')),
      challenge text not null,
      expires_at timestamptz not null,
      primary key (session_id, purpose)
    );

    -- A sign-in is a proof, too.
    alter table sessions add column proven_at timestamptz not null default now();
    update sessions set proven_at = created_at;

    -- When a second factor must be set up. Null: none is required yet, or there is one.
    alter table users add column second_factor_due_at timestamptz;

    alter table mails
      drop constraint mails_kind_check,
      add constraint mails_kind_check check (kind in ('password_reset', 'invitation', 'password_changed',
        'deletion_request', 'account_deleted', 'deletion_stopped', 'payment_reminder', 'new_browser',
        'second_factor_added', 'second_factor_removed')),
      -- Browser and system of a sign-in that the mail tells about.
      add column device text;`.execute(db);
}
