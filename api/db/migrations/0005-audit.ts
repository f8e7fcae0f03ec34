import { type Kysely, sql } from 'kysely';

/** The audit log. It has no foreign keys: entries outlive what they describe. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table audit_entries (
      id integer generated always as identity primary key,
      at timestamptz not null,
      actor text not null check (actor in ('administrator', 'owner', 'command_line', 'housekeeping', 'start')),
      actor_id integer,
      action text not null,
      user_id integer,
      user_version integer,
      payment_id integer,
      recipe_ids integer[],
      changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array'),
      request_id text,
      check ((actor = 'administrator') = (actor_id is not null))
    ) with (autovacuum_vacuum_insert_scale_factor = 0.01);
    create index audit_entries_user on audit_entries (user_id, id desc);
    create index audit_entries_payment on audit_entries (payment_id) where payment_id is not null;
    -- It has no pending list, which every read would go through.
    create index audit_entries_recipes on audit_entries using gin (recipe_ids) with (fastupdate = off)
      where recipe_ids is not null;
    create index audit_entries_newest on audit_entries (at desc, id desc);
    create index audit_entries_action on audit_entries (action, at desc, id desc);
    create index audit_entries_administrator on audit_entries (actor_id, at desc, id desc)
      where actor_id is not null;
    create index audit_entries_actor on audit_entries (actor, at desc, id desc) where actor_id is null;`.execute(
    db,
  );
  await refuseChanges(db);
}

/** Only an erasure may change an entry: it removes the values and keeps the names of the fields. */
async function refuseChanges(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  // A fixed search path: tables and functions of the caller cannot replace ours.
  const path = sql`set search_path = pg_catalog, ${sql.id(rows[0]?.schema ?? 'public')}, pg_temp`;
  await sql`
    create function without_values(changes jsonb) returns jsonb language sql immutable ${path} as $$
      select coalesce(jsonb_agg(
        case when change ->> 'field' in ('status', 'role', 'outcome') then change
          else change || '{"from": null, "to": null}' end
        order by place), '[]')
      from jsonb_array_elements(changes) with ordinality as listed (change, place)
    $$;

    -- It checks the change, not a setting that anyone could set.
    create function refuse_audit_change() returns trigger language plpgsql ${path} as $$
    begin
      if tg_op = 'UPDATE' then
        old.changes := without_values(old.changes);
        if new is not distinct from old and exists (
          select from account_deletions where user_id = new.user_id and erased_at is not null
        ) then return new; end if;
      end if;
      raise exception 'The audit log only grows.';
    end $$;
    create trigger audit_entries_only_grow before update or delete on audit_entries for each row
      execute function refuse_audit_change();
    create trigger audit_entries_never_emptied before truncate on audit_entries
      execute function refuse_audit_change();

    -- It has the rights of its owner.
    create function erase_audit_values(erased integer) returns void language sql security definer ${path} as $$
      update audit_entries set changes = without_values(changes) where user_id = erased
    $$;`.execute(db);
}
