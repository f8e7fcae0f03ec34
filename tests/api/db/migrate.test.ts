import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { StartError } from '#api/config/start-error.ts';
import { isMigrated, migrate } from '#api/db/migrate.ts';
import { up as toOneLineNames } from '#api/db/migrations/0008-one-line-names.ts';
import { up as addCatalog } from '#api/db/migrations/0012-catalog.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';

const { db } = await cloneDatabase();

test('a database with changes that this version does not have is refused in one line, and stays as it is', async () => {
  await migrate(db);
  expect(await isMigrated(db)).toBe(true);
  await sql`insert into kysely_migration (name, timestamp) values ('0001-search', now()), ('9999-later', now())`.execute(
    db,
  );
  const refusal = (where: string, anew: string) =>
    new StartError(
      `${where} is from another version, whose change “0001-search” this one doesn’t have. To keep what you need, start that version and export it from its lists; then ${anew} and start again.`,
    );
  expect(await isMigrated(db)).toBe(false);
  await expect(migrate(db)).rejects.toEqual(
    refusal('The database at DATABASE_URL', 'set DATABASE_URL to an empty database'),
  );
  await expect(migrate(db, { dataDir: '/srv/data' })).rejects.toEqual(
    refusal('The data in /srv/data', 'move that folder away'),
  );
});

test('names that are stored become one line', async () => {
  const { db: older } = await cloneDatabase();
  const values = [
    { first_name: 'Ann\r\n Lee', last_name: 'Ng\u2028', phone: null },
    { first_name: 'Zoë', last_name: 'D’ Amboise', phone: '+1\t202' },
  ];
  for (const names of values) await addUser(older, names);
  await toOneLineNames(older as never);
  expect(
    await older.selectFrom('users').select(['first_name', 'last_name', 'phone']).orderBy('id').execute(),
  ).toEqual([
    { first_name: 'Ann Lee', last_name: 'Ng', phone: null },
    { first_name: 'Zoë', last_name: 'D’ Amboise', phone: '+1 202' },
  ]);
});

test('recipes that are published already are in the catalog', async () => {
  const { db: older } = await cloneDatabase();
  await sql`
    drop function note_recipe_change, note_new_picture cascade;
    drop function number_catalog_change, lock_catalog, restart_catalog;
    drop table catalog_entries, catalog_floor;
    drop sequence catalog_changes;
    insert into recipes (title, published_at, deleted_at)
    values ('one', now(), null), ('draft', null, null), ('deleted', now(), now()), ('other', now(), null)`.execute(
    older,
  );
  await addCatalog(older as never);
  const readTitles = async () => {
    const { rows } = await sql<{ title: string }>`
      select title from catalog_entries join recipes on recipes.id = recipe_id and is_published order by change`.execute(
      older,
    );
    return rows.map(({ title }) => title);
  };
  expect(await readTitles()).toEqual(['one', 'other']);
  await sql`update recipes set published_at = now() where title = 'draft'`.execute(older);
  expect(await readTitles()).toEqual(['one', 'other', 'draft']);
});
