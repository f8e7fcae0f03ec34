import { beforeEach, expect, test } from 'vitest';
import { removeOldJobs } from '#api/jobs/background.ts';
import { runHousekeeping } from '#api/startup/housekeeping.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { holdRowsAfter } from '#tests/setup/api/hold-rows.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { createRecipe } from '#tests/setup/api/recipes.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { createImporter, pageOf, recipe } from './import.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const importer = createImporter(api, admin);
const { act, choose, create, dryRun, reached, read, rows, uploadFile } = importer;

const DAY_MS = 86_400_000;
const stored = () => db.selectFrom('recipes').selectAll().orderBy('id').execute();
const kept = async () => (await stored()).filter(({ deleted_at }) => deleted_at === null);

beforeEach(async () => {
  await db.deleteFrom('recipes').execute();
  await db.deleteFrom('background_jobs').execute();
});

test('a dry run shows what would be created, and stores no recipe', async () => {
  const id = await dryRun([recipe('Soup', { cookTime: 'some time' }), { name: '', recipeIngredient: [] }]);
  expect(await read(id)).toMatchObject({
    state: 'ready',
    createdBy: expect.stringContaining(admin.administrator.email),
    files: [{ name: 'recipes.json', bytes: expect.any(Number) }],
    undoUntil: null,
    counts: { rows: 2, pending: 1, invalid: 1, problems: 2, duplicates: 0 },
  });
  expect(await rows(id)).toMatchObject([
    {
      row: 1,
      file: 'recipes.json',
      title: 'Soup',
      found: { ingredients: 2, steps: 2, preparation_time: 600, cooking_time: 0 },
      problems: [{ field: 'cooking_time', value: 'some time' }],
      choice: 'create',
      result: 'pending',
    },
    { row: 2, found: null, result: 'invalid' },
  ]);
  expect(await stored()).toEqual([]);
});

test('an import creates drafts with a first version, and writes one audit entry', async () => {
  const id = await dryRun([recipe('Soup'), recipe('Stew')]);
  expect((await act(id, 'start')).body.data).toMatchObject({ state: 'importing' });
  expect(await reached(id, 'done')).toMatchObject({
    canStart: false,
    counts: { created: 2, pending: 0, planned: { create: 0 } },
  });
  const recipes = await stored();
  expect(recipes.map(({ title, published_at }) => [title, published_at])).toEqual([
    ['Soup', null],
    ['Stew', null],
  ]);
  expect(recipes[0]).toMatchObject({
    preparation_time: 600,
    ingredients: [
      { name: 'flour', quantity: '2', unit_type: 'cups', is_primary: true },
      { name: 'salt', quantity: '1', unit_type: 'tsp', is_primary: true },
    ],
    steps: ['Mix.', 'Bake.'],
  });
  const versions = (await admin.get(`/admin/recipes/${recipes[0]?.id}/versions`)).body.data;
  expect(versions).toMatchObject([{ version: 1, kind: 'imported' }]);
  const entries = await db
    .selectFrom('audit_entries')
    .where('action', '=', 'recipes_imported')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  expect(entries).toMatchObject([
    { actor_id: admin.administrator.id, recipe_ids: recipes.map(({ id: recipeId }) => recipeId) },
  ]);
});

test('titles are compared without case, accents and punctuation; skip is the default', async () => {
  const { id: soup } = await createRecipe(admin, { title: 'Crème brûlée!' });
  const id = await dryRun([recipe('creme  BRULEE'), recipe('Pie'), recipe('pie.')]);
  expect(await rows(id, '?show=duplicates')).toMatchObject([
    { row: 1, duplicates: [{ id: soup, title: 'Crème brûlée!' }], isRepeated: false, choice: 'skip' },
    { row: 3, duplicates: [], isRepeated: true, choice: 'skip' },
  ]);
  await act(id, 'start');
  expect(await reached(id, 'done')).toMatchObject({ counts: { created: 1, skipped: 2 } });
  expect((await kept()).map(({ title }) => title)).toEqual(['Crème brûlée!', 'Pie']);
});

