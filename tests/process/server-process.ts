import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { remember, rememberCall, rememberOutbox } from '#tests/secrets/evidence.ts';
import { takePort } from '#tests/setup/api/port.ts';
import { findProcesses, killProcess, postmaster } from './observe.ts';

export const isRoot = process.getuid?.() === 0;
export const nobody = { uid: 65_534, gid: 65_534 };
export const administrator = { email: 'chief@example.com', password: 'a long enough password' };

const root = fileURLToPath(new URL('../..', import.meta.url));

export type ServerProcess = {
  pid: number;
  address: string;
  port: number;
  /** Standard output and standard error so far. */
  output: () => string;
  /** The exit code or the signal. */
  ended: Promise<number | string>;
  /** Resolves when the output holds `text`; throws the output if the process ends before. */
  says: (text: string) => Promise<void>;
};

type Options = {
  account?: { uid: number; gid: number };
  port?: number;
  env?: Record<string, string>;
  /** The folder of another installation. */
  folder?: string;
};

/** Below a folder of mode 700 that belongs to `account`. Both are removed after the test. */
export function createDataDir(account?: { uid: number; gid: number }): string {
  const closed = mkdtempSync(join(tmpdir(), 'closed-'));
  if (account) chownSync(closed, account.uid, account.gid);
  const dataDir = join(closed, 'data');
  onTestFinished(() => {
    for (const pid of findProcesses(dataDir)) killProcess(pid);
    rememberOutbox(dataDir);
    rmSync(closed, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  return dataDir;
}

/** In its own process group, with a minimal environment. */
export async function spawnServer(dataDir: string, options: Options = {}): Promise<ServerProcess> {
  const port = options.port ?? (await takePort());
  const child = spawn(process.execPath, ['api/start.mjs'], {
    cwd: options.folder ?? root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: '/usr/bin:/bin',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      API_ONLY: '1',
      PORT: `${port}`,
      DATA_DIR: dataDir,
      DEMO: '0',
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      ...options.env,
    },
    ...options.account,
  });
  return follow(child, port);
}

/** Resolves when the server is ready. */
export async function startServer(dataDir: string, options: Options = {}): Promise<ServerProcess> {
  const server = await spawnServer(dataDir, options);
  await server.says('is ready');
  return server;
}

function follow(child: ChildProcess, port: number): ServerProcess {
  const { pid } = child;
  if (pid === undefined) throw new Error('The server could not be spawned.');
  let output = '';
  let hasEnded = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      remember('log', text);
    });
  }
  const ended = once(child, 'close').then(([code, signal]): number | string => {
    hasEnded = true;
    return code ?? signal;
  });
  onTestFinished(async () => {
    if (!hasEnded) process.kill(pid, 'SIGKILL');
    await ended;
  });
  return {
    pid,
    port,
    address: `http://127.0.0.1:${port}`,
    output: () => output,
    ended,
    says: async (text) => {
      while (!output.includes(text)) {
        if (hasEnded) throw new Error(`Ended without "${text}":\n${output}`);
        await pause(20);
      }
    },
  };
}

/** The address of the embedded database. It changes when the database starts again. */
export function readDatabaseUrl(dataDir: string): string {
  const password = readFileSync(join(dataDir, 'postgres', 'app-password'), 'utf8');
  return `postgres://app:${encodeURIComponent(password)}@127.0.0.1:${postmaster(dataDir).port}/postgres`;
}

async function openSql(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: readDatabaseUrl(dataDir) });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Returns answers of any status. */
export async function signIn({ address }: ServerProcess): Promise<Response> {
  return await post(address, '/auth/admin-login', { ...administrator, rememberMe: false });
}

/** Locks the row of the administrator, so that a sign-in waits until `release`. */
export async function holdSignIn(dataDir: string) {
  const sql = await openSql(dataDir);
  await sql.query('begin');
  await sql.query('select from users where email = $1 for update', [administrator.email]);
  return {
    isWaitedFor: async () => {
      const { rowCount } = await sql.query(`select from pg_stat_activity where wait_event_type = 'Lock'`);
      return rowCount !== null && rowCount > 0;
    },
    release: () => sql.query('commit'),
  };
}

export async function post(address: string, path: string, body: object): Promise<Response> {
  const sent = JSON.stringify(body);
  const response = await fetch(`${address}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: sent,
  });
  rememberCall({ path, authorization: null, sent, answered: await response.clone().text() });
  return response;
}
