import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { expect, test } from 'vitest';
import type { RecipesTable } from '#api/db/recipe-tables.ts';
import { insertRecipes, readCatalogue } from '#api/demo/catalogue.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);

const whole = {
  title: 'Spätzle',
  description: 'Eggs, flour, patience.',
  image_url: 'https://pictures.example/spaetzle.jpg',
  preparation_time: 900,
  cooking_time: 600,
  meal_types: ['Dinner'],
  ingredients: [{ name: 'flour', quantity: '1/2', unit_type: 'kg', is_primary: true }],
  steps: ['Beat.', 'Scrape.'],
  nutrition_values: [{ name: 'Protein', value: '12 g' }],
  feature_tags: ['Vegetarian'],
  promotional_tags: ['Sunday'],
  cuisine: 'Swabian',
  cooking_method: 'Boiling',
  video_url: 'https://videos.example/1',
  servings: 4,
  updated_at: '2026-03-01T08:00:00.000Z',
  published_at: '2026-03-02T08:00:00.000Z',
};

async function addRecipe(values: Partial<Insertable<RecipesTable>> = {}): Promise<number> {
  const { ingredients, nutrition_values, ...rest } = whole;
  const { id } = await db
    .insertInto('recipes')
    .values({
      ...rest,
      ingredients: JSON.stringify(ingredients),
      nutrition_values: JSON.stringify(nutrition_values),
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

test('a recipe has the fields of the contract and no others', async () => {
  const id = await addRecipe();
  const { status, body } = await admin.get(`/admin/recipes/${id}`);
  expect(status).toBe(200);
  const { nutrition_values, cooking_method, video_url, published_at: _, ...rest } = whole;
  expect(body.data).toEqual({
    ...rest,
    id,
    nutritionValues: nutrition_values,
    preparationTime: whole.preparation_time,
    cookingMethod: cooking_method,
    videoURL: video_url,
    picture: null,
    state: 'published',
    deleted_at: null,
  });
  expect(body).toMatchObject({ version: 1 });
});

test.each(['0', 'x', '2147483647', '2147483648'])('there is no recipe %s', async (id) => {
  expect((await admin.get(`/admin/recipes/${id}`)).status).toBe(404);
});

test('the list is newest first, in pages of ten, and the search in titles ignores case and accents', async () => {
  const mark = randomUUID().slice(0, 8);
  const created_at = new Date('2999-01-01T00:00:00Z');
  for (let count = 0; count < 11; count += 1) await addRecipe({ title: `Crème Brûlée ${mark}`, created_at });
  const { body } = await admin.get(`/admin/recipes?keyword=${encodeURIComponent(`CREME brulee ${mark}`)}`);
  expect(body).toMatchObject({
    total: 11,
    page: 1,
    pageSize: 10,
  });
  const rows = (body.data as { recipes: { id: number }[] }).recipes;
  expect(rows).toHaveLength(10);
  expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort((one, other) => other - one));
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual(
    [
      'id',
      'title',
      'description',
      'image_url',
      'preparation_time',
      'cooking_time',
      'meal_types',
      'ingredients',
      'steps',
      'state',
      'updated_at',
      'picture',
    ].sort(),
  );
  const second = await admin.get(`/admin/recipes?keyword=${mark}&page=2`);
  expect((second.body.data as { recipes: unknown[] }).recipes).toHaveLength(1);
});

test('every demo recipe has a picture that loads from any origin and cannot run code', async () => {
  const catalogue = await readCatalogue();
  await db.transaction().execute((transaction) => insertRecipes(transaction, catalogue, api.clock.now));
  const visitor = await serveApi(db, {
    environment: { allowedOrigins: [], publicApiUrl: 'https://api.example/v1', trustedProxies: [] },
  });
  const addresses = async (base: string) => {
    const pages = await Promise.all(
      [1, 2].map((page) =>
        createRequester(base, admin.tokens.token).get(`/admin/recipes?pageSize=50&page=${page}`),
      ),
    );
    return pages.flatMap(({ body }) =>
      (body.data as { recipes: { image_url: string | null }[] }).recipes.flatMap(
        ({ image_url }) => image_url ?? [],
      ),
    );
  };
  const ours = (await addresses(api.base)).filter((address) => !address.startsWith('https:'));
  // One of the two drafts has no picture.
  expect(ours).toHaveLength(61);
  for (const address of new Set(ours)) {
    expect(address).toMatch(/^\/api\/v1\/pictures\/[a-z-]+\.svg$/);
    const picture = await fetch(new URL(address, api.base));
    expect(picture.status, address).toBe(200);
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=2592000',
    });
    expect(await picture.text()).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 192 192">.{500,}<\/svg>$/s);
  }
  const elsewhere = (await addresses(visitor.base)).filter((address) => address.includes('/pictures/'));
  expect(elsewhere.every((address) => address.startsWith('https://api.example/v1/pictures/'))).toBe(true);
});

test.each(['nothing.svg', 'egg', 'egg.png', '..%2Fegg.svg', '__proto__.svg', 'constructor.svg'])(
  'there is no picture %s',
  async (file) => {
    const { status, body } = await createRequester(api.base).get(`/pictures/${file}`);
    expect([status, typeof body.message]).toEqual([404, 'string']);
  },
);
