import { type Kysely, sql } from 'kysely';

const jobColumns = sql`
  due_at timestamptz,
  attempts integer not null default 0,
  lease_id uuid,
  lease_until timestamptz,
  last_error text,
  given_up_at timestamptz`;

/** Imports of recipes: their files in pieces, and a row for each recipe that a file holds. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table recipe_imports (
      id integer generated always as identity primary key,
      state text not null default 'uploading',
      created_at timestamptz not null,
      created_by integer,
      acted_by integer,
      request_id text,
      finished_at timestamptz,
      undo_until timestamptz,
      message text,
      ${jobColumns}
    )`.execute(db);
  await sql`create index recipe_imports_due on recipe_imports (due_at) where given_up_at is null`.execute(db);

  await sql`
    create table import_files (
      id integer generated always as identity primary key,
      import_id integer not null references recipe_imports on delete cascade,
      name text not null,
      bytes bigint not null default 0,
      is_complete boolean not null default false
    )`.execute(db);
  await sql`create index import_files_import on import_files (import_id)`.execute(db);
  await sql`
    create table import_pieces (
      file_id integer not null references import_files on delete cascade,
      place integer not null,
      bytes bytea not null,
      primary key (file_id, place)
    )`.execute(db);

  await sql`
    create table import_rows (
      import_id integer not null references recipe_imports on delete cascade,
      row integer not null,
      file text not null,
      place text not null,
      title text not null,
      content jsonb,
      problems jsonb not null default '[]',
      duplicate_ids integer[] not null default '{}',
      is_repeated boolean not null default false,
      choice text not null default 'create',
      result text not null default 'pending',
      recipe_id integer,
      -- Of the recipe after the import: an undo leaves a newer one alone.
      recipe_version integer,
      is_audited boolean not null default false,
      message text,
      primary key (import_id, row)
    )`.execute(db);

  // Titles are compared without case, accents and punctuation.
  await sql`
    create function title_key(title text) returns text language sql immutable parallel safe
      return btrim(regexp_replace(fold(title), '[^[:alnum:]]+', ' ', 'g'))`.execute(db);
  await sql`create index recipes_title_key on recipes (title_key(title)) where deleted_at is null`.execute(
    db,
  );
}
