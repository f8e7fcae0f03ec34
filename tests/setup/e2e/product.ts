import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { remember, rememberOutbox } from '#tests/secrets/evidence.ts';
import { takePort } from '#tests/setup/api/port.ts';
import { whileNothingElseBuilds } from '../site/build-lock.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs `npm start` until the test file ends. Returns its origin. */
export async function startProduct(env: Record<string, string> & { DATABASE_URL: string }): Promise<string> {
  return startCommand(['start'], env, ['is ready']);
}

/** Runs `npm run dev` likewise. */
export async function startDevelopment(env: Record<string, string>): Promise<string> {
  return startCommand(['run', 'dev'], env, ['is ready', 'watching for file changes']);
}

async function startCommand(
  command: readonly string[],
  env: Record<string, string>,
  readyTexts: readonly string[],
): Promise<string> {
  const port = await takePort();
  // Both build.
  await whileNothingElseBuilds(() => waitUntilReady(spawnCommand(command, env, port), readyTexts));
  return `http://127.0.0.1:${port}`;
}

function spawnCommand(command: readonly string[], env: Record<string, string>, port: number): ChildProcess {
  const child = spawn('npm', command, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), ...env },
  });
  afterAll(async () => {
    if (env.DATA_DIR) rememberOutbox(env.DATA_DIR);
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  return child;
}

async function waitUntilReady(child: ChildProcess, readyTexts: readonly string[]): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      remember('log', chunk.toString());
      if (readyTexts.every((text) => output.includes(text))) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(`The product ended before it was ready:\n${output}`)));
  });
}
