import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createLog } from '../../config/log.ts';
import { StartError } from '../../config/start-error.ts';
import { type DataFolder, findDataFolder } from '../embedded/folders.ts';
import { findPostmaster } from '../embedded/postmaster.ts';
import { startEmbedded } from '../embedded/start.ts';
import { openDatabase } from '../open.ts';
import type { BackedUp } from './dump.ts';
import { writeNewFile } from './file.ts';
import { run } from './run.ts';
import { areOurs, readTables } from './tables.ts';

/** macOS would add files with its attributes. */
const tarEnvironment = { ...process.env, COPYFILE_DISABLE: '1' };

type Options = { dataDir: string; file: string; signal: AbortSignal };

/**
 * Packs the folder of the stopped database with tar. `file` is an absolute path: tar takes the part of a relative one
 * before a colon for the name of a machine. Throws StartError if a server runs.
 */
export async function copyEmbedded({ dataDir, file, signal }: Options): Promise<BackedUp> {
  const data = await findDataFolder(dataDir);
  if (!data) throw new StartError(`There’s no database in ${dataDir} yet.`);
  let tables = 0;
  const bytes = await writeNewFile(file, async (part) => {
    tables = await openAndStop(dataDir);
    const control = join(data.folder, 'global', 'pg_control');
    const { mtimeMs } = await stat(control);
    await refuseStarted(data);
    const entries = await readdir(data.folder, { recursive: true, withFileTypes: true });
    const linked = entries.find((entry) => entry.isSymbolicLink());
    if (linked) {
      throw new StartError(
        `${join(linked.parentPath, linked.name)} is a link, and a copy wouldn’t have what it leads to. Back the running database up as a server: docs/backup.md says how.`,
      );
    }
    signal.throwIfAborted();
    await run('tar', ['-czf', part, '-C', data.folder, '.'], { env: tarEnvironment, signal });
    const listed = (await run('tar', ['-tzf', part], { signal })).split('\n');
    const missing = ['./PG_VERSION', './global/pg_control'].filter((name) => !listed.includes(name));
    // The list also has the folder itself, and an empty text behind the last line.
    if (missing.length > 0 || listed.length !== entries.length + 2) {
      throw new StartError('The backup isn’t complete: its list differs from the folder of the database.');
    }
    await refuseStarted(data);
    if ((await stat(control)).mtimeMs !== mtimeMs) throw createStartedError();
  });
  return { bytes, tables };
}

const createStartedError = () =>
  new StartError('The database was started while it was copied. Stop it, and try again.');

/** A server that starts may have taken the folder between our stop of the database and the copy. */
async function refuseStarted(data: DataFolder): Promise<void> {
  if (await findPostmaster(data)) throw createStartedError();
}

/**
 * Proves that the database opens, and leaves it cleanly stopped, whatever a killed server has left. Returns the number of
 * tables. Throws StartError if a server runs.
 */
async function openAndStop(dataDir: string): Promise<number> {
  const onLost = (error: unknown) => {
    throw error;
  };
  const label = `process ${process.pid}, npm run backup`;
  const database = await startEmbedded({ dataDir, label, log: createLog(), onLost });
  const db = openDatabase(database.url, () => undefined, { connections: 1 });
  try {
    const { names } = await readTables(db);
    if (!areOurs(names)) throw new StartError(`The database in ${dataDir} has no tables of this product.`);
    return names.length;
  } finally {
    await db.destroy();
    await database.stop();
  }
}
