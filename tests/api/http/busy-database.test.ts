import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '#api/db/open.ts';
import { createReads } from '#api/db/replica/reads.ts';
import { setRoleSettings } from '#api/db/role-settings.ts';
import { openDatabases } from '#api/startup/databases.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { createRecipe } from '#tests/setup/api/recipes.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db, url } = database;
const LIST = '/admin/recipes';
const user = await addUser(db);

/** The log promises one JSON object per line, so nothing prints to the console. */
const printed = vi.spyOn(console, 'error');
afterEach(() => expect(printed).not.toHaveBeenCalled());

/** Calls use the connections of `own`; the background work has others, and takes none of them. */
function serveCalls(own: typeof db) {
  const reads = createReads({ main: own, replica: null, clock: () => new Date(), log: createTestLog([]) });
  return serveApi(db, { db: own, reads, exportReads: reads });
}

async function serveWith(options: Parameters<typeof openDatabase>[2]) {
  const own = openDatabase(url, () => undefined, options);
  const api = await serveCalls(own);
  return { own, api, admin: await signInAdministrator(database, api) };
}

/** Runs `work` while every query of `tables` waits. */
async function whileLocked<Result>(work: () => Promise<Result>, tables = 'recipe_figures'): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await sql`lock table ${sql.raw(tables)} in access exclusive mode`.execute(transaction);
    return work();
  });
}

