import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createSandboxToken } from '#api/purchases/sandbox/token.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** Lists with more rows than are counted. */

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
let admin: Awaited<ReturnType<typeof signInAdministrator>>;

/** 10,001 of them are "Many", 10,000 "Exact", 4,000 "Some"; the 100 oldest are "Old". Three share each time. */
const USERS = 12_500;

beforeAll(async () => {
  admin = await signInAdministrator(database, api);
  await sql`
    insert into users (first_name, last_name, email, created_at)
    select concat_ws(' ', case when n <= 10001 then 'Many' end, case when n <= 10000 then 'Exact' end,
        case when n % 3 = 0 and n <= 12000 then 'Some' end, case when n <= 100 then 'Old' end),
      'N' || n, 'n' || n || '@example.com', timestamptz '2020-01-01Z' + (n / 3) * interval '1 minute'
    from generate_series(1, ${USERS}) as n`.execute(db);
});

async function readPage(address: string) {
  const { status, body } = await admin.get(address);
  expect(status).toBe(200);
  return {
    ids: (body.data as { id: number }[]).map(({ id }) => id),
    total: body.total,
    isMinimum: body.totalIsMinimum === true,
  };
}

/** Every match in the order of the list, without a page. */
async function idsWith(word: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users where first_name || ' ' like ${`%${word}%`}
    order by created_at desc, id desc`.execute(db);
  return rows.map(({ id }) => id);
}

test.each([
  ['', [1, 2, 500, 1_001, 1_002, 1_250, 1_251, 1_252]],
  ['Many', [1, 2, 1_000, 1_001, 1_002]],
  ['Exact', [1, 999, 1_000, 1_001]],
  ['Some', [1, 2, 200, 399, 400, 401]],
  ['Old', [1, 2, 10, 11]],
])('the pages of %j are those of the whole list', async (word, pages) => {
  const all = await idsWith(word);
  for (const page of pages) {
    const { ids } = await readPage(`/admin/users?keyword=${word}&page=${page}`);
    expect([page, ids]).toEqual([page, all.slice(10 * (page - 1), 10 * page)]);
  }
});

test.each([
  ['', 10_000, true],
  ['Many', 10_000, true],
  ['Exact', 10_000, false],
  ['Some', 4_000, false],
  ['Old', 100, false],
  ['Nobody', 0, false],
  ['ma', 10_000, true],
  ['ex', 10_000, false],
])('the total of %j is %i, only a minimum: %j', async (word, total, isMinimum) => {
  const answer = await readPage(`/admin/users?keyword=${word}`);
  expect(answer.total).toBe(total);
  expect(answer.isMinimum).toBe(isMinimum);
});

const minutes = (count: number) => new Date(Date.UTC(2020, 0, 1, 0, count)).toISOString();

test.each([
  [`createdBefore=${minutes(3_334)}`, 10_001],
  [`createdBefore=${minutes(3_333)}`, 9_998],
  [`createdFrom=${minutes(4_100)}&createdBefore=${minutes(4_160)}`, 180],
  [`createdBefore=${minutes(0)}`, 0],
])('by name, the users of a time are counted and listed: %s', async (time, count) => {
  for (const [filter, order] of [
    ['', 'asc'],
    ['&status=active', 'desc'],
    ['&keyword=example.com', 'asc'],
  ] as const) {
    const query = new URLSearchParams(time);
    const { rows } = await sql<{ id: number }>`
      select id from users
      where created_at < ${query.get('createdBefore')} and created_at >= ${query.get('createdFrom') ?? minutes(0)}
      order by ${sql.raw(`lower(first_name || ' ' || last_name) collate "C" ${order}, id ${order}`)}`.execute(
      db,
    );
    expect(rows).toHaveLength(count);
    for (const page of [1, 2, 18, 19, 999, 1_000, 1_001]) {
      const list = await readPage(`/admin/users?${time}${filter}&sort=name&order=${order}&page=${page}`);
      const ids = rows.slice(10 * (page - 1), 10 * page).map(({ id }) => id);
      expect([filter, page, list.ids]).toEqual([filter, page, ids]);
      expect(list.total).toBe(Math.min(count, 10_000));
      expect(list.isMinimum).toBe(count > 10_000);
    }
  }
});

test('more than 10,000 failed payments have a minimum as their total', async () => {
  const user = await addUser(db);
  const product = { product_id: 'monthly', platform: 'ios' } as const;
  const { id } = await db
    .insertInto('subscriptions')
    .values({ ...product, user_id: user.id, plan: 'Monthly', status: 'on_hold', start_date: new Date(0) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const token = createSandboxToken('active', new Date(Date.now() + 86_400_000), 'many');
  await sql`insert into purchases (platform, key) values ('ios', ${token})`.execute(db);
  const add = (from: number, to: number) =>
    sql`
      insert into failed_payments
        (user_id, subscription_id, product_id, platform, purchase_token, amount_cents, error_message, created_at)
      select ${user.id}::integer, ${id}::integer, 'monthly', 'ios', ${token}, 999, 'No ' || n, timestamptz '2020-01-01Z' + n * interval '1 s'
      from generate_series(${from}::integer, ${to}::integer) as n`.execute(db);
  const read = async (page: number) => {
    const { body } = await admin.get(`/admin/subscriptions/failed-payments?page=${page}`);
    const { payments } = body.data as { payments: { error_message: string }[] };
    return { body, messages: payments.map(({ error_message }) => error_message) };
  };
  await add(1, 10_000);
  const exact = await read(100);
  expect(exact.body).toMatchObject({ total: 10_000 });
  expect(exact.body).not.toHaveProperty('totalIsMinimum');
  expect(exact.messages).toEqual(Array.from({ length: 100 }, (_, index) => `No ${100 - index}`));
  await add(10_001, 10_001);
  const more = await read(101);
  expect(more.body).toMatchObject({ total: 10_000 });
  expect(more.body).toMatchObject({ totalIsMinimum: true });
  expect(more.messages).toEqual(['No 1']);
});

test('more than 10,000 recipes have a minimum as their total', async () => {
  await sql`
    insert into recipes (title, description, published_at, created_at)
    select 'Soup ' || n, '', now(), timestamptz '2020-01-01Z' + n * interval '1 minute'
    from generate_series(1, 10001) as n`.execute(db);
  const read = async (query: string) => {
    const { body } = await admin.get(`/admin/recipes?${query}`);
    const { recipes } = body.data as { recipes: { title: string }[] };
    return { total: body.total, isMinimum: body.totalIsMinimum, titles: recipes.map(({ title }) => title) };
  };
  const minimum = await read('keyword=soup&page=1001');
  expect(minimum).toMatchObject({ total: 10_000, titles: ['Soup 1'] });
  expect(minimum.isMinimum).toBe(true);
  const all = await read('page=1000');
  expect(all).toMatchObject({ total: 10_000 });
  expect(all.titles).toEqual(Array.from({ length: 10 }, (_, index) => `Soup ${11 - index}`));
  expect(all.isMinimum).toBe(true);
});