test.each([
  ['Bœuf – “bourguignon”', 'Boeuf bourguignon'],
  ['Straw\u00ADberry \uFB02an', 'strawberry flan'],
])('%s and %s are the same title', async (stored, imported) => {
  const { id: known } = await createRecipe(admin, { title: stored });
  const id = await dryRun([recipe(imported)]);
  expect(await rows(id, '?show=duplicates')).toMatchObject([{ row: 1, duplicates: [{ id: known }] }]);
});

test('replace saves a new version, keep both creates; chosen for all and for one row', async () => {
  const { id: soup } = await createRecipe(admin, { title: 'Soup' });
  const { id: stew } = await createRecipe(admin, { title: 'Stew' });
  const id = await dryRun([recipe('Soup'), recipe('Stew'), recipe('New')]);
  expect((await choose(id, { choice: 'replace' })).status).toBe(200);
  expect((await choose(id, { row: 2, choice: 'both' })).status).toBe(200);
  expect((await choose(id, { row: 3, choice: 'both' })).status).toBe(404);
  expect(await read(id)).toMatchObject({
    canStart: true,
    counts: { planned: { create: 1, replace: 1, both: 1, skip: 0 } },
  });
  expect((await rows(id)).map(({ choice }) => choice)).toEqual(['replace', 'both', 'create']);
  await act(id, 'start');
  await reached(id, 'done');
  expect((await rows(id)).map(({ result }) => result)).toEqual(['replaced', 'created', 'created']);
  const recipes = await kept();
  expect(recipes.map(({ title }) => title)).toEqual(['Soup', 'Stew', 'Stew', 'New']);
  expect(recipes.find((one) => one.id === soup)).toMatchObject({ version: 2, steps: ['Mix.', 'Bake.'] });
  expect(recipes.find((one) => one.id === stew)).toMatchObject({ version: 1 });
});

test('an undo deletes what was created and reverts what was replaced, but leaves what was changed since', async () => {
  const { id: soup, content } = await createRecipe(admin, { title: 'Soup', steps: ['Old step'] });
  const id = await dryRun([recipe('Soup'), recipe('Stew'), recipe('Pie')]);
  await choose(id, { choice: 'replace' });
  await act(id, 'start');
  await reached(id, 'done');
  const pie = (await kept()).find(({ title }) => title === 'Pie');
  const changed = { ...content, title: 'Apple pie', version: 1 };
  expect((await admin.put(`/admin/recipes/${pie?.id}`, changed)).status).toBe(200);
  expect((await act(id, 'undo')).status).toBe(200);
  expect(await reached(id, 'undone')).toMatchObject({
    undoUntil: null,
    counts: { undone: 2, kept: 1, created: 0, replaced: 0 },
  });
  expect((await kept()).map(({ title, steps }) => [title, steps[0]])).toEqual([
    ['Soup', 'Old step'],
    ['Apple pie', content.steps[0]],
  ]);
  expect((await kept())[0]).toMatchObject({ id: soup, version: 3 });
  expect((await act(id, 'undo')).status).toBe(409);
});

test('after 30 days an import cannot be undone', async () => {
  const id = await dryRun([recipe('Soup')]);
  await act(id, 'start');
  await reached(id, 'done');
  await db.updateTable('background_jobs').set({ undo_until: api.clock.now }).execute();
  const { status, body } = await act(id, 'undo');
  expect([status, body.message]).toEqual([409, 'You can undo an import for 30 days. That time has passed.']);
  expect(await kept()).toHaveLength(1);
});

test('an import that is stopped keeps what is done, and goes on later', async () => {
  const id = await dryRun(Array.from({ length: 300 }, (_, index) => recipe(`Dish ${index}`)));
  // Without its last row it can't end before the stop.
  const release = await holdRowsAfter(db, id, 299);
  await act(id, 'start');
  await expect.poll(async () => (await read(id)).counts.created, { timeout: 30_000 }).toBeGreaterThan(3);
  expect((await act(id, 'stop')).body.data).toMatchObject({ state: 'stopped', canStart: true });
  await release();
  const { counts } = await read(id);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await read(id)).counts).toEqual(counts);
  expect(await kept()).toHaveLength(counts.created);
  await act(id, 'start');
  expect(await reached(id, 'done')).toMatchObject({ counts: { created: 300 } });
  expect(await kept()).toHaveLength(300);
});

