import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#api/db/migrate.ts';
import { root } from '#tests/architecture/sources.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

test('recipes from before the editor count as published, since they were created', async () => {
  const { db } = await cloneDatabase();
  // Back to the database of the previous version.
  for (const statement of [
    'drop table recipe_versions',
    'drop index recipes_meal_types, recipes_tags, recipes_cuisine, recipes_title, recipes_preparation_time',
    'drop index recipes_cooking_time, recipes_updated, recipes_deleted, audit_entries_recipes',
    'drop function fold_texts',
    'alter table audit_entries drop column recipe_ids',
    'alter table recipes drop column servings, drop column published_at, drop column deleted_at',
  ]) {
    await sql.raw(statement).execute(db);
  }
  const later = readdirSync(`${root}/api/db/migrations`).filter((file) => file >= '0011');
  for (const file of later) {
    await sql`delete from kysely_migration where name = ${file.replace('.ts', '')}`.execute(db);
  }
  await sql`insert into recipes (title, created_at) values ('Old', '2024-05-05T05:05:05Z')`.execute(db);
  await migrate(db);
  const { published_at, deleted_at, servings } = await db
    .selectFrom('recipes')
    .selectAll()
    .executeTakeFirstOrThrow();
  expect({ published_at, deleted_at, servings }).toEqual({
    published_at: new Date('2024-05-05T05:05:05Z'),
    deleted_at: null,
    servings: null,
  });
  const admin = await signInAdministrator({ db }, await serveApi(db));
  expect((await admin.get('/admin/recipes?state=published')).body).toMatchObject({ total: 1 });
});
