import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { changeOwner, type Owner } from './folders.ts';

/** For data that `nobody` cannot reach. Not in /var/tmp, whose files expire. A re-created folder gets no old data. */
export async function getFallbackFolder(dataDir: string): Promise<string> {
  const { birthtimeMs } = await stat(dataDir);
  const name = createHash('sha256').update(`${dataDir}\0${birthtimeMs}`).digest('hex').slice(0, 16);
  return join('/var/lib/embedded-postgres', name);
}

export async function copyBinaries(native: string, fallback: string, owner: Owner): Promise<string> {
  const copy = join(fallback, 'native');
  const newCopy = `${copy}.new-${process.pid}`;
  await mkdir(fallback, { recursive: true });
  await chmod(join(fallback, '..'), 0o755);
  await chmod(fallback, 0o700);
  if (!(await isSameVersion(native, copy))) {
    await cp(native, newCopy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    await rm(copy, { recursive: true, force: true });
    await rename(newCopy, copy);
  }
  await changeOwner(owner, fallback);
  return copy;
}

/** Another version of the program differs in size or time. */
async function isSameVersion(native: string, copy: string): Promise<boolean> {
  const [from, to] = await Promise.all(
    [native, copy].map((folder) => stat(join(folder, 'bin', 'postgres')).catch(() => null)),
  );
  return from != null && to != null && from.size === to.size && Math.abs(from.mtimeMs - to.mtimeMs) < 1000;
}
