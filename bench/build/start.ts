import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '#api/db/embedded/postmaster.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const POLL_INTERVAL_MS = 10;

/** Starts the product as `npm start` does, and stops it. Milliseconds until /healthz answers 200. Throws its output. */
export async function timeStart(dataDir: string): Promise<number> {
  const port = await findFreePort();
  const { PATH = '', HOME = '' } = process.env;
  const start = performance.now();
  const child = spawn(process.execPath, ['api/start.mjs'], {
    cwd: root,
    env: { PATH, HOME, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const exit = once(child, 'exit');
  try {
    while (!(await isHealthy(port))) {
      if (child.exitCode !== null) throw new Error(`The product did not start:\n${output}`);
      await pause(POLL_INTERVAL_MS);
    }
    return performance.now() - start;
  } finally {
    await stop(child, exit);
  }
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`)).status === 200;
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess, exit: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await exit;
}
