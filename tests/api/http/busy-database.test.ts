import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#api/db/open.ts';
import { setRoleSettings } from '#api/db/role-settings.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db, url } = database;
const LIST = '/admin/recipes';

async function serveWith(options: Parameters<typeof openDatabase>[2]) {
  const own = openDatabase(url, () => undefined, options);
  const api = await serveApi(own, { healthDb: db });
  return { own, api, admin: await signInAdministrator(database, api) };
}

/** Runs `work` while every list of recipes waits. */
async function whileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await sql`lock table recipe_figures in access exclusive mode`.execute(transaction);
    return work();
  });
}

const running = async () =>
  (
    await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    )
  ).rows.length;

test('queries wait in a bounded line; beyond it, and after a time, 503 with Retry-After; /healthz answers', async () => {
  const { own, api, admin } = await serveWith({ connections: 2 });
  const answers = await whileLocked(async () => {
    const waiting = Array.from({ length: 700 }, () => admin.get(LIST));
    const first = await Promise.race(waiting);
    expect([first.status, first.body.message]).toEqual([
      503,
      'The server is busy. Please try again in a moment.',
    ]);
    expect(first.headers.get('retry-after')).toBe('2');
    expect((await fetch(new URL('/healthz', api.base))).status).toBe(200);
    // The rest has waited too long, but for the two that have a connection.
    await expect
      .poll(async () => api.logLines.filter((line) => line.includes('busy')).length, { timeout: 20_000 })
      .toBe(698);
    return waiting;
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  expect((await admin.get(LIST)).status).toBe(200);
  await own.destroy();
});

test('PostgreSQL stops a query whose client has gone', async () => {
  const { own, api, admin } = await serveWith({});
  const leaving = new AbortController();
  await whileLocked(async () => {
    const headers = { authorization: `Bearer ${admin.tokens.token}` };
    const call = fetch(`${api.base}${LIST}`, { headers, signal: leaving.signal });
    call.catch(() => undefined);
    await expect.poll(running).toBe(1);
    leaving.abort();
    await expect.poll(running).toBe(0);
  });
  await expect.poll(() => api.logLines.join('')).toContain('the client left before its answer');
  expect(api.logLines.join('')).not.toContain('"level":"error"');
  await own.destroy();
});

test('a query that takes too long is stopped, and answers 503', async () => {
  const { own, admin } = await serveWith({ statementTimeoutMs: 300 });
  const answer = await whileLocked(() => admin.get(LIST));
  expect(answer.status).toBe(503);
  expect(answer.body.message).toBe('This took too long, so it was stopped. Please try again in a moment.');
  await own.destroy();
});

test('our role has its timeouts in this database, written once', async () => {
  await setRoleSettings(db);
  const version = async () =>
    (await sql<{ xmin: string }>`select xmin::text from pg_db_role_setting order by 1`.execute(db)).rows;
  const before = await version();
  const fresh = openDatabase(url, () => undefined);
  const { rows } = await sql<{ value: string }>`select current_setting('statement_timeout') as value`.execute(
    fresh,
  );
  expect(rows).toEqual([{ value: '20s' }]);
  await fresh.destroy();
  await setRoleSettings(db);
  expect(await version()).toEqual(before);
});
