import type { Environment } from '../config/environment.ts';
import { createLog } from '../config/log.ts';
import { StartError } from '../config/start-error.ts';
import { DatabaseInUseError } from '../db/embedded/ownership-lock.ts';
import { startEmbedded } from '../db/embedded/start.ts';
import { isMigrated, migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import type { Db } from '../db/schema.ts';

type DatabaseWork<Result> = (db: Db) => Promise<Result>;

/** Uses DATABASE_URL or the database in DATA_DIR, which it starts if no server runs. Throws StartError. */
export async function withDatabase<Result>(
  { databaseUrl, dataDir }: Pick<Environment, 'databaseUrl' | 'dataDir'>,
  command: string,
  work: DatabaseWork<Result>,
): Promise<Result> {
  if (databaseUrl) return runOnUrl(databaseUrl, migrate, work);
  const onLost = (error: unknown) => {
    throw error;
  };
  const label = `process ${process.pid}, ${command}`;
  try {
    const database = await startEmbedded({ dataDir, label, log: createLog(), onLost });
    try {
      return await runOnUrl(database.url, (db) => migrate(db, { dataDir }), work);
    } finally {
      await database.stop();
    }
  } catch (error) {
    if (!(error instanceof DatabaseInUseError) || !error.url) throw error;
    return await runOnUrl(error.url, expectMigrated, work);
  }
}

/** A running server of another version may not work with what this command writes. Throws StartError. */
async function expectMigrated(db: Db): Promise<void> {
  if (await isMigrated(db)) return;
  throw new StartError(
    'The server running on this data folder is another version than this command. Restart it first.',
  );
}

async function runOnUrl<Result>(
  url: string,
  prepare: (db: Db) => Promise<void>,
  work: DatabaseWork<Result>,
): Promise<Result> {
  const db = openDatabase(url, () => undefined);
  try {
    await prepare(db);
    return await work(db);
  } finally {
    await db.destroy();
  }
}
