import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isProcessAlive } from '../../config/is-process-alive.ts';
import { StartError } from '../../config/start-error.ts';
import { type DataFolder, findDataFolder, REPLACED_PREFIX } from './folders.ts';
import { type Runner, runProgram } from './run-program.ts';

const DATABASE_ROLE = 'app';
export const PASSWORD_FILE = 'app-password';

/** With C, trigrams see only ASCII letters, so that searches in other scripts read every row. */
const CTYPES = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/** The address of the database that runs on this port of the machine. */
export function createUrl(port: number, password: string): string {
  return `postgres://${DATABASE_ROLE}:${password}@127.0.0.1:${port}/postgres`;
}

/**
 * Creates it in a temporary folder and renames it: a crash leaves no partial cluster. Takes the first of `ctypes` that
 * the system has. Throws StartError.
 */
export async function createCluster(
  runner: Runner,
  dataDir: string,
  ctypes: readonly string[] = CTYPES,
): Promise<DataFolder> {
  const temporaryFolder = join(runner.home, `postgres.new-${process.pid}-${randomBytes(4).toString('hex')}`);
  const newData = join(temporaryFolder, 'data');
  const password = join(temporaryFolder, PASSWORD_FILE);
  try {
    await mkdir(temporaryFolder, { mode: 0o700 });
    await writePassword(password);
    if (runner.account) {
      await chown(temporaryFolder, runner.account.uid, runner.account.gid);
      await chown(password, runner.account.uid, runner.account.gid);
    }
    await runInitdb(runner, { newData, password, ctypes });
    await rename(password, join(newData, PASSWORD_FILE));
    await rename(newData, join(runner.home, 'postgres')).catch(ignoreExisting);
    if (runner.home !== dataDir) {
      await symlink(join(runner.home, 'postgres'), join(dataDir, 'postgres')).catch(ignoreExisting);
    }
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
  const data = await findDataFolder(dataDir);
  if (!data) throw new StartError(`The database in ${dataDir} disappeared while it was being created.`);
  return data;
}

type Initdb = { newData: string; password: string; ctypes: readonly string[] };

async function runInitdb(runner: Runner, { newData, password, ctypes }: Initdb): Promise<void> {
  const [ctype = 'C', ...others] = ctypes;
  const initdb = await runProgram(runner, [
    join(runner.native, 'bin', 'initdb'),
    `--pgdata=${newData}`,
    `--username=${DATABASE_ROLE}`,
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-locale',
    `--lc-ctype=${ctype}`,
  ]);
  if (initdb.ok) return;
  // initdb has removed what it had written.
  if (others.length > 0 && /invalid locale/i.test(initdb.output))
    return runInitdb(runner, { newData, password, ctypes: others });
  const [, uid] = /could not look up effective user ID (\d+)/.exec(initdb.output) ?? [];
  if (uid) {
    throw new StartError(
      `The database can’t be created by user ${uid}, who has no name in /etc/passwd. Run the server as a user with a name there, or name a database server with DATABASE_URL.`,
    );
  }
  throw new StartError(
    `The database couldn’t be created in ${runner.home}:\n${findErrorLines(initdb.output)}`,
  );
}

function findErrorLines(output: string): string {
  const lines = output.split('\n').filter((line) => /error|fatal|could not|cannot|denied/i.test(line));
  return lines.length > 0 ? lines.join('\n') : output;
}

/** Synced to the disk before it is used; only its owner can read it. */
async function writePassword(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(24).toString('base64url'));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Databases that a killed process was making. */
export const removeUnfinishedDatabases = (home: string) =>
  removeOfDeadProcesses(home, /^postgres\.new-(\d+)-/);

/** Earlier databases that a restore was killed at deleting: the restored one is in its place. */
export const removeReplacedDatabases = (home: string) =>
  removeOfDeadProcesses(home, new RegExp(`^${RegExp.escape(REPLACED_PREFIX)}(\\d+)$`));

/** `named` finds the process id in the name of a folder. */
async function removeOfDeadProcesses(home: string, named: RegExp): Promise<void> {
  for (const name of await readdir(home).catch(ignoreUnreadable)) {
    const pid = Number(name.match(named)?.[1] ?? 0);
    if (pid > 0 && !isProcessAlive(pid)) {
      await rm(join(home, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  }
}

/** The data folder may be a link into a folder that only its owner lists. Nothing of ours was made there. */
function ignoreUnreadable(error: NodeJS.ErrnoException): string[] {
  if (error.code !== 'EACCES') throw error;
  return [];
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST' && error.code !== 'ENOTEMPTY') throw error;
}
