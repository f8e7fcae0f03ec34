import { beforeAll, expect, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** Every combination of a condition, a state and an order. */

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
let admin: Awaited<ReturnType<typeof signInAdministrator>>;

beforeAll(async () => {
  await fillDemo(db, { seed: 3, users: 1_000, now: new Date() });
  await db.updateTable('recipes').set({ published_at: null }).where('id', 'in', [3, 6, 9, 12]).execute();
  await db.updateTable('recipes').set({ deleted_at: new Date() }).where('id', 'in', [4, 8]).execute();
  // Both spellings in one recipe, and one tag of both kinds.
  await db
    .updateTable('recipes')
    .set({ meal_types: ['Dinner', 'dinner'], feature_tags: ['Quick'], promotional_tags: ['quick'] })
    .where('id', 'in', [5, 6])
    .execute();
  admin = await signInAdministrator(database, api);
});

async function read(query: Readonly<Record<string, string>>, page: number) {
  const search = new URLSearchParams({ ...query, page: String(page), pageSize: '20' });
  const { status, body } = await admin.get(`/admin/recipes?${search}`);
  expect(status).toBe(200);
  return body as { total: number; data: { recipes: { id: number }[] } };
}

const conditions = [
  {},
  { mealType: ' DINNER ' },
  { tag: 'quick' },
  { needs: 'any' },
  { needs: 'picture' },
  { cuisine: 'italian' },
  { keyword: 'a' },
  { keyword: 'soup' },
];
const states = [{}, { state: 'draft' }, { state: 'published' }, { state: 'deleted' }];
const orders = [{}, { sort: 'cooking_time', order: 'desc' }];
const queries = conditions.flatMap((condition) =>
  states.flatMap((state) => orders.map((order) => ({ ...condition, ...state, ...order }))),
);

test.each([...queries, { mealType: 'dinner', needs: 'any' }, { tag: 'quick', keyword: 'a' }])(
  'the pages of %j have as many recipes as their total, each once',
  async (query) => {
    const ids: number[] = [];
    const { total } = await read(query, 1);
    for (let page = 1; ; page += 1) {
      const { data } = await read(query, page);
      ids.push(...data.recipes.map(({ id }) => id));
      if (data.recipes.length < 20) break;
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(total);
  },
);
