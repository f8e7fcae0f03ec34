import { execFile } from 'node:child_process';
import { chown, open, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isProcessAlive } from '../../config/is-process-alive.ts';
import type { DataFolder } from './folders.ts';
import { type Runner, runProgram } from './run-program.ts';

export type Cluster = { runner: Runner; data: DataFolder; logFile: string };

const MAX_LOG_BYTES = 5_000_000;
/** Higher than the process ids of every platform. */
const UNUSED_PID = 2_147_483_647;

export async function findPostmaster(data: DataFolder): Promise<{ pid: number; port: number } | null> {
  const lines = (await readLock(data)).split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return pid > 0 && port > 0 && (await isPostmaster(pid, data)) ? { pid, port } : null;
}

/** Waits until the server answers. `reason` is the log of a failed start. */
export async function startPostmaster(
  cluster: Cluster,
  port: number,
): Promise<{ ok: boolean; reason: string }> {
  const { runner, data, logFile } = cluster;
  await clearReusedPid(data);
  const logStart = await openLog(cluster);
  const settings = [
    'listen_addresses=127.0.0.1',
    // The path of a socket may be too long for the system.
    'unix_socket_directories=',
    // Statements and rows contain email addresses and tokens.
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    'log_checkpoints=off',
    `shared_buffers=${getSharedBuffersMb()}MB`,
    // Ends the queries of a killed client, which may wait for a lock. Not available on Windows.
    ...(process.platform === 'win32' ? [] : ['client_connection_check_interval=1000']),
  ];
  const options = [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(' ');
  const program = join(runner.native, 'bin', 'pg_ctl');
  const command = [
    program,
    'start',
    '-D',
    data.folder,
    '-l',
    logFile,
    '-w',
    '-t',
    '60',
    '-o',
    options,
  ] as const;
  const started = await runProgram(runner, command, { quiet: true });
  return {
    ok: started.ok,
    reason: started.ok ? '' : (await readFile(logFile)).subarray(logStart).toString().trim(),
  };
}

/** A quarter of the memory, as PostgreSQL's documentation advises, and at most 1 GB: the pages in use take no more. */
function getSharedBuffersMb(): number {
  // A container may have a limit.
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.round(Math.min(1_024, Math.max(128, bytes / 4 / 1_048_576)));
}

/**
 * Running queries fail. After 20 s the stop is immediate. When it resolves, the process has ended. Throws if the server does
 * not stop.
 */
export async function stopPostmaster({ runner, data }: Cluster): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    const running = await findPostmaster(data);
    if (!running) return;
    const program = join(runner.native, 'bin', 'pg_ctl');
    const stopped = await runProgram(runner, [
      program,
      'stop',
      '-D',
      data.folder,
      '-m',
      mode,
      '-w',
      '-t',
      '20',
    ]);
    if (stopped.ok) {
      // pg_ctl waits for the lock file to go, which is a moment before.
      while (await isPostmaster(running.pid, data)) await pause(20);
      return;
    }
  }
  if (await findPostmaster(data)) throw new Error(`The database in ${data.folder} does not stop.`);
}

export function findFreePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.on('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

const getLockPath = (data: DataFolder) => join(data.folder, 'postmaster.pid');

async function readLock(data: DataFolder): Promise<string> {
  return await readFile(getLockPath(data), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}

/** After a crash another program, even another database server, may have the process id. */
async function isPostmaster(pid: number, data: DataFolder): Promise<boolean> {
  if (!isProcessAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  if (process.platform === 'linux') {
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return commandLine.split('\0').includes(data.folder);
  }
  const listed = await promisify(execFile)('/bin/ps', ['-p', `${pid}`, '-o', 'args=']).catch(() => null);
  return listed?.stdout.includes(` ${data.folder} `) ?? false;
}

/** PostgreSQL trusts any live process id. The other lines let it find orphans, so the file is not deleted. */
async function clearReusedPid(data: DataFolder): Promise<void> {
  const [first = '', ...rest] = (await readLock(data)).split('\n');
  if (!first || !isProcessAlive(Number(first)) || (await isPostmaster(Number(first), data))) return;
  await writeFile(getLockPath(data), [UNUSED_PID, ...rest].join('\n'));
}

async function openLog({ runner, logFile }: Cluster): Promise<number> {
  const { size } = await stat(logFile).catch(() => ({ size: 0 }));
  if (size > MAX_LOG_BYTES) await rename(logFile, `${logFile}.1`);
  const file = await open(logFile, 'a', 0o600);
  await file.close();
  if (runner.account) await chown(logFile, runner.account.uid, runner.account.gid);
  return size > MAX_LOG_BYTES ? 0 : size;
}
