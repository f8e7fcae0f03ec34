import { once } from 'node:events';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { readEnvironment } from '#api/config/environment.ts';
import { openDatabase } from '#api/db/open.ts';
import { defaultHeaders } from '#api/http/security-headers.ts';
import { startServer } from '#api/startup/server.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { takePort } from '#tests/setup/api/port.ts';
import { createRequester } from '#tests/setup/api/requests.ts';

/** The real start on an own database. */

const administrator = { email: 'chief@example.com', password: 'seven green lanterns' };

async function prepare() {
  const { db, url } = await cloneDatabase();
  const port = await takePort();
  const logLines: string[] = [];
  const start = async () => {
    const never = new AbortController().signal;
    const server = await startServer({
      environment: readEnvironment({
        DATABASE_URL: url,
        API_ONLY: '1',
        PORT: String(port),
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
      }),
      log: createTestLog(logLines),
      write: () => undefined,
      stopping: never,
      abortDrain: never,
      onLost: (error) => {
        throw error;
      },
    });
    onTestFinished(() => server.disposeAsync());
  };
  const address = `http://127.0.0.1:${port}`;
  const health = async () => (await fetch(`${address}/healthz`)).status;
  const signIn = () =>
    createRequester(`${address}/api/v1`).post('/auth/admin-login', { ...administrator, rememberMe: false });
  return { db, url, port, logLines, start, address, health, signIn };
}

/** Holds the locks of a statement until it is released. */
async function hold(url: string, statement: string) {
  const other = openDatabase(url, () => undefined);
  const transaction = await other.startTransaction().execute();
  await sql.raw(statement).execute(transaction);
  let held = true;
  const release = async () => {
    if (held) await transaction.rollback().execute();
    held = false;
  };
  onTestFinished(async () => {
    await release();
    await other.destroy();
  });
  return release;
}

test('until the first administrator exists every request is answered with 503, and nothing is counted', async () => {
  const { db, url, start, address, health, signIn } = await prepare();
  const release = await hold(url, 'lock table users in share mode');
  const started = start();
  await expect.poll(health).toBe(503);
  await expect.poll(() => waiting(db)).toBe(1);

  for (const path of ['/healthz', '/', '/api/v1/admin/users', '/nowhere']) {
    const response = await fetch(address + path);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...defaultHeaders,
      'content-type': 'application/json',
      'retry-after': '2',
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    });
    const message = 'The server is starting. Please try again in a moment.';
    expect(await response.json()).toEqual({ status: 503, message });
  }
  expect((await signIn()).status).toBe(503);
  expect(await db.selectFrom('limits').select('key').execute()).toEqual([]);

  await release();
  await started;
  expect(await health()).toBe(200);
  expect((await signIn()).status).toBe(200);
});

test("a server whose ADMIN_EMAIL is an app user's is never healthy", async () => {
  const { db, url, start, health } = await prepare();
  await addUser(db, { email: administrator.email });
  const release = await hold(url, 'lock table users in access exclusive mode');
  const started = start().then(
    () => 'started',
    (error: Error) => error.message,
  );
  await expect.poll(() => waiting(db)).toBe(1);
  expect(await health()).toBe(503);
  const seen = new Set<number | string>();
  const watching = (async () => {
    while (!seen.has('gone')) seen.add(await health().catch(() => 'gone'));
  })();
  await release();
  expect(await started).toContain(`${administrator.email} is already an app user`);
  await watching;
  expect([...seen].sort()).toEqual([503, 'gone']);
});

test('a used port is found first, and nothing else is printed', async () => {
  const { db, port, logLines, start } = await prepare();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  await expect(start()).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use`);
  expect(logLines).toEqual([]);
  expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
});

test('the server is healthy while calls use every connection of the pool', async () => {
  const { db, url, start, health, address } = await prepare();
  await start();
  const release = await hold(url, 'lock table access_tokens in access exclusive mode');
  const token = 'x'.repeat(43);
  const calls = Array.from({ length: 12 }, () =>
    createRequester(`${address}/api/v1`, token).get('/admin/account'),
  );
  // The housekeeping of the start may wait, too, on a connection of its own.
  await expect.poll(() => waiting(db)).toBeGreaterThanOrEqual(10);
  expect(await health()).toBe(200);
  await release();
  await Promise.all(calls);
});

test('connections opened after the start have the limits of calls', async () => {
  const { url, start } = await prepare();
  await start();
  const fresh = openDatabase(url, () => undefined);
  const { rows } = await sql`select current_setting('statement_timeout') as value`.execute(fresh);
  await fresh.destroy();
  expect(rows).toEqual([{ value: '20s' }]);
});

test('a database whose LC_CTYPE is C gets a warning, and works', async () => {
  const plain = await prepare();
  await plain.start();
  expect(plain.logLines).toEqual([]);

  const { url, logLines, start, signIn } = await prepare();
  const server = openDatabase(inject('databaseUrl'), () => undefined);
  const name = new URL(url).pathname.slice(1);
  await sql`drop database ${sql.id(name)} with (force)`.execute(server);
  await sql`create database ${sql.id(name)} template template0 lc_ctype 'C'`.execute(server);
  await server.destroy();
  await start();
  expect(logLines.join()).toContain('The LC_CTYPE of this database is C');
  expect((await signIn()).status).toBe(200);
});

/** Counts the statements that wait for a lock. */
async function waiting(db: Awaited<ReturnType<typeof cloneDatabase>>['db']): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
  return rows[0]?.count ?? 0;
}
