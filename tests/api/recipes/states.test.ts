import { expect, test } from 'vitest';
import { runHousekeeping } from '#api/startup/housekeeping.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { auditOf, createRecipe, recipeIn } from '#tests/setup/api/recipes.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);

const act = (id: number, action: string) => admin.post(`/admin/recipes/${id}/${action}`);
const stateOf = async (id: number) => recipeIn(await admin.get(`/admin/recipes/${id}`)).state;
const listed = async (query = '') => {
  const { body } = await admin.get(`/admin/recipes?pageSize=100${query}`);
  return (body.data as { recipes: { id: number }[] }).recipes.map(({ id }) => id);
};
const readTotals = async () => (await admin.get('/admin/subscriptions/stats')).body.totals;
const daysLater = (days: number) => new Date(api.clock.now.getTime() + days * 86_400_000);

test('a draft is published and made a draft again; only published recipes count in the totals', async () => {
  const before = await readTotals();
  const { id } = await createRecipe(admin);
  expect(await readTotals()).toEqual(before);
  const published = await act(id, 'publish');
  expect(published.body).toMatchObject({
    message: 'Recipe published',
    version: 1,
    data: { id, state: 'published' },
  });
  expect(await readTotals()).toMatchObject({ recipes: 1, ingredients: 1 });
  expect((await act(id, 'unpublish')).body).toMatchObject({ data: { state: 'draft' } });
  expect(await readTotals()).toEqual(before);
  expect((await auditOf(db, id)).slice(1)).toMatchObject([
    { action: 'recipe_published', changes: [{ field: 'state', from: 'draft', to: 'published' }] },
    { action: 'recipe_unpublished', changes: [{ field: 'state', from: 'published', to: 'draft' }] },
  ]);
});

test('repeating an action changes nothing', async () => {
  const { id } = await createRecipe(admin);
  for (const action of ['publish', 'unpublish', 'delete', 'restore']) {
    const [first, second] = [await act(id, action), await act(id, action)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
  }
  const actions = (await auditOf(db, id)).map(({ action }) => action);
  expect(actions).toEqual([
    'recipe_created',
    'recipe_published',
    'recipe_unpublished',
    'recipe_deleted',
    'recipe_restored',
  ]);
});

test('a deleted recipe is hidden, can be read, and comes back as it was', async () => {
  const { id } = await createRecipe(admin);
  await act(id, 'publish');
  const deleted = await act(id, 'delete');
  expect(deleted.body).toMatchObject({
    data: { state: 'deleted', deleted_at: api.clock.now.toISOString() },
  });
  expect(await listed()).not.toContain(id);
  expect(await listed('&state=published')).not.toContain(id);
  expect(await listed('&state=deleted')).toContain(id);
  expect(await stateOf(id)).toBe('deleted');
  expect(await readTotals()).toMatchObject({ recipes: 0, ingredients: 0 });
  for (const action of ['publish', 'unpublish']) expect((await act(id, action)).status).toBe(409);
  expect((await act(id, 'restore')).body).toMatchObject({ data: { state: 'published', deleted_at: null } });
  expect(await listed()).toContain(id);
});

test('unknown recipes are 404', async () => {
  for (const action of ['publish', 'unpublish', 'delete', 'restore']) {
    expect((await act(2_147_483_647, action)).status).toBe(404);
  }
});

test('housekeeping removes what was deleted 30 days ago, with its versions, and says so in the audit log', async () => {
  const [gone, kept, restored] = [
    await createRecipe(admin),
    await createRecipe(admin),
    await createRecipe(admin),
  ];
  await act(gone.id, 'delete');
  await act(restored.id, 'delete');
  await act(restored.id, 'restore');
  const logLines: string[] = [];
  await runHousekeeping(db, daysLater(29.9), createTestLog(logLines));
  const storedIds = async () => (await db.selectFrom('recipes').select('id').execute()).map(({ id }) => id);
  expect(await storedIds()).toContain(gone.id);
  const end = daysLater(30);
  await runHousekeeping(db, end, createTestLog(logLines));
  expect(logLines).toEqual([]);
  expect(await storedIds()).not.toContain(gone.id);
  const rows = await db.selectFrom('recipe_versions').select('recipe_id').execute();
  const withVersions = rows.map(({ recipe_id }) => recipe_id);
  expect(withVersions).not.toContain(gone.id);
  expect(withVersions).toEqual(expect.arrayContaining([kept.id, restored.id]));
  expect((await auditOf(db, gone.id)).at(-1)).toMatchObject({
    at: end,
    actor: 'housekeeping',
    action: 'recipes_removed',
    changes: [{ field: 'title', from: 'Spätzle', to: null }],
    recipe_ids: [gone.id],
  });
});

test('a round of housekeeping without deleted recipes writes nothing', async () => {
  const count = async () => (await db.selectFrom('audit_entries').select('id').execute()).length;
  const before = await count();
  await runHousekeeping(db, daysLater(90), createTestLog([]));
  expect(await count()).toBe(before);
});
