import type { Kysely } from 'kysely';
import type { Environment } from '../environment.ts';
import { createLog } from '../log.ts';
import { startEmbedded } from './embedded/start.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import type { Database } from './schema.ts';

/**
 * Does `work` on the migrated database of DATABASE_URL, or else on the one in DATA_DIR, which it starts for that long.
 * `command` names us to a server that is started meanwhile. Throws StartError where one runs on DATA_DIR already.
 */
export async function withDatabase<Result>(
  { databaseUrl, dataDir }: Pick<Environment, 'databaseUrl' | 'dataDir'>,
  command: string,
  work: (db: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl) return onUrl(databaseUrl, work);
  const lost = (error: unknown) => {
    throw error;
  };
  const label = `process ${process.pid}, ${command}`;
  const database = await startEmbedded({ dataDir, label, log: createLog(), onLost: lost });
  try {
    return await onUrl(database.url, work);
  } finally {
    await database.stop();
  }
}

async function onUrl<Result>(url: string, work: (db: Kysely<Database>) => Promise<Result>): Promise<Result> {
  const db = openDatabase(url, () => undefined);
  try {
    await migrate(db);
    return await work(db);
  } finally {
    await db.destroy();
  }
}
