import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#api/db/open.ts';
import { createReads } from '#api/db/replica/reads.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { createRecipe, recipeContent } from '#tests/setup/api/recipes.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/**
 * Another database stands for the replica, so that its rows can differ: a function of its own answers for the position.
 * `npm run bench:scale` has a real one.
 */
const database = await cloneDatabase();
const { db: main } = database;
const other = await cloneDatabase();
await sql`create schema shadow`.execute(other.db);
await sql
  .raw(`do $$ begin execute format('alter database %I set search_path = shadow, pg_catalog, public',
  current_database()); end $$`)
  .execute(other.db);
// A new connection has the new path.
const replica = openDatabase(other.url, () => undefined);

async function setPosition(position: string): Promise<void> {
  await sql`create or replace function shadow.pg_last_wal_replay_lsn() returns pg_lsn
    language sql as ${sql.lit(`select '${position}'::pg_lsn`)}`.execute(other.db);
}
const CURRENT = 'FFFFFFFF/0';
const BEHIND = '0/1';

const clock = { now: new Date() };
const logLines: string[] = [];
const log = createTestLog(logLines);
const served = { main, clock: () => clock.now, log };
const reads = createReads({ ...served, replica });
const api = await serveApi(main, { reads, exportReads: reads });
const admin = await signInAdministrator(database, api);

// More users than in the main database, so that the last one is only there.
for (const first_name of ['One', 'Two', 'Three', 'Four']) await addUser(replica, { first_name });
const onlyThere = await addUser(replica, { first_name: 'Replica' });
const mainApi = await serveApi(main);
const mainAdmin = await signInAdministrator(database, mainApi);
const replicaApi = await serveApi(replica);
const replicaAdmin = await signInAdministrator({ db: replica }, replicaApi);
await createRecipe(replicaAdmin, recipeContent({ title: 'Only on the replica' }));

const LISTS = [
  '/admin/users',
  '/admin/users?keyword=Replica',
  '/admin/recipes',
  '/admin/subscriptions/stats',
];

const bodyOf = async (asking: typeof admin, path: string) => {
  const { status, body } = await asking.get(path);
  return { status, body };
};

async function exported(asking: typeof admin, base: string): Promise<string> {
  const headers = { authorization: `Bearer ${asking.tokens.token}` };
  return (await fetch(`${base}/admin/recipe-export?format=csv`, { headers })).text();
}

beforeEach(async () => {
  await setPosition(CURRENT);
  logLines.splice(0);
  // The pause after an earlier failure is over.
  clock.now = new Date(clock.now.getTime() + 60_000);
});

test('lists, statistics and exports come from the replica', async () => {
  for (const path of LISTS) {
    expect(await bodyOf(admin, path), path).toEqual(await bodyOf(replicaAdmin, path));
    expect(await bodyOf(admin, path), path).not.toEqual(await bodyOf(mainAdmin, path));
  }
  expect(await exported(admin, api.base)).toContain('Only on the replica');
  expect(logLines).toEqual([]);
});

test('failed payments come from the replica', async () => {
  const payment = { product_id: 'x.monthly', platform: 'ios', error_message: 'declined' } as const;
  const subscription = await replica
    .insertInto('subscriptions')
    .values({
      user_id: onlyThere.id,
      plan: 'Monthly',
      product_id: payment.product_id,
      platform: payment.platform,
      status: 'on_hold',
      start_date: '2025-01-01T00:00:00Z',
      end_date: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await replica
    .insertInto('failed_payments')
    .values({
      ...payment,
      subscription_id: subscription.id,
      purchase_token: 'token',
      amount_cents: 999,
      created_at: clock.now,
    })
    .execute();
  expect((await admin.get('/admin/subscriptions/failed-payments')).body.total).toBe(1);
});

test('what a write may follow comes from the main database', async () => {
  expect((await admin.get(`/admin/users/${onlyThere.id}`)).status).toBe(404);
  expect((await admin.get(`/admin/users/${admin.administrator.id}`)).status).toBe(200);
  expect((await admin.get(`/admin/subscriptions/history/${onlyThere.id}`)).status).toBe(404);
  // The session of this administrator is only there.
  expect((await admin.get('/admin/account')).status).toBe(200);
});

describe('reads go to the main database, and the log says so once', () => {
  const expectMain = async (asking = admin, base = api.base) => {
    for (const path of LISTS) expect(await bodyOf(asking, path), path).toEqual(await bodyOf(mainAdmin, path));
    expect(await exported(asking, base)).not.toContain('Only on the replica');
    expect(logLines.filter((line) => line.includes('the replica is not used'))).toHaveLength(1);
  };

  test('if the replica lags; after a while it is asked again', async () => {
    await setPosition(BEHIND);
    await expectMain();
    await setPosition(CURRENT);
    await expectMain();
    clock.now = new Date(clock.now.getTime() + 11_000);
    expect(await bodyOf(admin, '/admin/users')).toEqual(await bodyOf(replicaAdmin, '/admin/users'));
  });

  test('if the replica fails in the middle of a read', async () => {
    await sql`alter table users rename to hidden`.execute(replica);
    onTestFinished(async () => void (await sql`alter table hidden rename to users`.execute(replica)));
    await expectMain();
  });

  test.each([
    ['does not answer', 'postgres://nobody@127.0.0.1:1/none', 'ECONNREFUSED'],
    ['is no replica', database.url, 'is no replica'],
  ])('if it %s', async (_, url, reason) => {
    const wrong = openDatabase(url, () => undefined);
    onTestFinished(() => wrong.destroy());
    const own = await serveApi(main, { reads: createReads({ ...served, replica: wrong }) });
    await expectMain({ ...admin, ...createRequester(own.base, admin.tokens.token) }, own.base);
    expect(logLines.join('')).toContain(reason);
  });
});

test('a read waits for a replica that is a moment behind', async () => {
  await setPosition(BEHIND);
  const answer = bodyOf(admin, '/admin/users');
  await setPosition(CURRENT);
  expect(await answer).toEqual(await bodyOf(replicaAdmin, '/admin/users'));
  expect(logLines).toEqual([]);
});
