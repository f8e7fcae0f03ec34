import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '#api/config/start-error.ts';

/** Debian has some where the path of ordinary accounts does not lead. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** PgBouncer refuses to run as root. The ids of `nobody` on Linux. */
export const programAccount = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Throws StartError if it isn't installed. */
export async function findProgram(name: string, debianPackage = name): Promise<string> {
  const folders = [...(process.env.PATH ?? '').split(':'), ...MORE_FOLDERS];
  for (const folder of folders) {
    const path = join(folder, name);
    if (folder !== '' && (await isExecutable(path))) return path;
  }
  throw new StartError(
    `${name} is not installed. On Debian: apt-get install --no-install-recommends ${debianPackage}`,
  );
}

async function isExecutable(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** The programs run as an account without rights, which needs what it reads and writes. */
export function giveToPrograms(...paths: readonly string[]): void {
  for (const path of paths)
    if (programAccount.uid !== undefined) chownSync(path, programAccount.uid, programAccount.gid);
}

const ERROR_LINE = /"level":"(?:error|fatal)"/;

export type RunningProgram = { pid: number; stop: () => Promise<void> };

/** Resolves when `isReady` holds. Throws the program's output if it ends before. */
export async function startProgram(
  path: string,
  args: readonly string[],
  isReady: () => Promise<boolean>,
): Promise<RunningProgram> {
  const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'], ...programAccount });
  return await untilReady(child, isReady);
}

/** One API process without the site, until `stop`. Throws StartError. */
export async function startApi(env: Record<string, string> & { PORT: string }): Promise<RunningProgram> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['api/start.mjs'], {
    cwd: resolve(import.meta.dirname, '../../..'),
    env: { PATH, HOME, API_ONLY: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return untilReady(child, () =>
    fetch(`http://127.0.0.1:${env.PORT}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
}

/** Resolves when `isReady` holds for a process with its output in pipes. Throws its output if it ends before. */
async function untilReady(child: ChildProcess, isReady: () => Promise<boolean>): Promise<RunningProgram> {
  const { pid } = child;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      output = (output + text).slice(-10_000);
      // The log of a server, which nobody reads otherwise.
      for (const line of text.split('\n')) if (ERROR_LINE.test(line)) process.stderr.write(`${line}\n`);
    });
  }
  const ended = once(child, 'close');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    if (!hasEnded()) child.kill('SIGTERM');
    await ended;
  };
  while (!(await isReady())) {
    if (pid === undefined || hasEnded()) throw new StartError(`${child.spawnfile} did not start:\n${output}`);
    await pause(50);
  }
  if (pid === undefined) throw new StartError(`${child.spawnfile} did not start.`);
  return { pid, stop };
}
