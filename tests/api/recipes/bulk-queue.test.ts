import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startWorker } from '#api/jobs/worker.ts';
import { readBulkChange, startBulkChange } from '#api/recipes/bulk/background.ts';
import { createBulkQueue } from '#api/recipes/bulk/bulk-queue.ts';
import type { BulkAction } from '#contract/recipes/list.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';

const { db } = await cloneDatabase();
const services = { db, clock: () => new Date(), log: createTestLog([]) };
const blank = {
  description: '',
  ...{ preparation_time: 0, cooking_time: 0, servings: null },
  ...{ ingredients: '[]', steps: [], nutrition_values: '[]' },
  ...{ meal_types: [], feature_tags: [], promotional_tags: [] },
};

let lastEntry = 0;
const entries = () =>
  db.selectFrom('audit_entries').where('id', '>', lastEntry).selectAll().orderBy('id').execute();

beforeEach(async () => {
  await db.deleteFrom('recipes').execute();
  await db.deleteFrom('background_jobs').execute();
  lastEntry = (await entries()).at(-1)?.id ?? lastEntry;
  const values = Array.from({ length: 120 }, (_, index) => ({ title: `Dish ${index}`, ...blank }));
  await db.insertInto('recipes').values(values).execute();
});

const start = (change: BulkAction) =>
  startBulkChange(
    db,
    {
      selection: {},
      expected: 120,
      change,
      actor: { kind: 'administrator', id: 1, requestId: null },
    },
    new Date(),
  );
const publish = () => start({ action: 'publish' });
const counts = async (id: number) => (await readBulkChange(db, id)).counts;
const state = async (id: number) => (await readBulkChange(db, id)).state;
const entrySizes = async () => (await entries()).map(({ recipe_ids }) => recipe_ids?.length);

function startChanges() {
  const worker = startWorker(services, createBulkQueue(services));
  onTestFinished(worker.stop);
}

test('a change is not done while another server holds a row of it, and has one audit entry', async () => {
  const id = await publish();
  await db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('background_job_rows').selectAll().limit(1).forUpdate().execute();
    startChanges();
    await expect.poll(async () => (await counts(id)).pending, { timeout: 20_000 }).toBe(1);
    expect(await state(id)).toBe('running');
  });
  await expect.poll(() => state(id), { timeout: 20_000 }).toBe('done');
  expect(await counts(id)).toMatchObject({ changed: 120, pending: 0 });
  expect(await entrySizes()).toEqual([120]);
});

test('a change that was stopped before its first recipe changes none', async () => {
  const id = await publish();
  await db.updateTable('background_jobs').set({ state: 'stopped' }).execute();
  startChanges();
  const isFinished = async () => (await readBulkChange(db, id)).finishedAt !== null;
  await expect.poll(isFinished, { timeout: 20_000 }).toBe(true);
  expect(await counts(id)).toMatchObject({ changed: 0, pending: 120 });
  expect(await state(id)).toBe('stopped');
});

test.each([
  { action: 'publish' },
  { action: 'add', field: 'feature_tags', value: 'Quick' },
  { action: 'remove', field: 'feature_tags', value: 'Quick' },
] as const)('$action: recipes that were deleted before their turn have failed', async (change) => {
  const id = await start(change);
  const first = await db.selectFrom('recipes').select('id').orderBy('id').limit(70).execute();
  await db
    .updateTable('recipes')
    .set({ deleted_at: new Date() })
    .where(
      'id',
      'in',
      first.map((recipe) => recipe.id),
    )
    .execute();
  startChanges();
  await expect.poll(() => state(id), { timeout: 20_000 }).toBe('done');
  const other = change.action === 'remove' ? { unchanged: 50 } : { changed: 50 };
  expect(await counts(id)).toMatchObject({ changed: 0, unchanged: 0, pending: 0, failed: 70, ...other });
});

test('a server that stops begins no other recipes', async () => {
  const id = await publish();
  const change = await db.selectFrom('background_jobs').selectAll().executeTakeFirstOrThrow();
  expect(await createBulkQueue(services).work(change, AbortSignal.abort())).toBe('stopped');
  expect(await counts(id)).toMatchObject({ changed: 0, pending: 120 });
  expect(await state(id)).toBe('running');
});

test('a change that is given up says in the audit what it changed', async () => {
  const id = await publish();
  await db.updateTable('background_jobs').set({ attempts: 4 }).execute();
  const [row] = await db.selectFrom('background_job_rows').select('recipe_id').limit(1).execute();
  await db
    .updateTable('background_job_rows')
    .set({ result: 'changed' })
    .where('recipe_id', '=', row?.recipe_id ?? 0)
    .execute();
  startChanges();
  await expect.poll(() => state(id), { timeout: 20_000 }).toBe('failed');
  expect(await counts(id)).toMatchObject({ changed: 1, pending: 119 });
  expect(await entrySizes()).toEqual([1]);
});
