import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type RecipeSortKey, recipeSortKeys } from '#contract/recipes/read.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** The pages of a long list with many equal values. */

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
let admin: Awaited<ReturnType<typeof signInAdministrator>>;

/**
 * Not deleted: 22,000. Of them 10,500 are "Soup", 3,142 Greek, 22 drafts and 22 without a picture. Many have equal values,
 * and each is as long as a real one.
 */
const RECIPES = 24_000;
const KEPT = 22_000;
const SOUPS = 10_500;
const FEW = 22;

beforeAll(async () => {
  await sql`
    insert into recipes (title, description, preparation_time, cooking_time, cuisine, image_url, nutrition_values,
      steps, created_at, updated_at, published_at, deleted_at)
    select case when n <= ${SOUPS} then 'Soup ' else 'Pie ' end || (n * 7919) % 5000,
      repeat(md5(n::text), 40), (n % 6) * 600, (1 + n % 4) * 900,
      case when n % 7 = 0 then 'Greek' end, case when n % 1000 > 0 then 'https://example.com/picture' end,
      '[{"name": "Salt", "value": "1 g"}]', array['Cook.'], timestamptz '2020-01-01Z' + (n / 3) * interval '1 minute',
      timestamptz '2025-01-01Z' + (n % 50) * interval '1 day',
      case when n % 1000 <> 1 then now() end, case when n > ${KEPT} then now() end
    from generate_series(1, ${RECIPES}) as n`.execute(db);
  await sql`vacuum analyze recipes`.execute(db);
  admin = await signInAdministrator(database, api);
});

const columns: Readonly<Record<RecipeSortKey, string>> = {
  title: 'lower(title) collate "C"',
  preparation_time: 'preparation_time',
  cooking_time: 'cooking_time',
  updated: 'updated_at',
};

async function readPage(query: string) {
  const { status, body } = await admin.get(`/admin/recipes?pageSize=10&${query}`);
  expect(status).toBe(200);
  const { recipes } = body.data as { recipes: { id: number }[] };
  return { total: body.total, ids: recipes.map(({ id }) => id) };
}

const lists: readonly [query: string, where: string, total: number][] = [
  ['', 'deleted_at is null', KEPT],
  ['state=published', 'deleted_at is null and published_at is not null', KEPT - FEW],
  ['state=draft', 'deleted_at is null and published_at is null', FEW],
  ['needs=picture', 'deleted_at is null and image_url is null', FEW],
  ['state=deleted', 'deleted_at is not null', RECIPES - KEPT],
  ['cuisine=greek', "deleted_at is null and cuisine = 'Greek'", Math.floor(KEPT / 7)],
  ['cuisine=greek&keyword=soup', `cuisine = 'Greek' and id <= ${SOUPS}`, Math.floor(SOUPS / 7)],
  ['keyword=soup', `id <= ${SOUPS}`, SOUPS],
];

test.each(
  lists.flatMap((list) =>
    recipeSortKeys.flatMap((sort) =>
      (['asc', 'desc'] as const).map((order) => [...list, sort, order] as const),
    ),
  ),
)('"%s": the pages of the whole list (%s, %i), by %s %s', async (query, where, total, sort, order) => {
  // The ties of the other direction are backwards too.
  const ties = order === 'asc' ? 'created_at desc, id desc' : 'created_at, id';
  const { rows } = await sql<{ id: number }>`
    select id from recipes where ${sql.raw(where)}
    order by ${sql.raw(`${columns[sort]} ${order}, ${ties}`)}`.execute(db);
  const last = Math.ceil(rows.length / 10);
  for (const page of [1, 2, 90, 1_001, 1_002, Math.ceil(last / 2), last - 1, last, last + 1]) {
    const read = await readPage(`${query}&sort=${sort}&order=${order}&page=${page}`);
    const ids = rows.slice(10 * (page - 1), 10 * page).map(({ id }) => id);
    // Counted up to there.
    expect({ page, ...read }).toEqual({ page, total: Math.min(total, 10_000), ids });
  }
});
