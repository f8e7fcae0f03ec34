import { expect, test } from 'vitest';
import type { BulkChange } from '#contract/recipes/bulk.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { auditOf, createRecipe, recipeIn } from '#tests/setup/api/recipes.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);

const change = (ids: readonly number[], change: object) => admin.post('/admin/recipes/bulk', { ids, change });
const read = async (id: number) => recipeIn(await admin.get(`/admin/recipes/${id}`));
const addTag = (value: string) => ({ action: 'add', field: 'feature_tags', value });
const countEntries = async () => (await db.selectFrom('audit_entries').select('id').execute()).length;

async function createThree() {
  const spellings = [['Végan', 'Budget'], ['VEGAN ', 'vegan'], ['Budget']];
  const created = [];
  for (const feature_tags of spellings) created.push(await createRecipe(admin, { feature_tags }));
  return created.map(({ id }) => id);
}

test('a tag is added where no spelling of it is, as one version each and one audit entry', async () => {
  const ids = await createThree();
  const before = await countEntries();
  const reply = await change(ids, addTag(' Vegan '));
  expect(reply.body).toMatchObject({ status: 200, message: '1 recipe changed', data: { changed: 1 } });
  const [, , third = 0] = ids;
  expect((await read(third)).feature_tags).toEqual(['Budget', 'Vegan']);
  expect((await admin.get(`/admin/recipes/${third}/versions`)).body.data).toMatchObject([
    { version: 2, kind: 'changed_in_bulk', fields: ['feature_tags'] },
    { version: 1, kind: 'created' },
  ]);
  expect(await countEntries()).toBe(before + 1);
});

test('every spelling of a tag is removed, in one audit entry with all recipes', async () => {
  const ids = await createThree();
  const before = await countEntries();
  const reply = await change([...ids, ...ids], { action: 'remove', field: 'feature_tags', value: 'vegán' });
  expect(reply.body).toMatchObject({ message: '2 recipes changed', data: { changed: 2 } });
  const tags = await Promise.all(ids.map(async (id) => (await read(id)).feature_tags));
  expect(tags).toEqual([['Budget'], [], ['Budget']]);
  expect(await countEntries()).toBe(before + 1);
  const [entry] = (await auditOf(db, ids[0] ?? 0)).slice(-1);
  expect(entry).toMatchObject({
    action: 'recipes_changed',
    actor_id: admin.administrator.id,
    changes: [{ field: 'feature_tags', from: 'vegán', to: null }],
  });
  expect(entry?.recipe_ids?.toSorted()).toEqual(ids.slice(0, 2).toSorted());
});

test.each([
  ['publish', 'published', { field: 'state', from: 'draft', to: 'published' }],
  ['delete', 'deleted', { field: 'state', from: null, to: 'deleted' }],
])('several recipes: %s', async (action, state, audited) => {
  const ids = await createThree();
  const before = await countEntries();
  expect((await change(ids, { action })).body).toMatchObject({ data: { changed: 3 } });
  for (const id of ids) expect(await read(id)).toMatchObject({ state });
  expect(await countEntries()).toBe(before + 1);
  const [entry] = (await auditOf(db, ids[0] ?? 0)).slice(-1);
  expect(entry).toMatchObject({ action: 'recipes_changed', changes: [audited] });
  expect(entry?.recipe_ids).toHaveLength(3);
});

test('deleted recipes can be restored together, and published ones made drafts', async () => {
  const ids = await createThree();
  await change(ids, { action: 'publish' });
  await change(ids.slice(1), { action: 'delete' });
  expect((await change(ids, { action: 'restore' })).body).toMatchObject({ data: { changed: 2 } });
  expect((await change(ids, { action: 'unpublish' })).body).toMatchObject({ data: { changed: 3 } });
  for (const id of ids) expect(await read(id)).toMatchObject({ state: 'draft', deleted_at: null });
});

test('recipes that already are as asked are left alone', async () => {
  const ids = await createThree();
  const before = await countEntries();
  for (const action of ['unpublish', 'restore']) {
    expect((await change(ids, { action })).body).toMatchObject({ data: { changed: 0 } });
  }
  expect(await countEntries()).toBe(before);
});

