import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);

async function find(keyword: string): Promise<number[]> {
  const { body } = await admin.get(`/admin/search?keyword=${encodeURIComponent(keyword)}`);
  return (body.data as { users: { id: number }[] }).users.map(({ id }) => id);
}

test('the user with an id comes once, before those whose name has it', async () => {
  // No random address has this number.
  await sql`alter table users alter column id restart with 1987654321`.execute(db);
  const { id } = await addUser(db);
  await db
    .updateTable('users')
    .set({ email: `${id}@example.com` })
    .where('id', '=', id)
    .execute();
  const newer = await addUser(db, { first_name: `Number ${id}` });
  expect(await find(String(id))).toEqual([id, newer.id]);
  expect(await find(`#${id}`)).toEqual([id]);
  for (let count = 1; count <= 4; count += 1) await addUser(db, { first_name: `Number ${id}` });
  expect(await find(String(id))).toHaveLength(5);
});

test('five users are found', async () => {
  const ids: number[] = [];
  for (let count = 1; count <= 6; count += 1) ids.unshift((await addUser(db, { first_name: 'Sixfold' })).id);
  expect(await find('sixfold')).toEqual(ids.slice(0, 5));
});
