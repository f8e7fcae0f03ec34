import { beforeEach, expect, test } from 'vitest';
import type { BulkChange, BulkRow } from '#contract/recipes/bulk.ts';
import type { RecipeValues } from '#contract/recipes/list.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { holdRowsAfter } from '#tests/setup/api/hold-rows.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);

const path = '/admin/recipe-changes';
const start = (body: object) => admin.post(path, body);
const list = async () => (await admin.get(path)).body.data as BulkChange[];
const rows = async (id: number) => (await admin.get(`${path}/${id}/rows`)).body.data as BulkRow[];
const recipes = () => db.selectFrom('recipes').selectAll().orderBy('id').execute();
const idOf = (answer: { body: Record<string, unknown> }) => (answer.body.data as BulkChange).id;

async function ended(id: number): Promise<BulkChange | undefined> {
  const find = async () => (await list()).find((change) => change.id === id);
  await expect.poll(async () => (await find())?.finishedAt, { timeout: 60_000 }).toEqual(expect.any(String));
  return find();
}

const blank = {
  description: '',
  ...{ preparation_time: 0, cooking_time: 0, servings: null },
  ...{ ingredients: '[]', steps: [], nutrition_values: '[]' },
  ...{ meal_types: [], feature_tags: [], promotional_tags: [] },
};

async function addRecipes(count: number, more: object = {}) {
  const values = Array.from({ length: count }, (_, index) => ({ title: `Dish ${index}`, ...blank, ...more }));
  await db.insertInto('recipes').values(values).execute();
}

beforeEach(async () => {
  await db.deleteFrom('recipes').execute();
  await db.deleteFrom('background_jobs').execute();
});

test('what the list shows is changed, in one audit entry, and every row says its result', async () => {
  await addRecipes(250);
  await addRecipes(10, { meal_types: ['Dinner'] });
  await addRecipes(5, { deleted_at: new Date() });
  const change = { action: 'add', field: 'meal_types', value: 'dinner' };
  const answer = await start({ selection: {}, expected: 260, change });
  expect(answer.body.data).toMatchObject({ change, counts: { recipes: 260 } });
  expect(await ended(idOf(answer))).toMatchObject({
    state: 'done',
    startedBy: expect.stringContaining(admin.administrator.email),
    counts: { recipes: 260, pending: 0, changed: 250, unchanged: 10, failed: 0 },
  });
  expect((await recipes()).filter(({ meal_types }) => meal_types[0] === 'dinner')).toHaveLength(250);
  const { recipe_ids, actor_id } = await db
    .selectFrom('audit_entries')
    .where('action', '=', 'recipes_changed')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect([recipe_ids?.length, actor_id]).toEqual([250, admin.administrator.id]);
  expect(await rows(idOf(answer))).toHaveLength(50);
});

test('nothing starts if the list has changed since it was counted', async () => {
  await addRecipes(3);
  const { status, body } = await start({ selection: {}, expected: 2, change: { action: 'publish' } });
  expect([status, body.message]).toEqual([
    409,
    'There are now 3 recipes. Nothing was changed. Check the list again.',
  ]);
  expect(await list()).toEqual([]);
});

test('filters and keyword choose the recipes', async () => {
  await addRecipes(3, { cuisine: 'Thai' });
  await addRecipes(3);
  const selection = { keyword: 'dish 1', cuisine: 'thai' };
  const answer = await start({ selection, expected: 1, change: { action: 'delete' } });
  expect(await ended(idOf(answer))).toMatchObject({ counts: { changed: 1 } });
  expect((await recipes()).filter(({ deleted_at }) => deleted_at)).toMatchObject([
    { title: 'Dish 1', cuisine: 'Thai' },
  ]);
});

