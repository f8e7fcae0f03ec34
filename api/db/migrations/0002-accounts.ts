import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
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
      password_hash text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      search_text text generated always as
        (fold(first_name || ' ' || last_name || ' ' || first_name || ' ' || email)) stored
    )`.execute(db);
  await sql`create unique index users_email on users (lower(email))`.execute(db);
  await sql`create index users_newest on users (created_at desc, id desc)`.execute(db);
  await sql`create index users_search on users using gin (search_text gin_trgm_ops)`.execute(db);

  await sql`
    create table sessions (
      id uuid primary key default gen_random_uuid(),
      user_id integer not null references users on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      revoked_at timestamptz,
      generation integer not null default 0
    )`.execute(db);
  await sql`create index sessions_user on sessions (user_id)`.execute(db);
  await sql`
    create table refresh_tokens (
      hash bytea primary key,
      session_id uuid not null references sessions on delete cascade,
      generation integer not null,
      child_salt bytea not null,
      unique (session_id, generation)
    )`.execute(db);
  await sql`
    create table access_tokens (
      hash bytea primary key,
      session_id uuid not null references sessions on delete cascade,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index access_tokens_session on access_tokens (session_id)`.execute(db);
}
