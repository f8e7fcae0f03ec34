import { type Kysely, sql } from 'kysely';

/** Times are seconds. `image_url` may be a path below the API, so that a new address of the API changes no row. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table recipes (
      id integer generated always as identity primary key,
      title text not null,
      description text not null default '',
      image_url text,
      preparation_time integer not null default 0 check (preparation_time >= 0),
      cooking_time integer not null default 0 check (cooking_time >= 0),
      meal_types text[] not null default '{}',
      ingredients jsonb not null default '[]' check (jsonb_typeof(ingredients) = 'array'),
      steps text[] not null default '{}',
      nutrition_values jsonb not null default '[]' check (jsonb_typeof(nutrition_values) = 'array'),
      feature_tags text[] not null default '{}',
      promotional_tags text[] not null default '{}',
      cuisine text,
      cooking_method text,
      video_url text,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      search_text text generated always as (fold(title)) stored
    )`.execute(db);
  await sql`create index recipes_newest on recipes (created_at desc, id desc)`.execute(db);
  await sql`create index recipes_search on recipes using gin (search_text gin_trgm_ops)`.execute(db);
}
