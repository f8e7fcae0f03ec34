import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EnvironmentError, readEnvironment } from '../config/environment.ts';
import { findFreePort } from '../db/embedded/postmaster.ts';

/** `npm run dev`: Vite serves site and console; the API restarts when its code changes. One origin. */

const { host, port } = readEnvironmentOrExit();
const apiPort = await findFreePort();
const astro = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin/astro.mjs');

const children = [
  run(['--watch', '--watch-preserve-output', 'api/index.ts'], {
    API_ONLY: '1',
    HOST: '127.0.0.1',
    PORT: String(apiPort),
    // Links in mails begin with the address of the site.
    SITE_URL: process.env.SITE_URL ?? `http://${host}:${port}`,
  }),
  run([astro, 'dev', '--host', host, '--port', String(port)], {
    DEVELOPMENT_API: `http://127.0.0.1:${apiPort}`,
    ASTRO_TELEMETRY_DISABLED: '1',
    // Without a terminal Astro would run in the background.
    ASTRO_DEV_BACKGROUND: '0',
  }),
];

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
for (const child of children) child.once('exit', stop);
await Promise.all(children.map(waitForExit));
process.exit();

function run(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
}

/** Neither process works without the other. A repeated signal is harmless. */
function stop(): void {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
}

function waitForExit(child: ChildProcess): Promise<unknown> {
  return child.exitCode === null ? new Promise((done) => child.once('exit', done)) : Promise.resolve();
}

function readEnvironmentOrExit() {
  try {
    return readEnvironment(process.env);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
