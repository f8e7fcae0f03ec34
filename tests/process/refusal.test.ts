import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbedded } from '#api/db/embedded/start.ts';
import { openDatabase } from '#api/db/open.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { findProcesses } from './observe.ts';
import { administrator, createDataDir, post, signIn, spawnServer, startServer } from './server-process.ts';

test('a second start on the same folder is refused with the name of the running server, which is not affected', async () => {
  const dataDir = createDataDir();
  const first = await startServer(dataDir);
  const second = await spawnServer(dataDir);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(
    `is already running on this data folder: process ${first.pid}, ${first.address}`,
  );
  expect((await signIn(first)).status).toBe(200);
});

test('of three servers that start together on an empty folder one runs', async () => {
  const dataDir = createDataDir();
  const servers = await Promise.all([spawnServer(dataDir), spawnServer(dataDir), spawnServer(dataDir)]);
  const outcomes = await Promise.allSettled(servers.map((server) => server.says('is ready')));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = servers.filter((_, index) => outcomes[index]?.status === 'rejected');
  for (const server of refused) {
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('is already running on this data folder');
  }
});

test('a used port is named in the error, and no database keeps running', async () => {
  const dataDir = createDataDir();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const server = await spawnServer(dataDir, { port });
  expect(await server.ended).toBe(1);
  expect(server.output()).toBe(
    `Port ${port} of 127.0.0.1 is in use by another program. Choose a different port with PORT.\n`,
  );
  expect(findProcesses(dataDir)).toEqual([]);
});

test('a data folder that cannot be created is named in the error', async () => {
  const dataDir = join(dirname(createDataDir()), 'file', 'data');
  writeFileSync(dirname(dataDir), '');
  const server = await spawnServer(dataDir);
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain(`The data folder ${dataDir} isn’t writable`);
});

test('a data folder of another version is refused by the server and by commands, and stays as it is', async () => {
  const dataDir = createDataDir();
  const inDatabase = async <Result>(work: (db: ReturnType<typeof openDatabase>) => Promise<Result>) => {
    const onLost = () => undefined;
    const database = await startEmbedded({ dataDir, label: 'a test', log: createTestLog([]), onLost });
    const db = openDatabase(database.url, onLost);
    const result = await work(db);
    await db.destroy();
    await database.stop();
    return result;
  };
  await inDatabase((db) =>
    sql`create table kysely_migration as select '0001-search' as name, '2026-01-01' as timestamp`.execute(db),
  );
  const refusal = `The data in ${dataDir} is from another version, whose change “0001-search” this one doesn’t have.`;
  const server = await spawnServer(dataDir);
  expect(await server.ended).toBe(1);
  expect(server.output()).toMatch(/^[^\n]*\n$/);
  expect(server.output()).toContain(refusal);
  const command = promisify(execFile)(process.execPath, ['api/cli/admin.ts', 'list'], {
    env: { PATH: '/usr/bin:/bin', DATA_DIR: dataDir },
  });
  await expect(command).rejects.toMatchObject({ stderr: expect.stringContaining(refusal) });
  const tables = await inDatabase((db) =>
    sql<{
      name: string;
    }>`select relname as name from pg_class where relnamespace = 'public'::regnamespace`.execute(db),
  );
  expect(tables.rows).toEqual([{ name: 'kysely_migration' }]);
});

test('every mistake in the environment is named at once', async () => {
  const server = await spawnServer(createDataDir(), {
    env: { HOST: 'a b', DEMO: 'yes', ADMIN_PASSWORD: 'short' },
  });
  expect(await server.ended).toBe(1);
  expect(server.output()).toBe(
    'HOST must be an IP address or a hostname, such as 127.0.0.1 or 0.0.0.0.\n' +
      'DEMO must be 0 or 1.\n' +
      'ADMIN_PASSWORD can’t be used. The password must have at least 8 characters.\n',
  );
});

test('administrators can be managed with and without a running server', async () => {
  const dataDir = createDataDir();
  const server = await startServer(dataDir);
  const admin = (...options: string[]) =>
    promisify(execFile)(process.execPath, ['api/cli/admin.ts', ...options], {
      env: { PATH: '/usr/bin:/bin', DATA_DIR: dataDir, SITE_URL: server.address },
    });
  const created = await admin('create', 'colleague@example.com');
  const [, token] = created.stdout.match(/token=([\w-]{43})/) ?? [];
  const password = 'seven green lanterns';
  const reset = await post(server.address, '/auth/reset-password', {
    token,
    password,
    confirmPassword: password,
  });
  expect(reset.status).toBe(200);
  expect((await signIn(server)).status).toBe(200);
  await admin('suspend', administrator.email);
  expect((await signIn(server)).status).toBe(401);

  process.kill(-server.pid, 'SIGTERM');
  expect(await server.ended).toBe(0);
  expect((await admin('list')).stdout).toMatch(/^suspended +Owner +chief@example\.com/m);
  expect(findProcesses(dataDir)).toEqual([]);
});
