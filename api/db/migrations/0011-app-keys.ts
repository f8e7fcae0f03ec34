import { type Kysely, sql } from 'kysely';

/** Keys of the app's backend, and what the audit log says of it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table app_keys (
      id integer generated always as identity primary key,
      name text not null check (length(name) between 1 and 60),
      scopes text[] not null check (cardinality(scopes) > 0),
      requests_per_minute integer not null check (requests_per_minute > 0),
      made_at timestamptz not null,
      -- Null: the command line. No foreign key: a key outlives its maker.
      made_by integer,
      expires_at timestamptz,
      last_used_at timestamptz,
      revoked_at timestamptz
    );
    create unique index app_keys_living_name on app_keys (lower(name)) where revoked_at is null;

    -- A key that is rolled has several. Those that have ended stay, so that their use can be logged with the key's name.
    create table app_key_secrets (
      hash bytea primary key,
      key_id integer not null references app_keys,
      made_at timestamptz not null,
      -- Null: as long as the key.
      ends_at timestamptz
    );
    create index app_key_secrets_key on app_key_secrets (key_id);

    -- Every call writes here. What a crash loses is the count of one minute.
    create unlogged table app_key_minutes (
      key_id integer primary key references app_keys,
      began_at timestamptz not null,
      calls integer not null
    );

    alter table audit_entries
      add column actor_key text,
      drop constraint audit_entries_actor_check,
      add constraint audit_entries_actor_check check (actor in ('administrator', 'owner', 'command_line', 'housekeeping',
        'start', 'app_backend')),
      add constraint audit_entries_actor_key_check check ((actor = 'app_backend') = (actor_key is not null));`.execute(
    db,
  );
}
