import { type Kysely, sql } from 'kysely';

/** Drafts, deleted recipes, and a version for each save. Recipes from before count as published. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table recipes
      add column servings integer check (servings > 0),
      add column published_at timestamptz,
      add column deleted_at timestamptz`.execute(db);
  await sql`update recipes set published_at = created_at`.execute(db);

  await sql`
    create table recipe_versions (
      recipe_id integer not null references recipes on delete cascade,
      version integer not null,
      saved_at timestamptz not null,
      saved_by integer,
      kind text not null,
      content jsonb not null check (jsonb_typeof(content) = 'object'),
      fields text[] not null default '{}',
      primary key (recipe_id, version)
    )`.execute(db);

  await sql`alter table audit_entries add column recipe_ids integer[]`.execute(db);
  await sql`create index audit_entries_recipes on audit_entries using gin (recipe_ids)`.execute(db);

  // The body names its functions by identity, because an index is rebuilt without a search path.
  await sql`
    create function fold_texts(texts text[]) returns text[] language sql immutable parallel safe
      return (select coalesce(array_agg(fold(btrim(item)) order by place), '{}')
        from unnest(texts) with ordinality as listed (item, place))`.execute(db);
  await sql`create index recipes_meal_types on recipes using gin (fold_texts(meal_types))`.execute(db);
  await sql`create index recipes_tags on recipes using gin (fold_texts(feature_tags || promotional_tags))`.execute(
    db,
  );
  await sql`create index recipes_cuisine on recipes (fold(btrim(cuisine)))`.execute(db);
  await sql`create index recipes_title on recipes (search_text collate "C")`.execute(db);
  await sql`create index recipes_preparation_time on recipes (preparation_time)`.execute(db);
  await sql`create index recipes_cooking_time on recipes (cooking_time)`.execute(db);
  await sql`create index recipes_updated on recipes (updated_at)`.execute(db);
  await sql`create index recipes_deleted on recipes (deleted_at) where deleted_at is not null`.execute(db);
}