test('calls at the wrong time are refused', async () => {
  const id = await create();
  expect((await act(id, 'read')).body.message).toBe('Add a file first.');
  expect((await act(id, 'start')).status).toBe(409);
  expect((await act(id, 'stop')).status).toBe(409);
  expect((await act(id, 'undo')).status).toBe(409);
  expect((await choose(id, { choice: 'skip' })).status).toBe(409);
  expect((await admin.get('/admin/recipe-imports/999999')).status).toBe(404);
  expect((await admin.get('/admin/recipe-imports/999999/rows')).status).toBe(404);
  expect((await uploadFile(999_999, 'a.json', '{}')).status).toBe(404);
  expect((await act(id, 'discard')).body.message).toBe('Import discarded');
  expect((await admin.get(`/admin/recipe-imports/${id}`)).status).toBe(404);
});

test('422 for a choice about a row that no import can have', async () => {
  const id = await dryRun([recipe('Soup'), recipe('Soup')]);
  const chosen = async (row: number) => (await choose(id, { row, choice: 'replace' })).status;
  expect(await chosen(2_147_483_648)).toBe(422);
  expect(await chosen(1e300)).toBe(422);
  expect(await chosen(2_147_483_647)).toBe(404);
});

test('files above 50 MB together are refused, and leave nothing', async () => {
  const id = await create();
  const half = new Uint8Array(26 * 1024 * 1024);
  expect((await uploadFile(id, 'one.csv', half)).status).toBe(200);
  const { status, body } = await uploadFile(id, 'two.csv', half);
  expect([status, body.message]).toEqual([
    413,
    'The files of an import can have 50 MB altogether. Split them.',
  ]);
  expect((await read(id)).files).toEqual([{ name: 'one.csv', bytes: half.byteLength }]);
  const { length } = await db.selectFrom('import_files').select('id').execute();
  expect(length).toBe(1);
});

test('a file that is complete only after the reading has begun is refused, and not listed', async () => {
  const id = await create();
  expect((await uploadFile(id, 'one.json', pageOf([recipe('Soup')]))).status).toBe(200);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const upload = uploadFile(id, 'two.json', readable);
  await writer.write(new TextEncoder().encode(pageOf([recipe('Stew')])));
  const files = () => db.selectFrom('import_files').where('import_id', '=', id).select('name').execute();
  await expect.poll(files).toHaveLength(2);
  await act(id, 'read');
  await reached(id, 'ready');
  await writer.close();
  const { status, body } = await upload;
  expect([status, body.message]).toEqual([409, 'You can’t add more files to this import.']);
  expect((await read(id)).files.map(({ name }) => name)).toEqual(['one.json']);
  expect(await files()).toHaveLength(1);
});

test('housekeeping leaves an import alone that is worked on', async () => {
  const id = await dryRun([recipe('Soup')]);
  const left = async (givenUp: Date | null) => {
    await db
      .updateTable('background_jobs')
      .set({ state: 'importing', due_at: null, given_up_at: givenUp })
      .execute();
    await removeOldJobs(db, new Date(api.clock.now.getTime() + 31 * DAY_MS));
    return (await db.selectFrom('background_jobs').where('id', '=', id).select('id').execute()).length;
  };
  expect(await left(null)).toBe(1);
  expect(await left(new Date())).toBe(0);
});

test('an import ends with its undo, after 30 days', async () => {
  const id = await dryRun([recipe('Soup')]);
  await act(id, 'start');
  const { undoUntil } = await reached(id, 'done');
  expect(undoUntil).toBe(new Date(api.clock.now.getTime() + 30 * DAY_MS).toISOString());
  const log = createTestLog([]);
  await runHousekeeping(db, new Date(api.clock.now.getTime() + 30 * DAY_MS - 1), log);
  const imports = () => db.selectFrom('background_jobs').select('state').execute();
  expect(await imports()).toEqual([{ state: 'done' }]);
  await runHousekeeping(db, new Date(api.clock.now.getTime() + 30 * DAY_MS), log);
  expect(await imports()).toEqual([]);
  expect(await db.selectFrom('import_pieces').select('place').execute()).toEqual([]);
  expect(await kept()).toHaveLength(1);
});
