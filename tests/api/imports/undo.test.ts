import { beforeEach, expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createRecipe } from '#tests/setup/api/recipes.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { createImporter, recipe } from './import.ts';

/** The undo of rows of one import that have the same title, so that the later ones replace the first. */

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const { act, choose, dryRun, reached, rows } = createImporter(api, admin);

const soups = ['One', 'Two', 'Three'].map((step) => recipe('Soup', { recipeInstructions: [step] }));
const kept = () =>
  db.selectFrom('recipes').where('deleted_at', 'is', null).selectAll().orderBy('id').execute();
const results = async (id: number) => (await rows(id)).map(({ result }) => result);

beforeEach(async () => {
  await db.deleteFrom('recipes').execute();
  await db.deleteFrom('background_jobs').execute();
});

async function importReplacing(): Promise<number> {
  const id = await dryRun(soups);
  await choose(id, { choice: 'replace' });
  await act(id, 'start');
  await reached(id, 'done');
  return id;
}

async function undo(id: number): Promise<void> {
  await act(id, 'undo');
  await reached(id, 'undone');
}

test('a recipe that one row created and others replaced is deleted', async () => {
  const id = await importReplacing();
  expect(await results(id)).toEqual(['created', 'replaced', 'replaced']);
  await undo(id);
  expect(await rows(id)).toMatchObject(soups.map(() => ({ result: 'undone', message: null })));
  expect(await kept()).toEqual([]);
});

test('a recipe from before the import that several rows replaced gets its own content back', async () => {
  await createRecipe(admin, { title: 'Soup', steps: ['Old step'] });
  const id = await importReplacing();
  expect(await results(id)).toEqual(['replaced', 'replaced', 'replaced']);
  await undo(id);
  expect(await results(id)).toEqual(['undone', 'undone', 'undone']);
  expect(await kept()).toMatchObject([{ title: 'Soup', steps: ['Old step'], version: 5 }]);
});

test('a change after the import is kept, whichever row wrote the recipe', async () => {
  const { content } = await createRecipe(admin, { title: 'Soup', steps: ['Old step'] });
  const id = await importReplacing();
  const [soup] = await kept();
  const changed = { ...content, steps: ['Changed'], version: soup?.version };
  expect((await admin.put(`/admin/recipes/${soup?.id}`, changed)).status).toBe(200);
  await undo(id);
  expect(await results(id)).toEqual(['kept', 'kept', 'kept']);
  expect(await kept()).toMatchObject([{ steps: ['Changed'], version: 5 }]);
});

const afterwards = {
  published: (id: number) => admin.post(`/admin/recipes/${id}/publish`),
  'published with others': (id: number) =>
    admin.post('/admin/recipes/bulk', { ids: [id], change: { action: 'publish' } }),
  tagged: (id: number) =>
    admin.post('/admin/recipes/bulk', {
      ids: [id],
      change: { action: 'add', field: 'feature_tags', value: 'Vegan' },
    }),
  'deleted and restored': async (id: number) => {
    await admin.post(`/admin/recipes/${id}/delete`);
    return admin.post(`/admin/recipes/${id}/restore`);
  },
};

test.each(Object.entries(afterwards))('a recipe that was %s since is counted and kept', async (_, change) => {
  const id = await dryRun([recipe('Soup'), recipe('Stew')]);
  await act(id, 'start');
  expect((await reached(id, 'done')).counts.changedSince).toBe(0);
  const [soup] = await kept();
  api.clock.now = new Date(api.clock.now.getTime() + 1_000);
  expect((await change(soup?.id ?? 0)).status).toBe(200);
  expect((await reached(id, 'done')).counts).toMatchObject({ created: 2, changedSince: 1 });
  await undo(id);
  expect(await rows(id)).toMatchObject([
    {
      result: 'kept',
      message: 'It was changed or published after the import, so it was kept.',
    },
    { result: 'undone' },
  ]);
  expect(await kept()).toMatchObject([{ title: 'Soup' }]);
});

test('what was published before an import replaced it gets its content back', async () => {
  const { id: soup } = await createRecipe(admin, { title: 'Soup', steps: ['Old step'] });
  await admin.post(`/admin/recipes/${soup}/publish`);
  const id = await importReplacing();
  expect((await reached(id, 'done')).counts.changedSince).toBe(0);
  await undo(id);
  expect(await kept()).toMatchObject([{ title: 'Soup', steps: ['Old step'] }]);
});

test('a change between two rows is kept: only what came after it is undone', async () => {
  const { id: soup, content } = await createRecipe(admin, { title: 'Soup', steps: ['Old step'] });
  const id = await dryRun(soups);
  await choose(id, { choice: 'replace' });
  // The import is stopped after its first row.
  const later = db.updateTable('background_job_rows').where('row', '>', 1);
  await later.set({ result: 'skipped' }).execute();
  await act(id, 'start');
  await reached(id, 'done');
  const changed = { ...content, steps: ['Changed'], version: 2 };
  expect((await admin.put(`/admin/recipes/${soup}`, changed)).status).toBe(200);
  await later.set({ result: 'pending' }).execute();
  await db.updateTable('background_jobs').set({ state: 'stopped' }).execute();
  await act(id, 'start');
  await reached(id, 'done');
  await undo(id);
  expect(await results(id)).toEqual(['kept', 'undone', 'undone']);
  expect(await kept()).toMatchObject([{ id: soup, steps: ['Changed'] }]);
});
