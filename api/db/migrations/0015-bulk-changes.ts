import { type Kysely, sql } from 'kysely';

/** Changes of many recipes in the background, with a row for each recipe. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table recipe_changes (
      id integer generated always as identity primary key,
      change jsonb not null,
      state text not null default 'running',
      started_at timestamptz not null,
      started_by integer not null,
      request_id text,
      finished_at timestamptz,
      due_at timestamptz,
      attempts integer not null default 0,
      lease_id uuid,
      lease_until timestamptz,
      last_error text,
      given_up_at timestamptz
    )`.execute(db);
  await sql`create index recipe_changes_due on recipe_changes (due_at) where given_up_at is null`.execute(db);
  await sql`
    create table recipe_change_rows (
      change_id integer not null references recipe_changes on delete cascade,
      recipe_id integer not null,
      result text not null default 'pending',
      message text,
      primary key (change_id, recipe_id)
    )`.execute(db);
}
