import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '#api/db/open.ts';
import { setRoleSettings } from '#api/db/role-settings.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { openDatabases } from '#api/startup/databases.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { blankRecipe } from '../figures/rows.ts';

const database = await cloneDatabase();
const { db, url } = database;
/** A call whose queries follow one another. */
const READ = '/admin/recipes/1';
const addRecipe = (own: typeof db) =>
  own
    .insertInto('recipes')
    .values({ title: 'Soup', ...blankRecipe })
    .execute();
await addRecipe(db);

/** The log promises one JSON object per line, so nothing prints to the console. */
const printed = vi.spyOn(console, 'error');
afterEach(() => expect(printed).not.toHaveBeenCalled());

/** Calls use the connections of `own`; the background work has others, and takes none of them. */
function serveCalls(own: typeof db) {
  return serveApi(db, { db: own, backgroundDb: db });
}

/** Runs `work` while every query of the recipes waits. */
async function whileLocked<Result>(work: () => Promise<Result>, locked = db): Promise<Result> {
  return locked.transaction().execute(async (transaction) => {
    await sql`lock table recipes in access exclusive mode`.execute(transaction);
    return work();
  });
}

/** Queries that wait for a lock. */
async function running(locked = db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(locked);
  return rows.length;
}

test('queries wait in a bounded line; beyond it, and after a time, 503 with Retry-After; /healthz answers, /readyz refuses', async () => {
  const own = openDatabase(url, () => undefined, { connections: 2 });
  const api = await serveCalls(own);
  const admin = await signInAdministrator(database, api);
  const answers = await whileLocked(async () => {
    const waiting = Array.from({ length: 700 }, () => admin.get(READ));
    const first = await Promise.race(waiting);
    expect([first.status, first.body.message]).toEqual([
      503,
      'The server is busy. Please try again in a moment.',
    ]);
    expect(first.headers.get('retry-after')).toBe('2');
    expect((await fetch(new URL('/healthz', api.base))).status).toBe(200);
    expect((await fetch(new URL('/readyz', api.base))).status).toBe(503);
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
  expect((await admin.get(READ)).status).toBe(200);
  expect((await fetch(new URL('/readyz', api.base))).status).toBe(200);
  await own.destroy();
});

test('lists that take long leave connections to other calls, and get their turns; too many of them answer 503', async () => {
  const own = openDatabase(url, () => undefined);
  const api = await serveCalls(own);
  const admin = await signInAdministrator(database, api);
  const lists = await whileLocked(async () => {
    const waiting = Array.from({ length: 20 }, () => admin.get('/admin/recipes?keyword=so'));
    await expect.poll(() => running()).toBeGreaterThanOrEqual(6);
    expect((await admin.get('/admin/account')).status).toBe(200);
    expect(await running()).toBe(6);
    const many = Array.from({ length: 120 }, () => admin.get('/admin/recipes'));
    // Three have their turn, and a hundred wait.
    await expect
      .poll(() => api.logLines.filter((line) => line.includes('Too many lists wait.')).length)
      .toBe(37);
    return [...waiting, ...many];
  });
  const statuses = (await Promise.all(lists)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(103);
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200));
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
    const answer = admin.get(READ);
    await expect.poll(() => running()).toBe(1);
    const { status, headers } = await admin.get(READ);
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    return { answer };
  });
  expect((await first.answer).status).toBe(200);
  await own.destroy();
});

describe('exports and work in the background have connections of their own', async () => {
  // No other server may send its mails.
  const { db: direct, url: address } = await cloneDatabase();
  const { close, ...databases } = openDatabases({ url: address, log: createTestLog([]) });
  afterAll(close);
  const api = await serveApi(databases.db, databases);
  const admin = await signInAdministrator({ db: direct }, api);
  await addRecipe(direct);
  const sendMail = async () => {
    const { email } = await addUser(direct);
    await enqueueMail(direct, { kind: 'password_reset', address: email }, api.clock.now);
    api.sendQueuedMail();
    await api.waitForMailTo(email);
  };
  const statusesOf = async (answers: readonly ReturnType<typeof admin.get>[]) =>
    new Set((await Promise.all(answers)).map(({ status }) => status));

  test('while calls wait for a connection, mail is sent', async () => {
    const { lists } = await whileLocked(async () => {
      const waiting = Array.from({ length: 30 }, () => admin.get(READ));
      await expect.poll(() => running(direct)).toBe(10);
      await sendMail();
      return { lists: waiting };
    }, direct);
    expect(await statusesOf(lists)).toEqual(new Set([200]));
  });

  test('two exports run at once, the next one answers 503, and mail is sent', async () => {
    const { exports } = await whileLocked(async () => {
      const waiting = Array.from({ length: 2 }, () => admin.get('/admin/recipe-export?format=jsonld'));
      await expect.poll(() => running(direct)).toBe(2);
      const refused = await admin.get('/admin/recipe-export?format=csv');
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
      await sendMail();
      return { exports: waiting };
    }, direct);
    expect(await statusesOf(exports)).toEqual(new Set([200]));
  });

  test('a call that uses all connections does not wait for itself', async () => {
    const calls = Array.from({ length: 30 }, () => admin.get('/admin/subscriptions/failed-payment-values'));
    expect(await statusesOf(calls)).toEqual(new Set([200]));
  });
});

test('a query that takes too long is stopped, and answers 503', async () => {
  const limited = new URL(url);
  limited.searchParams.set('options', '-c statement_timeout=300');
  const own = openDatabase(limited.href, () => undefined);
  const admin = await signInAdministrator(database, await serveCalls(own));
  const answer = await whileLocked(() => admin.get(READ));
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