test('one recipe that cannot be changed does not stop the others, and says why', async () => {
  const full = Array.from({ length: 50 }, (_, index) => `Tag ${index}`);
  await addRecipes(60);
  await addRecipes(1, { feature_tags: full });
  await addRecipes(10);
  const change = { action: 'add', field: 'feature_tags', value: 'New' };
  const answer = await start({ selection: {}, expected: 71, change });
  expect(await ended(idOf(answer))).toMatchObject({ state: 'done', counts: { changed: 70, failed: 1 } });
  expect((await rows(idOf(answer)))[0]).toMatchObject({
    result: 'failed',
    message: expect.stringContaining('at most 50'),
  });
});

test('a stop keeps what is done', async () => {
  await addRecipes(2_000);
  const answer = await start({ selection: {}, expected: 2_000, change: { action: 'publish' } });
  const id = idOf(answer);
  // Without its last row it can't end before the stop.
  const release = await holdRowsAfter(db, id, 1_999);
  await expect.poll(async () => (await list())[0]?.counts.changed, { timeout: 30_000 }).toBeGreaterThan(0);
  expect((await admin.post(`${path}/${id}/stop`)).status).toBe(200);
  await release();
  const end = await ended(id);
  expect(end?.state).toBe('stopped');
  expect((await recipes()).filter(({ published_at }) => published_at)).toHaveLength(end?.counts.changed ?? 0);
  expect(end?.counts.pending).toBe(2_000 - (end?.counts.changed ?? 0));
  expect((await admin.post(`${path}/${id}/stop`)).status).toBe(409);
});

test('chosen recipes are changed; one that is deleted fails, and the others do not', async () => {
  await addRecipes(3);
  const ids = (await recipes()).map(({ id }) => id);
  await db
    .updateTable('recipes')
    .set({ deleted_at: new Date() })
    .where('id', '=', ids[1] ?? 0)
    .execute();
  const answer = await start({ ids, selection: {}, expected: 3, change: { action: 'publish' } });
  expect(await ended(idOf(answer))).toMatchObject({ counts: { changed: 2, failed: 1 } });
  expect((await rows(idOf(answer)))[0]).toMatchObject({
    recipeId: ids[1],
    result: 'failed',
    message: 'It has been deleted.',
  });
});

test('unknown changes are 404', async () => {
  expect((await admin.post(`${path}/999999/stop`)).status).toBe(404);
  expect((await admin.get(`${path}/999999/rows`)).status).toBe(404);
});

test('the id of a change is no retry and no import, and theirs is no change', async () => {
  await addRecipes(1);
  const change = idOf(await start({ selection: {}, expected: 1, change: { action: 'publish' } }));
  const retries = `/admin/payment-retries/${change}`;
  const imports = `/admin/recipe-imports/${change}`;
  for (const call of [`${retries}/rows`, imports, `${imports}/rows`]) {
    expect((await admin.get(call)).status, call).toBe(404);
  }
  for (const action of ['start', 'stop', 'undo', 'read', 'discard']) {
    expect((await admin.post(`${imports}/${action}`)).status, action).toBe(404);
  }
  expect((await admin.post(`${retries}/stop`)).status).toBe(404);
  const created = idOf(await admin.post('/admin/recipe-imports'));
  expect((await admin.post(`${path}/${created}/stop`)).status).toBe(404);
  expect((await admin.get(`${path}/${created}/rows`)).status).toBe(404);
  expect((await admin.post(`/admin/recipe-imports/${created}/discard`)).status).toBe(200);
});

test('figures that were kept meanwhile are counted again after the change', async () => {
  const types = async () =>
    ((await admin.get('/admin/recipe-values')).body.data as RecipeValues).mealTypes.map(({ count }) => count);
  await addRecipes(3);
  api.counting.ms = 1_000;
  const change = { action: 'add', field: 'meal_types', value: 'Dinner' };
  const started = await start({ selection: {}, expected: 3, change });
  await types();
  await ended(idOf(started));
  await expect.poll(types).toEqual([3]);
  api.counting.ms = 0;
});
