import type { Kysely } from 'kysely';
import type { Environment } from '../config/environment.ts';
import { createLog } from '../config/log.ts';
import { StartError } from '../config/start-error.ts';
import { DatabaseInUseError } from '../db/embedded/ownership-lock.ts';
import { startEmbedded } from '../db/embedded/start.ts';
import { isMigrated, migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import type { Database } from '../db/schema.ts';

type Work<Result> = (db: Kysely<Database>) => Promise<Result>;

/**
 * Runs `work` on the migrated database: of DATABASE_URL, else the one in DATA_DIR, beside the server that runs on it or
 * started for this command. `command` names this process to a server that starts meanwhile. Throws StartError.
 */
export async function withDatabase<Result>(
  { databaseUrl, dataDir }: Pick<Environment, 'databaseUrl' | 'dataDir'>,
  command: string,
  work: Work<Result>,
): Promise<Result> {
  if (databaseUrl) return onUrl(databaseUrl, migrate, work);
  const lost = (error: unknown) => {
    throw error;
  };
  const label = `process ${process.pid}, ${command}`;
  try {
    const database = await startEmbedded({ dataDir, label, log: createLog(), onLost: lost });
    try {
      return await onUrl(database.url, migrate, work);
    } finally {
      await database.stop();
    }
  } catch (error) {
    if (!(error instanceof DatabaseInUseError) || !error.url) throw error;
    return await onUrl(error.url, expectMigrated, work);
  }
}

/** Throws StartError where the running server is older than this command: it would not work after our migrations. */
async function expectMigrated(db: Kysely<Database>): Promise<void> {
  if (await isMigrated(db)) return;
  throw new StartError(
    'The server that runs on this data folder is older than this command. Restart it first.',
  );
}

async function onUrl<Result>(
  url: string,
  prepare: (db: Kysely<Database>) => Promise<void>,
  work: Work<Result>,
): Promise<Result> {
  const db = openDatabase(url, () => undefined);
  try {
    await prepare(db);
    return await work(db);
  } finally {
    await db.destroy();
  }
}
