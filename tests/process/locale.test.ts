import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { findBinaries } from '#api/db/embedded/binaries.ts';
import { chooseRunner } from '#api/db/embedded/choose-runner.ts';
import { createCluster } from '#api/db/embedded/create.ts';
import { createDataDir } from '#api/db/embedded/folders.ts';
import { startEmbedded } from '#api/db/embedded/start.ts';
import { openDatabase } from '#api/db/open.ts';
import { createTestLog } from '#tests/setup/api/log.ts';

async function readLocale(ctypes?: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'mealwright-locale-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  await createDataDir(dataDir);
  const log = createTestLog([]);
  await createCluster(await chooseRunner(await findBinaries(), dataDir, {}), dataDir, ctypes);
  const onLost = () => undefined;
  const database = await startEmbedded({ dataDir, label: 'a test', log, onLost });
  const db = openDatabase(database.url, onLost);
  const { rows } = await sql`
    select datctype, datcollate, datlocale from pg_database where datname = current_database()`.execute(db);
  await db.destroy();
  await database.stop();
  return rows;
}

test('a new cluster sees letters of every script, and orders by code point', async () => {
  expect(await readLocale()).toEqual([{ datctype: 'C.UTF-8', datcollate: 'C', datlocale: 'C.UTF-8' }]);
});

test('a locale that the system lacks is passed over', async () => {
  expect(await readLocale(['xx_XX.UTF-8', 'C'])).toEqual([
    { datctype: 'C', datcollate: 'C', datlocale: 'C.UTF-8' },
  ]);
});
