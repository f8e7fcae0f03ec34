import { execFile } from 'node:child_process';
import { chown, open, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isAlive } from '../../config/is-alive.ts';
import type { Data } from './folders.ts';
import type { Runner } from './run.ts';
import { run } from './run.ts';

/** Everything needed to start and stop one database server. */
export type Cluster = { runner: Runner; data: Data; logFile: string };

/** Bytes after which a start begins a new log; the previous one is kept. */
const LOG_LIMIT_BYTES = 5_000_000;
/** Above every platform's highest process id. */
const NO_PROCESS = 2_147_483_647;

/** The process id and port of the running database server, or null where none runs on this data. */
export async function findPostmaster(data: Data): Promise<{ pid: number; port: number } | null> {
  const lines = (await readLock(data)).split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return pid > 0 && port > 0 && (await isPostmaster(pid, data)) ? { pid, port } : null;
}

/** Starts the database server on `port` and waits until it answers. False, with the reason, where it does not. */
export async function startPostmaster(
  cluster: Cluster,
  port: number,
): Promise<{ ok: boolean; reason: string }> {
  const { runner, data, logFile } = cluster;
  await forgetReusedPid(data);
  const from = await openLog(cluster);
  const settings = [
    'listen_addresses=127.0.0.1',
    // A socket's path may be too long for the system.
    'unix_socket_directories=',
    // Neither statements nor rows in the log: they carry addresses and tokens.
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    'log_checkpoints=off',
    // A query whose server was killed ends instead of waiting for its lock. Windows does not support this.
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
  const started = await run(runner, command, { quiet: true });
  return {
    ok: started.ok,
    reason: started.ok ? '' : (await readFile(logFile)).subarray(from).toString().trim(),
  };
}

/** Stops the database server; running queries fail. After 20 s it is stopped immediately. */
export async function stopPostmaster({ runner, data }: Cluster): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    if (!(await findPostmaster(data))) return;
    const program = join(runner.native, 'bin', 'pg_ctl');
    const stopped = await run(runner, [program, 'stop', '-D', data.folder, '-m', mode, '-w', '-t', '20']);
    if (stopped.ok) return;
  }
  if (await findPostmaster(data)) throw new Error(`The database in ${data.folder} does not stop.`);
}

/** A free port of 127.0.0.1. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.on('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

const lockOf = (data: Data) => join(data.folder, 'postmaster.pid');

async function readLock(data: Data): Promise<string> {
  return await readFile(lockOf(data), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}

/** After a crash the process id may belong to another program, even to another database server. */
async function isPostmaster(pid: number, data: Data): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  if (process.platform === 'linux') {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return words.split('\0').includes(data.folder);
  }
  const listed = await promisify(execFile)('/bin/ps', ['-p', `${pid}`, '-o', 'args=']).catch(() => null);
  return listed?.stdout.includes(` ${data.folder} `) ?? false;
}

/**
 * PostgreSQL trusts a lock file whose process id is alive, even if that is another program. The file must stay: its
 * last lines let PostgreSQL find orphans that still hold the data.
 */
async function forgetReusedPid(data: Data): Promise<void> {
  const [first = '', ...rest] = (await readLock(data)).split('\n');
  if (!first || !isAlive(Number(first)) || (await isPostmaster(Number(first), data))) return;
  await writeFile(lockOf(data), [NO_PROCESS, ...rest].join('\n'));
}

/** Prepares the log file for the account that writes it. Returns its size in bytes. */
async function openLog({ runner, logFile }: Cluster): Promise<number> {
  const { size } = await stat(logFile).catch(() => ({ size: 0 }));
  if (size > LOG_LIMIT_BYTES) await rename(logFile, `${logFile}.1`);
  const file = await open(logFile, 'a', 0o600);
  await file.close();
  if (runner.account) await chown(logFile, runner.account.uid, runner.account.gid);
  return size > LOG_LIMIT_BYTES ? 0 : size;
}