/** Queries that wait for a lock or sleep. */
async function running(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and (wait_event_type = 'Lock' or wait_event = 'PgSleep')`.execute(db);
  return rows.length;
}

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
  const log = api.logLines.join('');
  expect(log).toContain('Too many queries wait.');
  expect(log).toContain('No connection became free.');
  // One line for each, without the stack.
  const refused = api.logLines.filter((line) => line.includes('a request was refused'));
  expect(refused).toHaveLength(698);
  expect(refused.filter((line) => line.includes('"stack"'))).toEqual([]);
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  expect((await admin.get(LIST)).status).toBe(200);
  await own.destroy();
});

test('a server that PostgreSQL gives no more connections answers 503', async () => {
  const role = `limited_${randomUUID().replaceAll('-', '')}`;
  await sql`create role ${sql.id(role)} login password ${sql.lit(role)} connection limit 1`.execute(db);
  await sql`grant pg_read_all_data, pg_write_all_data to ${sql.id(role)}`.execute(db);
  const address = new URL(url);
  [address.username, address.password] = [role, role];
  const own = openDatabase(address.href, () => undefined);
  const api = await serveCalls(own);
  const admin = await signInAdministrator(database, api);
  const first = await whileLocked(async () => {
    const answer = admin.get(LIST);
    await expect.poll(running).toBe(1);
    const { status, headers } = await admin.get(LIST);
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    return { answer };
  });
  expect((await first.answer).status).toBe(200);
  await own.destroy();
});

describe('lists have connections of their own', () => {
  const LISTS_AT_ONCE = 10;
  const clock = () => new Date();
  const { close, ...databases } = openDatabases({
    url,
    readUrl: null,
    isPreparing: true,
    clock,
    log: createTestLog([]),
  });
  afterAll(close);

  test('while they wait, the session, single records and writes are answered', async () => {
    const api = await serveApi(databases.db, databases);
    const admin = await signInAdministrator(database, api);
    const recipe = await createRecipe(admin);
    let listed = 0;
    const lists = await whileLocked(async () => {
      const waiting = Array.from({ length: 3 * LISTS_AT_ONCE }, async () => {
        await admin.get(LIST);
        listed += 1;
      });
      await expect.poll(running).toBe(LISTS_AT_ONCE);
      const note = `/admin/users/${user.id}/notes`;
      const answers = await Promise.all([
        admin.get('/admin/account'),
        admin.get(`/admin/users/${user.id}`),
        admin.get(`/admin/recipes/${recipe.id}`),
        admin.post(note, { text: 'Called.' }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(listed).toBe(0);
      return { waiting };
    });
    await Promise.all(lists.waiting);
  });

  test('a call that uses all of them does not wait for itself', async () => {
    const api = await serveApi(databases.db, databases);
    const admin = await signInAdministrator(database, api);
    const calls = Array.from({ length: 3 * LISTS_AT_ONCE }, () =>
      admin.get('/admin/subscriptions/failed-payment-values'),
    );
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
  });
});

/**
 * Sends a call, and leaves when `queries` of it are running. Locks `tables` before: none that the background work
 * reads, because its queries would be counted.
 */
async function leaveDuring(path: string, queries: number, tables?: string): Promise<void> {
  const { own, api, admin } = await serveWith({});
  const leaving = new AbortController();
  const leave = async () => {
    const headers = { authorization: `Bearer ${admin.tokens.token}` };
    fetch(api.base + path, { headers, signal: leaving.signal }).catch(() => undefined);
    await expect.poll(running).toBe(queries);
    leaving.abort();
    await expect.poll(running).toBe(0);
  };
  await (tables === undefined ? leave() : whileLocked(leave, tables));
  await expect.poll(() => api.logLines.join('')).toContain('the client left before getting an answer');
  expect(api.logLines.join('')).not.toContain('"level":"error"');
  await own.destroy();
}

test.each([
  [LIST, 1, 'recipe_figures'],
  ['/admin/users', 1, 'figures'],
  ['/admin/subscriptions/failed-payments', 1, 'failed_payments'],
  ['/admin/subscriptions/failed-payment-values', 8, 'failed_payments'],
  ['/admin/activity', 2, 'audit_entries'],
  ['/admin/subscriptions/stats', 4, 'figures, recipe_figures'],
  ['/admin/recipe-export?format=jsonld', 1, 'recipes'],
  ['/admin/failed-payment-export', 1, 'failed_payments'],
  ['/admin/subscriptions/stats-export', 1, 'figures'],
  ['/admin/user-export?status=active', 1, 'user_figures'],
  ['/admin/user-values', 1, 'user_figures'],
  ['/admin/recipe-values', 3, 'recipe_figures'],
  [`/admin/subscriptions/history/${user.id}`, 1, 'subscriptions'],
  ['/admin/subscriptions/1/charges', 1, 'charges'],
  [`/admin/users/${user.id}/audit`, 2, 'audit_entries'],
  [`/admin/users/${user.id}/personal-data`, 1, 'subscriptions'],
])('PostgreSQL stops the queries of %s when the client has gone', leaveDuring);

test('PostgreSQL stops the count of a search when the client has gone', async () => {
  await sql`
    create or replace function search_key(word text) returns text[] language plpgsql immutable as $$
    begin
      perform pg_sleep(60);
      return array[word];
    end $$`.execute(db);
  await leaveDuring('/admin/users?keyword=qz', 1);
});

test('a query that takes too long is stopped, and answers 503', async () => {
  const { own, admin } = await serveWith({ statementTimeoutMs: 300 });
  const answer = await whileLocked(() => admin.get(LIST));
  expect(answer.status).toBe(503);
  expect(answer.body.message).toBe('This took too long, so we stopped it. Please try again in a moment.');
  await own.destroy();
});

test('our role has its limits in this database, written once', async () => {
  await setRoleSettings(db);
  const version = async () =>
    (await sql<{ xmin: string }>`select xmin::text from pg_db_role_setting order by 1`.execute(db)).rows;
  const before = await version();
  const fresh = openDatabase(url, () => undefined);
  const { rows } = await sql`
    select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('max_parallel_workers_per_gather') as workers`.execute(fresh);
  expect(rows).toEqual([{ statement: '20s', idle: '1min', workers: '0' }]);
  await fresh.destroy();
  await setRoleSettings(db);
  expect(await version()).toEqual(before);
});
