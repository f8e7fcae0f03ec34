import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../../config/is-alive.ts';
import { StartError } from '../../config/start-error.ts';
import { type Data, findData } from './folders.ts';
import type { Runner } from './run.ts';
import { run } from './run.ts';

/** The one role of the database, and the file with its password beside the data. */
export const account = 'app';
export const passwordFile = 'app-password';

/**
 * Creates a database cluster for `dataDir`: in a folder of its own, which is renamed when it is complete, so that a
 * crash, or another server that does the same, leaves nothing incomplete. Throws StartError.
 */
export async function createCluster(runner: Runner, dataDir: string): Promise<Data> {
  const workshop = join(runner.home, `postgres.new-${process.pid}-${randomBytes(4).toString('hex')}`);
  const fresh = join(workshop, 'data');
  const password = join(workshop, passwordFile);
  try {
    await mkdir(workshop, { mode: 0o700 });
    await writePassword(password);
    if (runner.account) {
      await chown(workshop, runner.account.uid, runner.account.gid);
      await chown(password, runner.account.uid, runner.account.gid);
    }
    const made = await run(runner, [
      join(runner.native, 'bin', 'initdb'),
      ...['-D', fresh, '--username', account, '--pwfile', password, '--auth', 'scram-sha-256'],
      ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-locale'],
    ]);
    if (!made.ok)
      throw new StartError(`The database could not be made in ${runner.home}:\n${faults(made.output)}`);
    await rename(password, join(fresh, passwordFile));
    await rename(fresh, join(runner.home, 'postgres')).catch(unlessThere);
    if (runner.home !== dataDir) {
      await symlink(join(runner.home, 'postgres'), join(dataDir, 'postgres')).catch(unlessThere);
    }
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
  const data = await findData(dataDir);
  if (!data) throw new StartError(`The database in ${dataDir} disappeared while it was made.`);
  return data;
}

/** The lines of an output that name errors; the whole output where none does. */
function faults(output: string): string {
  const lines = output.split('\n').filter((line) => /error|fatal|could not|cannot|denied/i.test(line));
  return lines.length > 0 ? lines.join('\n') : output;
}

/** 192 random bits, readable by the owner alone, and synced to the disk before they are used. */
async function writePassword(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(24).toString('base64url'));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Removes the folders of starts that were killed. */
export async function removeAbandonedFolders(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const maker = Number(name.match(/^postgres\.new-(\d+)-/)?.[1] ?? 0);
    if (maker > 0 && !isAlive(maker)) {
      await rm(join(home, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  }
}

/** Another server was faster. Its database is used. */
function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST' && error.code !== 'ENOTEMPTY') throw error;
}
