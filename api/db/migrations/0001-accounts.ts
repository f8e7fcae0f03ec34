import { type Kysely, sql } from 'kysely';

/** Users, their sessions and tokens, and what administrators note about them. */
export async function up(db: Kysely<never>): Promise<void> {
  // Removes marks and case, and writes every apostrophe alike. The collation is fixed: the server's locale has no effect.
  await sql`
    create extension if not exists pg_trgm;

    create function fold(input text) returns text language sql immutable parallel safe as $$
      select casefold(
        translate(
          regexp_replace(
            normalize(translate(input, '’‘ʼ\`´', ''''''''''''), NFKD),
            '[\u0300-\u036F\u0591-\u05C7\u0610-\u061A\u064B-\u065F\u0670]', '', 'g'
          ),
          'ĐđØøŁłĦħıÐðŦŧ', 'DdOoLlHhiDdTt'
        ) collate pg_unicode_fast
      )
    $$;`.execute(db);

  await sql`
    create table users (
      id integer generated always as identity primary key,
      first_name text not null,
      last_name text not null,
      email text not null,
      phone text,
      status text not null default 'active' check (status in ('active', 'suspended', 'deleted')),
      role text not null default 'user' check (role in ('user', 'admin')),
      onboarding_status text not null default 'not_started'
        check (onboarding_status in ('not_started', 'in_progress', 'completed')),
      is_email_verified boolean not null default false,
      -- It is written with the newest subscription.
      subscription_status text not null default 'none' check (subscription_status in
        ('trialing', 'active', 'in_grace_period', 'on_hold', 'paused', 'canceled', 'expired', 'none')),
      is_deletion_under_way boolean not null default false,
      password_hash text,
      store_account_token uuid not null unique default gen_random_uuid(),
      reminders_refused_at timestamptz,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      name_key text collate "C" not null generated always as (left(fold(first_name || ' ' || last_name), 64)) stored,
      search_text text not null generated always as
        (' ' || fold(first_name || ' ' || last_name || ' ' || email)) stored,
      check (status = 'deleted' or not is_deletion_under_way)
    ) with (autovacuum_vacuum_insert_scale_factor = 0.01);
    create index users_newest on users (created_at desc, id desc);
    -- They hold the text, so that a search in their order reads no rows before the page.
    create index users_name on users (name_key, id) include (search_text);
    create unique index users_email on users (lower(email)) include (id, email, search_text);
    create index users_status on users (status, created_at desc, id desc);
    create index users_subscription_status on users (subscription_status, created_at desc, id desc);
    create index users_administrators on users (created_at desc, id desc) where role = 'admin';
    create index users_search on users using gin (search_text gin_trgm_ops);
    -- The planner has to know frequent words from rare ones, to choose the index of words or that of the order.
    alter table users alter column search_text set statistics 1000;
    -- Most deleted accounts are erased, and no other account is under way.
    create statistics users_deletion (mcv) on status, is_deletion_under_way from users;

    create function count_user_version() returns trigger language plpgsql as $$
    begin
      new.version := old.version + 1;
      return new;
    end $$;
    create trigger users_version before update on users for each row
      when (row(old.first_name, old.last_name, old.email, old.phone, old.status, old.role, old.onboarding_status)
        is distinct from row(new.first_name, new.last_name, new.email, new.phone, new.status, new.role,
          new.onboarding_status))
      execute function count_user_version();`.execute(db);

  await sql`
    create table sessions (
      id uuid primary key default gen_random_uuid(),
      user_id integer not null references users on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      revoked_at timestamptz,
      last_used_at timestamptz not null,
      device text not null default '',
      generation integer not null default 0
    );
    create index sessions_user on sessions (user_id);

    create table refresh_tokens (
      hash bytea primary key,
      session_id uuid not null references sessions on delete cascade,
      generation integer not null,
      child_salt bytea not null,
      given_at timestamptz not null default now(),
      unique (session_id, generation)
    );

    create table access_tokens (
      hash bytea primary key,
      session_id uuid not null references sessions on delete cascade,
      expires_at timestamptz not null
    );
    create index access_tokens_session on access_tokens (session_id);

    -- One row for each user and purpose: a newer mail replaces the token. Each attempt at a mail has its own hash and
    -- expiry. Only a token that was mailed verifies the address.
    create table one_time_tokens (
      user_id integer not null references users on delete cascade,
      purpose text not null check (purpose in ('password_reset', 'deletion_request')),
      mail_id uuid not null,
      mail_created_at timestamptz not null,
      by_mail boolean not null default true,
      hashes bytea[] not null,
      expiries timestamptz[] not null default '{}',
      expires_at timestamptz not null,
      used_at timestamptz,
      primary key (user_id, purpose)
    );
    create index one_time_tokens_hashes on one_time_tokens using gin (hashes);

    -- The attempts that rate limits count.
    create table limits (
      key bytea primary key,
      hits timestamptz[] not null,
      closed_until timestamptz,
      forget_at timestamptz not null
    );
    create index limits_forget on limits (forget_at);

    create table account_deletions (
      user_id integer primary key references users on delete cascade,
      reason text,
      requested_at timestamptz not null,
      confirmed_at timestamptz,
      erased_at timestamptz,
      -- A deletion that is stopped restores it.
      status_before text check (status_before in ('active', 'suspended'))
    );`.execute(db);

  await sql`
    create table user_notes (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      written_at timestamptz not null,
      written_by integer references users on delete set null,
      text text not null check (length(text) between 1 and 2000)
    );
    create index user_notes_user on user_notes (user_id, id desc);
    create index user_notes_author on user_notes (written_by) where written_by is not null;

    -- Access that an administrator grants until a day. At most one for each user isn't revoked.
    create table courtesy_accesses (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      until timestamptz not null,
      reason text not null,
      granted_at timestamptz not null,
      granted_by integer references users on delete set null,
      revoked_at timestamptz
    );
    create unique index courtesy_accesses_user on courtesy_accesses (user_id) where revoked_at is null;
    create index courtesy_accesses_history on courtesy_accesses (user_id, granted_at);
    create index courtesy_accesses_until on courtesy_accesses (until) where revoked_at is null;`.execute(db);
}
