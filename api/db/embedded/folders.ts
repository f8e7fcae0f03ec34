import { chown, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorMessage, StartError } from '../../config/start-error.ts';

export type Owner = { uid: number; gid: number };

/** `folder` is where the data really is, `home` the folder around it. */
export type Data = { folder: string; home: string; owner: Owner };

/** The version of PostgreSQL whose data folders the packaged programs can open. */
const MAJOR = '18';

/** Makes `dataDir` unless it exists. Throws StartError where nothing can be written. */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await rm(await mkdtemp(join(dataDir, 'writable-')), { recursive: true });
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${errorMessage(error)}).\n` +
        'Make it writable, or choose another one with DATA_DIR.',
    );
  }
}

/** The database below `dataDir`, or null where there is none yet. Throws StartError where it cannot be used. */
export async function findData(dataDir: string): Promise<Data | null> {
  const entry = join(dataDir, 'postgres');
  try {
    if (!(await lstat(entry).catch(absent))) return null;
    const folder = await realpath(entry);
    const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
    if (version !== MAJOR) throw new Error(`it was made by PostgreSQL ${version}, this is ${MAJOR}`);
    const { uid, gid } = await stat(folder);
    return { folder, home: dirname(folder), owner: { uid, gid } };
  } catch (error) {
    throw new StartError(
      `The database in ${entry} cannot be used: ${errorMessage(error)}.\n` +
        'Start as the user it belongs to, or choose another folder with DATA_DIR.',
    );
  }
}

/** Gives a folder and all that is in it to `owner`. */
export async function giveTo(owner: Owner, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isSymbolicLink());
  for (const file of files) await chown(join(file.parentPath, file.name), owner.uid, owner.gid);
  await chown(folder, owner.uid, owner.gid);
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
