import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#api/db/migrate.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

test('recipes from before the editor count as published, since they were created', async () => {
  const { db } = await cloneDatabase();
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrate(db, { to: '0010-grace-of-a-refresh' });
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
