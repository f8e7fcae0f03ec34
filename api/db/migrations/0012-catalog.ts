import { type Kysely, sql } from 'kysely';

/** The catalog is what is published. Each change of it has a number, and clients ask for those above the last one they got. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create sequence catalog_changes;

    -- The last change of every recipe that is published or was. It has no foreign key: a tombstone outlives its recipe.
    create table catalog_entries (
      recipe_id integer primary key,
      change bigint not null unique,
      changed_at timestamptz not null,
      is_published boolean not null
    ) with (autovacuum_vacuum_insert_scale_factor = 0.01);

    -- The highest number of a tombstone that was dropped.
    create table catalog_floor (
      is_only boolean primary key default true check (is_only),
      change bigint not null
    );
    insert into catalog_floor (change) values (0);`.execute(db);
  await numberChanges(db);
  // It comes last: the triggers keep other servers from publishing one that this would not see.
  await sql`
    insert into catalog_entries (recipe_id, change, changed_at, is_published)
    select id, nextval('catalog_changes'), now(), true
    from (select id from recipes where published_at is not null and deleted_at is null order by id) as published`.execute(
    db,
  );
}

/** Recipes and pictures are written in several places, so the database numbers their changes. */
async function numberChanges(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  // A fixed search path: a restore of a backup has none.
  const path = sql`set search_path = pg_catalog, ${sql.id(rows[0]?.schema ?? 'public')}, pg_temp`;
  await sql`
    -- Until the end of the transaction, so that numbers become visible in their order. A transaction that changes several
    -- recipes locks their rows first: one that waits for a row while it holds this lock could wait forever.
    create function lock_catalog() returns void language sql as $$ select pg_advisory_xact_lock(7262025) $$;

    create function number_catalog_change(recipe integer, published boolean) returns void language sql ${path} as $$
      insert into catalog_entries (recipe_id, change, changed_at, is_published)
      values (recipe, nextval('catalog_changes'), clock_timestamp(), published)
      on conflict (recipe_id) do update
      set change = excluded.change, changed_at = excluded.changed_at, is_published = excluded.is_published
    $$;

    create function note_recipe_change() returns trigger language plpgsql ${path} as $$
    declare
      was_published boolean := old.published_at is not null and old.deleted_at is null;
      is_published boolean := new.published_at is not null and new.deleted_at is null;
    begin
      if not was_published and not is_published then return null; end if;
      if was_published and is_published and new is not distinct from old then return null; end if;
      perform lock_catalog();
      perform number_catalog_change(coalesce(new.id, old.id), is_published);
      return null;
    end $$;
    create trigger recipes_in_catalog after insert or update or delete on recipes for each row
      execute function note_recipe_change();

    -- A recipe may name a picture that is uploaded later.
    create function note_new_picture() returns trigger language plpgsql ${path} as $$
    begin
      perform lock_catalog();
      perform number_catalog_change(id, true) from recipes
      where picture_hash(image_url) = new.hash and published_at is not null and deleted_at is null;
      return null;
    end $$;
    create trigger pictures_in_catalog after insert on pictures for each row execute function note_new_picture();

    -- Every client starts again. For a restored backup, and for new addresses of pictures: docs/operations.md.
    create function restart_catalog() returns void language plpgsql ${path} as $$
    begin
      perform lock_catalog();
      update catalog_floor set change = setval('catalog_changes', nextval('catalog_changes') + 1000000);
    end $$;`.execute(db);
}
