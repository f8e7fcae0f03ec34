import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startImporting, startReading, startUndoing } from '#api/imports/actions.ts';
import { addFile } from '#api/imports/files.ts';
import { createImportQueue } from '#api/imports/import-queue.ts';
import { importRecipes } from '#api/imports/import-recipes.ts';
import { readFiles } from '#api/imports/read-files.ts';
import { readImportRecord } from '#api/imports/records.ts';
import { claimJob, releaseJob } from '#api/jobs/lease.ts';
import { startWorker } from '#api/jobs/worker.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { storeImport } from './stored-import.ts';

const { db } = await cloneDatabase();
const titles = ['Soup', 'Stew', 'Pie', 'Cake'];
const services = { db, clock: () => new Date(), toStoredPicture: (address: string | null) => address };

let lastEntry = 0;
const entries = () =>
  db.selectFrom('audit_entries').where('id', '>', lastEntry).selectAll().orderBy('id').execute();

beforeEach(async () => {
  await db.deleteFrom('background_jobs').execute();
  await db.deleteFrom('recipes').execute();
  lastEntry = (await entries()).at(-1)?.id ?? lastEntry;
});

function startImports(toStoredPicture: (address: string | null) => string | null) {
  const all = { ...services, toStoredPicture, log: createTestLog([]) };
  const worker = startWorker(all, createImportQueue(all));
  onTestFinished(worker.stop);
  return worker;
}

const stored = (id: number) =>
  db.selectFrom('background_jobs').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const audited = async () =>
  (await entries()).map(({ action, recipe_ids }) => `${action} ${recipe_ids?.length}`);

test('an import that is given up says in the audit what it stored, and can be undone', async () => {
  const id = await storeImport(db, titles);
  // The attempt after this one is the last.
  await db.updateTable('background_jobs').set({ attempts: 3 }).execute();
  let rows = 0;
  const failing = startImports((address) => {
    rows += 1;
    if (rows === 3) throw new Error('broken');
    return address;
  });
  await expect.poll(async () => (await stored(id)).given_up_at, { timeout: 20_000 }).not.toBeNull();
  await failing.stop();
  expect(await audited()).toEqual(['recipes_imported 2']);
  expect(await readImportRecord(db, id)).toMatchObject({
    state: 'failed',
    canStart: true,
    undoUntil: expect.any(String),
    counts: { created: 2, pending: 2 },
  });

  const actor = { kind: 'administrator', id: 1, requestId: null } as const;
  await startUndoing(db, { importId: id, actor }, new Date());
  startImports((address) => address);
  await expect.poll(async () => (await stored(id)).state, { timeout: 20_000 }).toBe('undone');
  expect(await audited()).toEqual(['recipes_imported 2', 'import_undone 2']);
  const left = await db.selectFrom('recipes').where('deleted_at', 'is', null).select('id').execute();
  expect(left).toEqual([]);
});

test('a start while the work before it is given back is kept, also in the same millisecond', async () => {
  const id = await storeImport(db, titles);
  const now = (await stored(id)).due_at ?? new Date();
  const claimed = await claimJob(db, 'background_jobs', { now });
  if (!claimed) throw new Error('The import is not due.');
  await db.updateTable('background_jobs').set({ state: 'stopped' }).where('id', '=', id).execute();
  const actor = { kind: 'administrator', id: 1, requestId: null } as const;
  await startImporting(db, { importId: id, actor }, now);
  await releaseJob(db, claimed.lease, { dueAt: null });
  expect(await stored(id)).toMatchObject({ state: 'importing', due_at: now });
});

test('an import is not done while another server holds a row of it', async () => {
  const id = await storeImport(db, titles);
  const run = async () => importRecipes(services, await stored(id), new AbortController().signal);
  await db.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('background_job_rows')
      .where('row', '=', 2)
      .select('row')
      .forUpdate()
      .execute();
    expect(await run()).toBe(false);
    expect((await stored(id)).state).toBe('importing');
  });
  expect(await run()).toBe(true);
  expect((await stored(id)).state).toBe('done');
  expect(await audited()).toEqual(['recipes_imported 3', 'recipes_imported 1']);
});

/** An import whose one file is about to be read. */
async function storeFile(text: string): Promise<number> {
  const { id } = await db
    .insertInto('background_jobs')
    .values({ kind: 'recipe_import', state: 'uploading', started_at: new Date(), started_by: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const bytes = (async function* () {
    yield Buffer.from(text);
  })();
  await addFile(db, { importId: id, name: 'a.csv', bytes, authorise: async () => undefined }, new Date());
  const actor = { kind: 'administrator', id: 1, requestId: null } as const;
  await startReading(db, { importId: id, actor }, new Date());
  return id;
}

test('a reading whose server died ends with a message, and is not tried again with the same bytes', async () => {
  const id = await storeFile('title\nSoup\n');
  await db
    .updateTable('background_jobs')
    .set({ lease_id: randomUUID(), lease_until: new Date(Date.now() - 1_000) })
    .execute();
  startImports((address) => address);
  await expect
    .poll(() => stored(id), { timeout: 20_000 })
    .toMatchObject({ state: 'failed', due_at: null, given_up_at: null });
  const record = await readImportRecord(db, id);
  expect(record).toMatchObject({ canStart: false, counts: { rows: 0 } });
  expect(record.message).toContain('The server stopped while it read these files');
});

test('a discard ends the reading, without an error', async () => {
  const id = await storeFile(`title\n${'Soup\n'.repeat(1_000)}`);
  // The first rows wait for the lock, and find no import when they get it.
  const discard = await db.startTransaction().execute();
  await discard.selectFrom('background_jobs').where('id', '=', id).select('id').forUpdate().execute();
  const reading = readFiles(services, id, new AbortController().signal);
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(db)).rows.length).toBeGreaterThan(0);
  await discard.deleteFrom('background_jobs').where('id', '=', id).execute();
  await discard.commit().execute();
  expect(await reading).toBe(false);
});
