import {
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { getErrorMessage, StartError } from '../../config/start-error.ts';

export type Owner = { uid: number; gid: number };

/** `folder` is the resolved path of the data, `home` its parent folder. */
export type DataFolder = { folder: string; home: string; owner: Owner };

const POSTGRESQL_MAJOR = '18';

/** Throws StartError if the folder is not writable. */
export async function createDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await rm(await mkdtemp(join(dataDir, 'writable-')), { recursive: true });
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} isn’t writable (${getErrorMessage(error)}).\n` +
        'Make it writable, or choose a different folder with DATA_DIR.',
    );
  }
}

/** How a restore names the earlier database, before the process id, until the restored one is in its place. */
export const REPLACED_PREFIX = 'postgres.replaced-';

/** null if there is none yet. Throws StartError if the database cannot be used. */
export async function findDataFolder(dataDir: string): Promise<DataFolder | null> {
  const entry = join(dataDir, 'postgres');
  try {
    if (!(await lstat(entry).catch(nullIfMissing))) {
      await refuseInterruptedRestore(dataDir);
      return null;
    }
    const folder = await realpath(entry).catch(nullIfMissing);
    if (folder === null) {
      const target = resolve(dataDir, await readlink(entry));
      await refuseInterruptedRestore(dirname(target));
      throw new Error(`it is a link to ${target}, which doesn’t exist`);
    }
    const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
    if (version !== POSTGRESQL_MAJOR)
      throw new Error(`it was made by PostgreSQL ${version}, this is ${POSTGRESQL_MAJOR}`);
    const { uid, gid } = await stat(folder);
    return { folder, home: dirname(folder), owner: { uid, gid } };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The database in ${entry} can’t be used: ${getErrorMessage(error)}.\n` +
        'Start the server as the folder’s owner, or choose a different folder with DATA_DIR.',
    );
  }
}

/** A restore died between two renames. A new database would look as if everything were lost. */
async function refuseInterruptedRestore(home: string): Promise<void> {
  const names = (await readdir(home).catch(nullIfMissing)) ?? [];
  const earlier = names.find((name) => name.startsWith(REPLACED_PREFIX));
  if (!earlier) return;
  throw new StartError(
    `A restore into ${home} was interrupted. Rename ${earlier} there to postgres: it is the database before the restore.`,
  );
}

export async function changeOwner(owner: Owner, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isSymbolicLink());
  for (const file of files) await chown(join(file.parentPath, file.name), owner.uid, owner.gid);
  await chown(folder, owner.uid, owner.gid);
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