test('with an unknown or deleted recipe nothing is changed', async () => {
  const [first = 0, second = 0] = await createThree();
  await admin.post(`/admin/recipes/${second}/delete`);
  for (const other of [second, 2_147_483_647]) {
    for (const asked of [{ action: 'publish' }, { action: 'delete' }, addTag('New')]) {
      expect((await change([first, other], asked)).status).toBe(404);
    }
  }
  expect((await change([first, 2_147_483_647], { action: 'restore' })).status).toBe(404);
  expect(await read(first)).toMatchObject({ state: 'draft', feature_tags: ['Végan', 'Budget'] });
});

test('more tags than a recipe may have are refused, with nothing changed', async () => {
  const feature_tags = Array.from({ length: 50 }, (_, index) => `Tag ${index}`);
  const [full, free] = [await createRecipe(admin, { feature_tags }), await createRecipe(admin)];
  const { status, body } = await change([full.id, free.id], addTag('One more'));
  expect([status, body.message]).toEqual([
    422,
    'A recipe can have at most 50 of these tags. Nothing was changed.',
  ]);
  expect((await read(free.id)).feature_tags).toEqual(['Vegetarian']);
});

test.each([
  [{ ids: [], change: { action: 'publish' } }],
  [{ ids: Array.from({ length: 201 }, (_, index) => index + 1), change: { action: 'publish' } }],
  [{ ids: [0], change: { action: 'publish' } }],
  [{ ids: [1e300], change: { action: 'publish' } }],
  [{ ids: [1], change: { action: 'destroy' } }],
  [{ ids: [1], change: { action: 'add', field: 'title', value: 'x' } }],
  [{ ids: [1], change: { action: 'add', field: 'meal_types', value: ' ' } }],
])('%j is refused', async (body) => {
  expect((await admin.post('/admin/recipes/bulk', body)).status).toBe(422);
});

test('changes of the same recipes at the same time do not wait for each other', async () => {
  const ids = await createThree();
  const replies = await Promise.all(
    ['A', 'B', 'C', 'D'].map((value, index) =>
      change(index % 2 ? ids : ids.toReversed(), { action: 'add', field: 'meal_types', value }),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  for (const id of ids) {
    expect((await read(id)).meal_types.toSorted()).toEqual(['A', 'B', 'C', 'D', 'Dinner']);
  }
});

test('a change is listed with its result, and its recipes are lists of their own, deleted ones too', async () => {
  const [first = 0, second = 0, third = 0] = await createThree();
  await change([first, second, third], addTag('vegan'));
  await change([third], { action: 'delete' });
  const { body } = await admin.get('/admin/recipe-changes');
  const [deletion, tagging] = body.data as BulkChange[];
  expect([deletion, tagging]).toMatchObject([
    {
      state: 'done',
      change: { action: 'delete' },
      counts: { recipes: 1, changed: 1, unchanged: 0, pending: 0 },
    },
    {
      ...{
        state: 'done',
        change: addTag('vegan'),
        counts: { recipes: 3, changed: 1, unchanged: 2, failed: 0 },
      },
      startedBy: expect.stringContaining(admin.administrator.email),
    },
  ]);
  const idsOf = async (query: string) => {
    const answer = await admin.get(`/admin/recipes?${query}`);
    return (answer.body.data as { recipes: { id: number }[] }).recipes.map(({ id }) => id).toSorted();
  };
  expect(await idsOf(`change=${tagging?.id}&outcome=unchanged`)).toEqual([first, second]);
  expect(await idsOf(`change=${tagging?.id}&outcome=changed`)).toEqual([third]);
  expect(await idsOf(`change=${tagging?.id}`)).toEqual([first, second, third]);
  expect(await idsOf(`change=${deletion?.id}&outcome=changed&state=deleted`)).toEqual([third]);
  expect(await idsOf(`change=${deletion?.id}&outcome=failed`)).toEqual([]);
});

test('a change that is refused is not listed', async () => {
  const before = (await admin.get('/admin/recipe-changes')).body.data;
  expect((await change([2_000_000_000], { action: 'publish' })).status).toBe(404);
  expect((await admin.get('/admin/recipe-changes')).body.data).toEqual(before);
});
