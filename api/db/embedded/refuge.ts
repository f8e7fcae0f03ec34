import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { giveTo, type Owner } from './folders.ts';

/**
 * Where programs and data go when `nobody` cannot reach the data folder, below a folder of mode 700 for
 * instance. Not below /var/tmp: that is swept of what has not changed for 30 days. A data folder that was deleted
 * and made again gets another place, so that what was thrown away does not come back.
 */
export async function refugeOf(dataDir: string): Promise<string> {
  const { birthtimeMs } = await stat(dataDir);
  const name = createHash('sha256').update(`${dataDir}\0${birthtimeMs}`).digest('hex').slice(0, 16);
  return join('/var/lib/embedded-postgres', name);
}

/** Copies the programs into `refuge`, once, for `owner` alone. Answers the folder to run them from. */
export async function copyNative(native: string, refuge: string, owner: Owner): Promise<string> {
  const copy = join(refuge, 'native');
  const fresh = `${copy}.new-${process.pid}`;
  await mkdir(refuge, { recursive: true });
  await chmod(join(refuge, '..'), 0o755);
  await chmod(refuge, 0o700);
  if (!(await isCopyOf(native, copy))) {
    await cp(native, fresh, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    await rm(copy, { recursive: true, force: true });
    await rename(fresh, copy);
  }
  await giveTo(owner, refuge);
  return copy;
}

/** Another version's server program differs in size or time. */
async function isCopyOf(native: string, copy: string): Promise<boolean> {
  const [from, to] = await Promise.all(
    [native, copy].map((folder) => stat(join(folder, 'bin', 'postgres')).catch(() => null)),
  );
  return from != null && to != null && from.size === to.size && Math.abs(from.mtimeMs - to.mtimeMs) < 1000;
}
