import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createImportQueue } from '#api/imports/import-queue.ts';
import { startWorker } from '#api/jobs/worker.ts';
import type { ImportResult } from '#contract/recipes/imports.ts';
import { storeImport } from '#tests/api/imports/stored-import.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';

const { db, url } = await cloneDatabase();
const root = fileURLToPath(new URL('../..', import.meta.url));
const ROWS = 2_000;

/** The real worker in a process that can be killed. */
const program = `
  import { createLog } from './api/config/log.ts';
  import { openDatabase } from './api/db/open.ts';
  import { createImportQueue } from './api/imports/import-queue.ts';
  import { startWorker } from './api/jobs/worker.ts';
  const services = {
    db: openDatabase(process.env.DATABASE, () => undefined),
    clock: () => new Date(),
    log: createLog(),
    toStoredPicture: (address) => address,
  };
  startWorker(services, createImportQueue(services));`;

const rows = (result: ImportResult) =>
  db
    .selectFrom('background_job_rows')
    .innerJoin('import_recipes', (join) =>
      join.onRef('import_id', '=', 'job_id').onRef('import_recipes.row', '=', 'background_job_rows.row'),
    )
    .where('result', '=', result)
    .select(['recipe_id', 'title'])
    .execute();
const recipes = () => db.selectFrom('recipes').select(['id', 'title']).execute();

/** Each created row has its recipe, and each recipe its row. */
async function expectWholeRows(): Promise<number> {
  const created = (await rows('created')).map(({ recipe_id, title }) => `${recipe_id} ${title}`);
  expect(created.toSorted()).toEqual((await recipes()).map(({ id, title }) => `${id} ${title}`).toSorted());
  return created.length;
}

test('after kill -9 during an import every row is in or out whole, and another server does the rest', async () => {
  const importId = await storeImport(
    db,
    Array.from({ length: ROWS }, (_, index) => `Dish ${index}`),
  );
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    env: { DATABASE: url },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(async () => (await rows('created')).length, { timeout: 60_000 }).toBeGreaterThan(20);
  child.kill('SIGKILL');
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
  // A statement that had begun may still end.
  await expect
    .poll(async () => (await recipes()).length - (await rows('created')).length, { timeout: 20_000 })
    .toBe(0);
  const done = await expectWholeRows();
  expect(done).toBeLessThan(ROWS);

  // The lease of the killed server has ended.
  const clock = () => new Date(Date.now() + 31_000);
  const services = {
    db,
    clock,
    log: createTestLog([]),
    toStoredPicture: (address: string | null) => address,
  };
  const worker = startWorker(services, createImportQueue(services));
  onTestFinished(worker.stop);
  const state = async () =>
    (await db.selectFrom('background_jobs').where('id', '=', importId).selectAll().executeTakeFirstOrThrow())
      .state;
  await expect.poll(state, { timeout: 120_000 }).toBe('done');
  expect(await expectWholeRows()).toBe(ROWS);
  const entries = await db.selectFrom('audit_entries').select('recipe_ids').execute();
  expect(entries.map(({ recipe_ids }) => recipe_ids?.length)).toEqual([ROWS]);
});
