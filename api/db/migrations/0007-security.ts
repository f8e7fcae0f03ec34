import { type Kysely, sql } from 'kysely';

/** `audit_entries` has no foreign keys, so that entries outlive what they describe. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table users add column version integer not null default 1`.execute(db);
  await sql`
    create function count_user_version() returns trigger language plpgsql as $$
    begin
      new.version := old.version + 1;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger users_version before update on users for each row
      when (row(old.first_name, old.last_name, old.email, old.phone, old.status, old.role, old.onboarding_status)
        is distinct from row(new.first_name, new.last_name, new.email, new.phone, new.status, new.role,
          new.onboarding_status))
      execute function count_user_version()`.execute(db);

  await sql`
    alter table sessions
      add column device text not null default '',
      add column last_used_at timestamptz`.execute(db);
  await sql`update sessions set last_used_at = created_at`.execute(db);
  await sql`alter table sessions alter column last_used_at set not null`.execute(db);

  await sql`
    create table limits (
      key bytea primary key,
      hits timestamptz[] not null,
      closed_until timestamptz,
      forget_at timestamptz not null
    )`.execute(db);
  await sql`create index limits_forget on limits (forget_at)`.execute(db);

  await sql`
    create table audit_entries (
      id integer generated always as identity primary key,
      at timestamptz not null,
      actor text not null check (actor in ('administrator', 'owner', 'command_line', 'housekeeping')),
      actor_id integer check ((actor = 'administrator') = (actor_id is not null)),
      action text not null,
      user_id integer,
      user_version integer,
      payment_id integer,
      changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array'),
      request_id text
    )`.execute(db);
  await sql`create index audit_entries_user on audit_entries (user_id, id desc)`.execute(db);
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and current_setting('audit.erasing', true) = 'on' then return new; end if;
      raise exception 'The audit log only grows.';
    end $$`.execute(db);
  await sql`
    create trigger audit_entries_only_grow before update or delete on audit_entries for each row
      execute function refuse_audit_change()`.execute(db);
  await sql`
    create trigger audit_entries_never_emptied before truncate on audit_entries
      execute function refuse_audit_change()`.execute(db);
  // Removes the values and keeps the names of the fields.
  await sql`
    create function erase_audit_values(erased integer) returns void language sql as $$
      update audit_entries set changes = (
        select coalesce(jsonb_agg(
          case when change ->> 'field' in ('status', 'role', 'outcome') then change
            else change || '{"from": null, "to": null}' end
          order by place), '[]')
        from jsonb_array_elements(changes) with ordinality as listed (change, place)
      ) where user_id = erased
    $$`.execute(db);
}
