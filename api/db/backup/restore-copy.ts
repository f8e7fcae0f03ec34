import { randomBytes } from 'node:crypto';
import { access, chown, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createLog } from '../../config/log.ts';
import { getErrorMessage, StartError } from '../../config/start-error.ts';
import { findBinaries } from '../embedded/binaries.ts';
import { chooseRunner } from '../embedded/choose-runner.ts';
import { createUrl, PASSWORD_FILE } from '../embedded/create.ts';
import {
  changeOwner,
  createDataDir,
  type DataFolder,
  findDataFolder,
  REPLACED_PREFIX,
} from '../embedded/folders.ts';
import { findFreePort, findPostmaster, startPostmaster, stopPostmaster } from '../embedded/postmaster.ts';
import { type Runner, runProgram } from '../embedded/run-program.ts';
import { startEmbedded } from '../embedded/start.ts';
import { findUnknownMigration } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { syncToDisk } from './file.ts';
import { finishRestore, type Restored, type RestoreOptions, refuseVersion } from './finish-restore.ts';
import { run } from './run.ts';

/**
 * Unpacks beside the database, starts and migrates what was unpacked, and then puts it in place: a failure leaves the
 * database as it was. Throws StartError.
 */
export async function restoreCopy(dataDir: string, options: RestoreOptions): Promise<Restored> {
  await createDataDir(dataDir);
  const data = await findDataFolder(dataDir);
  if (data && !options.intoEmpty) {
    throw new StartError(
      `${dataDir} has a database already. Choose an empty folder with DATA_DIR, or add --into-empty, which deletes that database.`,
    );
  }
  if (data) {
    await endLeftover(data, dataDir);
    options.tell(`Deleting the database in ${data.folder}, if the restore succeeds.\n`);
  }
  const runner = await chooseRunner(await findBinaries(), dataDir);
  const home = data?.home ?? runner.home;
  // The next start removes it if this process is killed.
  const temporaryFolder = join(home, `postgres.new-${process.pid}-${randomBytes(4).toString('hex')}`);
  const unpacked = join(temporaryFolder, 'postgres');
  try {
    await unpack(unpacked, { ...options, runner, temporaryFolder });
    const restored = await prove({ ...options, runner, temporaryFolder, unpacked });
    options.signal.throwIfAborted();
    const earlier = await putInPlace(unpacked, { data, home, dataDir });
    await rm(earlier, { recursive: true, force: true }).catch((error: unknown) =>
      options.tell(
        `The earlier database couldn’t be deleted. Delete ${earlier}: ${getErrorMessage(error)}\n`,
      ),
    );
    return restored;
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

/** Stops the database that a killed server has left. Throws DatabaseInUseError if a server runs. */
async function endLeftover(data: DataFolder, dataDir: string): Promise<void> {
  if (!(await findPostmaster(data))) return;
  const onLost = (error: unknown) => {
    throw error;
  };
  const label = `process ${process.pid}, npm run restore`;
  const database = await startEmbedded({ dataDir, label, log: createLog(), onLost });
  await database.stop();
}

type Unpacking = RestoreOptions & { runner: Runner; temporaryFolder: string };

async function unpack(unpacked: string, { file, signal, runner, temporaryFolder }: Unpacking): Promise<void> {
  await mkdir(temporaryFolder, { mode: 0o700 });
  await mkdir(unpacked, { mode: 0o700 });
  // The account that starts PostgreSQL here owns the files. The one that owned them before may not exist here.
  await run('tar', ['-xzpf', file, '-C', unpacked, '--no-same-owner'], { signal });
  for (const name of ['PG_VERSION', PASSWORD_FILE, join('global', 'pg_control')]) {
    await access(join(unpacked, name)).catch(() => {
      throw new StartError(`${file} isn’t a backup of a database: it has no ${name}.`);
    });
  }
  const { account } = runner;
  if (!account) return;
  await chown(temporaryFolder, account.uid, account.gid);
  await changeOwner(account, unpacked);
}

type Proof = RestoreOptions & { runner: Runner; temporaryFolder: string; unpacked: string };

/** Starts what was unpacked, migrates it and stops it. */
async function prove({ file, runner, temporaryFolder, unpacked }: Proof): Promise<Restored> {
  const data = await findDataFolder(temporaryFolder);
  if (!data) throw new StartError(`${file} isn’t a backup of a database.`);
  const cluster = { runner, data, logFile: join(temporaryFolder, 'postgres.log') };
  const port = await findFreePort();
  const { ok, reason } = await startPostmaster(cluster, port);
  let restored: Restored;
  try {
    if (!ok) throw new StartError(`The database of ${file} didn’t start:\n${reason}`);
    const url = createUrl(port, await readFile(join(unpacked, PASSWORD_FILE), 'utf8'));
    await refuseUnknownVersion(url, file);
    restored = await finishRestore(url);
  } finally {
    await stopPostmaster(cluster);
  }
  // tar has not waited for the disk, and the earlier database is deleted next.
  const initdb = join(runner.native, 'bin', 'initdb');
  const synced = await runProgram(runner, [initdb, '--sync-only', `--pgdata=${unpacked}`]);
  if (!synced.ok) throw new StartError(`The restored database didn’t reach the disk:\n${synced.output}`);
  return restored;
}

async function refuseUnknownVersion(url: string, file: string): Promise<void> {
  const db = openDatabase(url, () => undefined, { connections: 1 });
  try {
    const unknown = await findUnknownMigration(db);
    if (unknown !== undefined) throw new StartError(refuseVersion(file, unknown));
  } finally {
    await db.destroy();
  }
}

type Place = { data: DataFolder | null; home: string; dataDir: string };

/** The earlier database keeps its files until the new one has its name. Returns where it is now. */
async function putInPlace(unpacked: string, { data, home, dataDir }: Place): Promise<string> {
  const place = data?.folder ?? join(home, 'postgres');
  const earlier = join(dirname(place), `${REPLACED_PREFIX}${process.pid}`);
  if (data) {
    if (await findPostmaster(data))
      throw new StartError('The database was started meanwhile. Stop it, and try again.');
    await rename(place, earlier);
  }
  try {
    await rename(unpacked, place);
  } catch (error) {
    if (data) await rename(earlier, place);
    throw error;
  }
  if (!data && home !== dataDir) await symlink(place, join(dataDir, 'postgres'));
  await syncToDisk(home);
  return earlier;
}
