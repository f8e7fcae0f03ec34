import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { projectFiles, root } from '#tests/architecture/sources.ts';
import { createDataDir, isRoot, nobody, signIn, startServer } from '#tests/process/server-process.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { makePicture } from '#tests/setup/api/pictures.ts';
import { readImageFiles, readStages, textsOf } from '#tests/setup/deploy/dockerfile.ts';

/** Does in a clean folder what deploy/Dockerfile says, because a container engine is not on every machine. */

const SITE_URL = 'https://meals.example.com';
const [build = [], runtime = []] = readStages();
const commandOf = (text: string): string[] => JSON.parse(text.slice(text.indexOf('[')));

const parent = mkdtempSync(join(tmpdir(), 'mealwright-image-'));
// The account of the server comes in.
chmodSync(parent, 0o755);
afterAll(() => rmSync(parent, { recursive: true, force: true }));
const folder = join(parent, 'app');
const programs = join(parent, 'programs');
mkdirSync(programs);
symlinkSync(process.execPath, join(programs, 'node'));

const isOfImage = (file: string) => readImageFiles().includes(file.split('/')[0] ?? '');
for (const file of projectFiles().filter(isOfImage)) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  cpSync(join(root, file), join(folder, file));
}

/** Runs it with the Node of the tests, as the image has no other either. Returns its output; throws it on failure. */
function run(command: string, args: readonly string[], env: Record<string, string> = {}) {
  // npm has put the Node of node_modules before the others.
  const others = (process.env.PATH ?? '').split(':').filter((path) => !path.includes('node_modules'));
  const PATH = [programs, ...others].join(':');
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH, HOME: homedir(), ...env },
  });
  return { status, output: stdout + stderr };
}

type Lock = { packages: Record<string, { dev?: boolean; optionalDependencies?: Record<string, string> }> };
const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

describe('the image', () => {
  test('is built by the commands of its file', () => {
    const commands = textsOf(build, 'RUN');
    expect(commands.length).toBe(2);
    for (const command of commands) {
      const { status, output } = run('sh', ['-c', command], {
        SITE_URL,
        PUBLIC_API_URL: '/api/v1',
        // Takes what npm has in its cache without asking the registry about each package again, which takes minutes.
        npm_config_prefer_offline: 'true',
      });
      expect(status, output).toBe(0);
    }
    const home = readFileSync(join(folder, 'dist/index.html'), 'utf8');
    expect(home).toContain(`<link rel="canonical" href="${SITE_URL}/">`);
  });

  test('has no development packages, no PostgreSQL and no second Node', () => {
    const { optionalDependencies = {} } = lock.packages[''] ?? {};
    const unwanted = Object.entries(lock.packages).flatMap(([path, { dev }]) => (dev ? [path] : []));
    const ours = Object.keys(optionalDependencies).map((name) => `node_modules/${name}`);
    expect(unwanted.length).toBeGreaterThan(100);
    const found = [...unwanted, ...ours, 'node_modules/.bin/node'].filter((path) =>
      existsSync(join(folder, path)),
    );
    expect(found).toEqual([]);
  });

  test('starts read-only without building again, converts a picture, is healthy, and stops with SIGTERM', async () => {
    const { db, url } = await cloneDatabase();
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
    // Nobody may write, and root could do so nevertheless.
    expect(spawnSync('chmod', ['-R', 'a-w', folder]).status).toBe(0);
    const account = isRoot ? nobody : undefined;
    expect(commandOf(textsOf(runtime, 'CMD')[0] ?? '')).toEqual(['node', 'api/start.mjs']);
    const [variables = ''] = textsOf(runtime, 'ENV');
    const image = Object.fromEntries(
      variables
        .replace('$SITE_URL', SITE_URL)
        .replace('$PUBLIC_API_URL', '/api/v1')
        .split(' ')
        .map((part) => part.split('=')),
    );
    const { HOST: _host, PORT: _port, DATA_DIR: _folder, ...env } = image;
    const server = await startServer(createDataDir(account), {
      folder,
      env: { ...env, API_ONLY: '', DATABASE_URL: url },
      ...(account ? { account } : {}),
    });
    expect(server.output()).not.toContain('Building the site');

    const page = await fetch(server.address, { headers: { 'accept-encoding': 'br' } });
    expect([page.status, page.headers.get('content-encoding')]).toEqual([200, 'br']);
    const { data } = (await (await signIn(server)).json()) as { data: { tokens: { token: string } } };
    const upload = await fetch(`${server.address}/api/v1/admin/pictures`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${data.tokens.token}`,
        'content-type': 'application/octet-stream',
      },
      body: new Uint8Array(await makePicture()),
    });
    expect(upload.status, await upload.clone().text()).toBe(200);

    const healthcheck = () => {
      const [program = '', ...args] = commandOf(textsOf(runtime, 'HEALTHCHECK')[0] ?? '');
      return run(program, args, { PORT: String(server.port) }).status;
    };
    expect(healthcheck()).toBe(0);
    process.kill(server.pid, 'SIGTERM');
    expect(await server.ended, server.output()).toBe(0);
    expect(healthcheck()).toBe(1);
  });
});
