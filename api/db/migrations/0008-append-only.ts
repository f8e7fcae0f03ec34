import { type Kysely, sql } from 'kysely';

/** The trigger checks the change, not a setting. `erase_audit_values` has the rights of its owner. */
export async function up(db: Kysely<never>): Promise<void> {
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
    $$`.execute(db);
  await sql`
    create or replace function refuse_audit_change() returns trigger language plpgsql ${path} as $$
    begin
      if tg_op = 'UPDATE' then
        old.changes := without_values(old.changes);
        if new is not distinct from old and exists (
          select from account_deletions where user_id = new.user_id and erased_at is not null
        ) then return new; end if;
      end if;
      raise exception 'The audit log only grows.';
    end $$`.execute(db);
  await sql`
    create or replace function erase_audit_values(erased integer) returns void language sql
      security definer ${path} as $$
      update audit_entries set changes = without_values(changes) where user_id = erased
    $$`.execute(db);
  await sql`
    alter table audit_entries
      drop constraint audit_entries_actor_check,
      add constraint audit_entries_actor_check
        check (actor in ('administrator', 'owner', 'command_line', 'housekeeping', 'start'))`.execute(db);
}
