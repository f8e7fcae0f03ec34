import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../config/start-error.ts';
import { copyNative, fallbackFolderOf } from './fallback-folder.ts';
import { findData, type Owner } from './folders.ts';
import { type Runner, run } from './run.ts';

/**
 * Picks the first way that works here: as we are; as the owner of the data, where that is not root; in place,
 * inside a user namespace; as `nobody`, in place or in a folder of its own. `namespaces: false` leaves that way out.
 */
export async function chooseRunner(
  native: string,
  dataDir: string,
  { namespaces = true }: { namespaces?: boolean } = {},
): Promise<Runner> {
  const plain: Runner = { prefix: [], account: null, native, home: dataDir };
  if (process.getuid?.() !== 0) return plain;

  const data = await findData(dataDir);
  if (data && data.owner.uid !== 0) {
    const owned: Runner = { ...plain, account: data.owner, home: data.home };
    if (await works(owned)) return owned;
    return { ...owned, native: await copyNative(native, await fallbackFolderOf(dataDir), data.owner) };
  }

  const nobody = findNobody();
  const mapped: Runner = {
    ...plain,
    prefix: ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`],
  };
  if (namespaces && (await works(mapped))) return mapped;
  if (data) {
    throw new StartError(
      `The database in ${data.folder} belongs to root, and PostgreSQL refuses to run as root here.\n` +
        `Give it to another account (chown -R nobody ${data.folder}) and start again.`,
    );
  }

  const inPlace: Runner = { ...plain, account: nobody };
  if (await works(inPlace)) return inPlace;
  const fallback = await fallbackFolderOf(dataDir);
  return { ...inPlace, native: await copyNative(native, fallback, nobody), home: fallback };
}

/** Whether this way reaches both the programs and the place of the data. */
async function works(runner: Runner): Promise<boolean> {
  const version = await run(runner, [join(runner.native, 'bin', 'postgres'), '--version']);
  return version.ok && (await run(runner, ['/bin/sh', '-c', 'cd "$0"', runner.home])).ok;
}

/** The account without rights that every Unix has; initdb wants one that is listed in passwd. */
function findNobody(): Owner {
  const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(-?\d+):(-?\d+):/m);
  if (!line) {
    throw new StartError(
      'PostgreSQL refuses to run as root, and there is no account "nobody" to run it.\n' +
        'Start the server as an ordinary user, or name a database server with DATABASE_URL.',
    );
  }
  return { uid: Number(line[1]), gid: Number(line[2]) };
}
