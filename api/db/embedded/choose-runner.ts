import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../config/start-error.ts';
import { changeOwner, findDataFolder, type Owner } from './folders.ts';
import { type Runner, runProgram } from './run-program.ts';

/** Tries in order: the current account, the owner of the data, a user namespace, `nobody` here, `nobody` elsewhere. */
export async function chooseRunner(
  native: string,
  dataDir: string,
  { allowNamespaces = true }: { allowNamespaces?: boolean } = {},
): Promise<Runner> {
  const plain: Runner = { prefix: [], account: null, native, home: dataDir };
  if (process.getuid?.() !== 0) return plain;

  const data = await findDataFolder(dataDir);
  if (data && data.owner.uid !== 0) {
    const owned: Runner = { ...plain, account: data.owner, home: data.home };
    if (await isUsable(owned)) return owned;
    return { ...owned, native: await copyBinaries(native, await getFallbackFolder(dataDir), data.owner) };
  }

  const nobody = findNobody();
  const mapped: Runner = {
    ...plain,
    prefix: ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`],
  };
  if (allowNamespaces && (await isUsable(mapped))) return mapped;
  if (data) {
    throw new StartError(
      `The database in ${data.folder} belongs to root, and PostgreSQL refuses to run as root here.\n` +
        `Change its owner (chown -R nobody ${data.folder}) and start again.`,
    );
  }

  const inPlace: Runner = { ...plain, account: nobody };
  if (await isUsable(inPlace)) return inPlace;
  const fallback = await getFallbackFolder(dataDir);
  return { ...inPlace, native: await copyBinaries(native, fallback, nobody), home: fallback };
}

/** Whether the account can read the programs and the home folder. */
async function isUsable(runner: Runner): Promise<boolean> {
  const version = await runProgram(runner, [join(runner.native, 'bin', 'postgres'), '--version']);
  return version.ok && (await runProgram(runner, ['/bin/sh', '-c', 'cd "$0"', runner.home])).ok;
}

/** It is unprivileged on every Unix. initdb requires an account that is listed in passwd. */
function findNobody(): Owner {
  const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(-?\d+):(-?\d+):/m);
  if (!line) {
    throw new StartError(
      'PostgreSQL refuses to run as root, and there’s no account "nobody" to run it.\n' +
        'Start the server as a regular user, or name a database server with DATABASE_URL.',
    );
  }
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

/**
 * Holds data that `nobody` cannot reach, outside /var/tmp, whose files expire. A re-created folder gets no old data.
 */
async function getFallbackFolder(dataDir: string): Promise<string> {
  const { birthtimeMs } = await stat(dataDir);
  const name = createHash('sha256').update(`${dataDir}\0${birthtimeMs}`).digest('hex').slice(0, 16);
  return join('/var/lib/embedded-postgres', name);
}

async function copyBinaries(native: string, fallback: string, owner: Owner): Promise<string> {
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
