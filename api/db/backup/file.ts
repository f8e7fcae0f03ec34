import { link, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { getErrorMessage, StartError } from '../../config/start-error.ts';

/** `dump`: pg_dump’s custom format. `copy`: a packed folder of an embedded database. */
export type BackupKind = 'dump' | 'copy';

/**
 * Only the owner can read the file: it holds personal data, and the copy of an embedded database its password. `write`
 * fills a file beside it, which gets its name when it is complete and on the disk. Returns the size in bytes. Throws
 * StartError if the file exists.
 */
export async function writeNewFile(file: string, write: (part: string) => Promise<void>): Promise<number> {
  await refuseExisting(file);
  const part = `${file}.part`;
  await createEmpty(part);
  try {
    await write(part);
    await syncToDisk(part);
    await giveName(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await syncToDisk(dirname(file));
  return (await stat(file)).size;
}

async function refuseExisting(file: string): Promise<void> {
  if (await lstat(file).catch(() => null)) throw createExistsError(file);
}

const createExistsError = (file: string) =>
  new StartError(`${file} exists already, and a backup overwrites nothing. Choose another name.`);

/** A rename would replace what another program has written meanwhile. */
async function giveName(part: string, file: string): Promise<void> {
  try {
    await link(part, file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw createExistsError(file);
    // A file system without hard links.
    await refuseExisting(file);
    await rename(part, file);
    return;
  }
  await rm(part);
}

async function createEmpty(part: string): Promise<void> {
  try {
    await (await open(part, 'wx', 0o600)).close();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new StartError(
        `${part} exists: another backup is writing it, or one was killed. If none is running, delete it.`,
      );
    }
    throw new StartError(`The backup can’t be written: ${getErrorMessage(error)}.`);
  }
}

/** For a file or a folder. */
export async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Throws StartError if the file can’t be read or is no backup. */
export async function readKind(file: string): Promise<BackupKind> {
  const start = await readStart(file);
  if (start.toString('latin1', 0, 5) === 'PGDMP') return 'dump';
  // tar’s copy is compressed by gzip, whose files begin so.
  if (start[0] === 0x1f && start[1] === 0x8b) return 'copy';
  throw new StartError(`${file} isn’t a backup of “npm run backup”.`);
}

async function readStart(file: string): Promise<Buffer> {
  try {
    const opened = await open(file, 'r');
    try {
      return (await opened.read(Buffer.alloc(5), 0, 5, 0)).buffer;
    } finally {
      await opened.close();
    }
  } catch (error) {
    throw new StartError(`The backup can’t be read: ${getErrorMessage(error)}.`);
  }
}
