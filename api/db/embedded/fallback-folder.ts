import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { giveTo, type Owner } from './folders.ts';

/**
 * The folder for programs and data where `nobody` cannot reach the data folder, for instance below a folder of mode
 * 700. Not below /var/tmp, where files are deleted after 30 days without a change. A data folder that was deleted and
 * created again gets another place, so that deleted data does not come back.
 */
export async function fallbackFolderOf(dataDir: string): Promise<string> {
  const { birthtimeMs } = await stat(dataDir);
  const name = createHash('sha256').update(`${dataDir}\0${birthtimeMs}`).digest('hex').slice(0, 16);
  return join('/var/lib/embedded-postgres', name);
}

/** Copies the programs into `fallback`, once, for `owner` alone. Returns the folder of the copy. */
export async function copyNative(native: string, fallback: string, owner: Owner): Promise<string> {
  const copy = join(fallback, 'native');
  const fresh = `${copy}.new-${process.pid}`;
  await mkdir(fallback, { recursive: true });
  await chmod(join(fallback, '..'), 0o755);
  await chmod(fallback, 0o700);
  if (!(await isCopyOf(native, copy))) {
    await cp(native, fresh, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    await rm(copy, { recursive: true, force: true });
    await rename(fresh, copy);
  }
  await giveTo(owner, fallback);
  return copy;
}

/** Another version's server program differs in size or time. */
async function isCopyOf(native: string, copy: string): Promise<boolean> {
  const [from, to] = await Promise.all(
    [native, copy].map((folder) => stat(join(folder, 'bin', 'postgres')).catch(() => null)),
  );
  return from != null && to != null && from.size === to.size && Math.abs(from.mtimeMs - to.mtimeMs) < 1000;
}
