import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eraseDueAccounts } from '#api/accounts/erasure.ts';
import { readRecipeConflict } from '#contract/recipes/edit.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { auditOf, createRecipe } from '#tests/setup/api/recipes.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const colleague = await signInAdministrator(database, api);

const nameOf = ({ administrator: { first_name, last_name, email } }: typeof admin) =>
  `${first_name} ${last_name} (${email})`;

/** Versions 1 to 3, by two administrators. */
async function createThreeVersions() {
  const { id, content } = await createRecipe(admin, { image_url: '/api/v1/pictures/egg.svg' });
  const second = { ...content, title: 'Second', servings: 2 };
  await colleague.put(`/admin/recipes/${id}`, { ...second, version: 1 });
  await admin.put(`/admin/recipes/${id}`, { ...second, steps: [], version: 2 });
  return { id, content };
}

test('the versions are newest first, with author, time, kind and changed fields', async () => {
  const { id } = await createThreeVersions();
  const { body } = await admin.get(`/admin/recipes/${id}/versions`);
  const at = api.clock.now.toISOString();
  expect(body).toMatchObject({
    total: 3,
    data: [
      { version: 3, at, by: nameOf(admin), kind: 'saved', fields: ['steps'] },
      { version: 2, at, by: nameOf(colleague), kind: 'saved', fields: ['title', 'servings'] },
      { version: 1, at, by: nameOf(admin), kind: 'created', fields: [] },
    ],
  });
});

test('each version can be read as it was', async () => {
  const { id, content } = await createThreeVersions();
  const read = async (version: number) =>
    (await admin.get(`/admin/recipes/${id}/versions/${version}`)).body.data;
  expect(await read(1)).toEqual(content);
  expect(await read(2)).toEqual({ ...content, title: 'Second', servings: 2 });
  expect(await read(3)).toEqual({ ...content, title: 'Second', servings: 2, steps: [] });
});

test('a reverted content is saved as a new version', async () => {
  const { id, content } = await createThreeVersions();
  const reply = await colleague.post(`/admin/recipes/${id}/revert`, { to: 1, version: 3 });
  expect(reply.body).toMatchObject({
    status: 200,
    message: 'The recipe is back to version 1',
    version: 4,
    data: content,
  });
  const { body } = await admin.get(`/admin/recipes/${id}/versions`);
  expect(body).toMatchObject({
    total: 4,
    data: [
      { version: 4, by: nameOf(colleague), kind: 'reverted', fields: ['title', 'servings', 'steps'] },
      { version: 3 },
      { version: 2 },
      { version: 1 },
    ],
  });
  expect((await auditOf(db, id)).at(-1)).toMatchObject({
    action: 'recipe_reverted',
    actor_id: colleague.administrator.id,
    changes: [
      { field: 'title', from: 'Second', to: 'Spätzle' },
      { field: 'servings', from: '2', to: '4' },
      { field: 'steps', from: '', to: 'Beat., Scrape.' },
    ],
  });
});

test('a revert to the present content makes no version', async () => {
  const { id } = await createThreeVersions();
  const { body } = await admin.post(`/admin/recipes/${id}/revert`, { to: 3, version: 3 });
  expect(body).toMatchObject({ status: 200, version: 3 });
});

test('a revert on top of a newer save is refused, and so is one of a deleted recipe', async () => {
  const { id } = await createThreeVersions();
  const stale = await admin.post(`/admin/recipes/${id}/revert`, { to: 1, version: 2 });
  expect(stale.status).toBe(409);
  expect(readRecipeConflict(stale.body)).toMatchObject({ version: 3, changedBy: nameOf(admin) });
  await admin.post(`/admin/recipes/${id}/delete`);
  expect((await admin.post(`/admin/recipes/${id}/revert`, { to: 1, version: 3 })).status).toBe(409);
});

test('unknown recipes and versions are 404', async () => {
  const { id } = await createThreeVersions();
  for (const path of [
    `${id}/versions/4`,
    `${id}/versions/0`,
    '2147483647/versions/1',
    '2147483647/versions',
  ]) {
    expect((await admin.get(`/admin/recipes/${path}`)).status).toBe(404);
  }
  expect((await admin.post(`/admin/recipes/${id}/revert`, { to: 9, version: 3 })).status).toBe(404);
  expect((await admin.post('/admin/recipes/2147483647/revert', { to: 1, version: 1 })).status).toBe(404);
});

test('publishing and deleting make no version, and do not count as a save', async () => {
  const { id } = await createRecipe(admin);
  const before = (await admin.get(`/admin/recipes/${id}`)).body;
  api.clock.now = new Date(api.clock.now.getTime() + 60_000);
  for (const action of ['publish', 'unpublish', 'delete', 'restore']) {
    await admin.post(`/admin/recipes/${id}/${action}`);
  }
  expect((await admin.get(`/admin/recipes/${id}`)).body).toEqual(before);
  expect((await admin.get(`/admin/recipes/${id}/versions`)).body.total).toBe(1);
});

test('the versions of an administrator whose account is erased lead to no person', async () => {
  const leaver = await signInAdministrator(database, api);
  const { id: userId, first_name, last_name, email } = leaver.administrator;
  const { id } = await createRecipe(leaver);
  const authorOf = async () => {
    const { body } = await admin.get(`/admin/recipes/${id}/versions`);
    return (body.data as { by: string | null }[])[0]?.by;
  };
  expect(await authorOf()).toBe(nameOf(leaver));
  await db.updateTable('users').set({ status: 'deleted' }).where('id', '=', userId).execute();
  await sql`insert into account_deletions (user_id, requested_at, confirmed_at)
    values (${userId}, now() - interval '40 days', now() - interval '40 days')`.execute(db);
  await eraseDueAccounts(db, new Date(), createTestLog([]));
  for (const word of [first_name, last_name, email]) expect(await authorOf()).not.toContain(word);
  // Years later its row is gone, too.
  await db.deleteFrom('account_deletions').where('user_id', '=', userId).execute();
  await db.deleteFrom('users').where('id', '=', userId).execute();
  expect(await authorOf()).toBe('A former administrator');
});
