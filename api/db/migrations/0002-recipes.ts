import { type Kysely, sql } from 'kysely';

/** Recipes with a version for each save, and uploaded pictures. */
export async function up(db: Kysely<never>): Promise<void> {
  // Times are seconds. `image_url` may be a path below the API, so that a new address of the API changes no row.
  await sql`
    create table recipes (
      id integer generated always as identity primary key,
      title text not null,
      description text not null default '',
      image_url text,
      video_url text,
      servings integer check (servings > 0),
      preparation_time integer not null default 0 check (preparation_time >= 0),
      cooking_time integer not null default 0 check (cooking_time >= 0),
      cooking_method text,
      cuisine text,
      meal_types text[] not null default '{}',
      ingredients jsonb not null default '[]' check (jsonb_typeof(ingredients) = 'array'),
      steps text[] not null default '{}',
      nutrition_values jsonb not null default '[]' check (jsonb_typeof(nutrition_values) = 'array'),
      feature_tags text[] not null default '{}',
      promotional_tags text[] not null default '{}',
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      published_at timestamptz,
      deleted_at timestamptz,
      -- The last time it was published, unpublished, deleted or restored: an undo of an import keeps what was changed since.
      state_changed_at timestamptz,
      search_text text not null generated always as (' ' || fold(title)) stored
    ) with (autovacuum_vacuum_insert_scale_factor = 0.01);

    create table recipe_versions (
      recipe_id integer not null references recipes on delete cascade,
      version integer not null,
      saved_at timestamptz not null,
      saved_by integer,
      kind text not null,
      content jsonb not null check (jsonb_typeof(content) = 'object'),
      fields text[] not null default '{}',
      primary key (recipe_id, version)
    );`.execute(db);

  // `return` names the functions it calls by identity, because an index is rebuilt without a search path.
  await sql`
    -- The cost makes PostgreSQL read the index of the values instead of folding those of many rows.
    create function fold_texts(texts text[]) returns text[] language sql immutable parallel safe cost 1000
      return (select coalesce(array_agg(fold(btrim(item)) order by place), '{}')
        from unnest(texts) with ordinality as listed (item, place));

    -- Titles of imports are compared without case, accents and punctuation.
    create function title_key(title text) returns text language sql immutable parallel safe
      return btrim(regexp_replace(fold(title), '[^[:alnum:]]+', ' ', 'g'));

    create function picture_hash(address text) returns text language sql immutable parallel safe
      return substring(address from '(?:^|/)pictures/([0-9a-f]{64})/');

    create index recipes_newest on recipes (created_at desc, id desc);
    create index recipes_title on recipes (search_text collate "C", created_at desc, id desc);
    create index recipes_preparation_time on recipes (preparation_time, created_at desc, id desc);
    create index recipes_cooking_time on recipes (cooking_time, created_at desc, id desc);
    create index recipes_updated on recipes (updated_at, created_at desc, id desc);
    create index recipes_search on recipes using gin (search_text gin_trgm_ops);
    create index recipes_meal_types on recipes using gin (fold_texts(meal_types));
    create index recipes_tags on recipes using gin (fold_texts(feature_tags || promotional_tags));
    create index recipes_cuisine on recipes (fold(btrim(cuisine)));
    create index recipes_title_key on recipes (title_key(title)) where deleted_at is null;
    create index recipes_picture on recipes (picture_hash(image_url)) where picture_hash(image_url) is not null;
    create index recipe_versions_picture on recipe_versions (picture_hash(content ->> 'image_url'))
      where picture_hash(content ->> 'image_url') is not null;`.execute(db);

  // Found by the addresses in recipes and their versions.
  await sql`
    create table pictures (
      hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
      width integer not null,
      height integer not null,
      placeholder text not null,
      uploaded_at timestamptz not null,
      uploaded_by integer
    );
    create index pictures_uploaded on pictures (uploaded_at);

    create table picture_copies (
      hash text not null references pictures on delete cascade,
      width integer not null,
      -- Stored as it is: it is compressed already.
      bytes bytea storage external not null,
      primary key (hash, width)
    );`.execute(db);
}
