import { beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createRecipe } from '#tests/setup/api/recipes.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { blankRecipe } from '../figures/rows.ts';

const database = await cloneDatabase();
const api = await serveApi(database.db);
const admin = await signInAdministrator(database, api);

async function find(query: string): Promise<string[]> {
  const { status, body } = await admin.get(`/admin/recipes?${query}`);
  expect(status).toBe(200);
  const titles = (body.data as { recipes: { title: string }[] }).recipes.map(({ title }) => title);
  expect(body.total).toBe(titles.length);
  return titles;
}

const found = async (query: string) => (await find(query)).toSorted();

beforeAll(async () => {
  const none = { meal_types: [], cuisine: null, feature_tags: [], promotional_tags: [] };
  const recipes = [
    {
      ...none,
      title: 'Ähre',
      meal_types: ['Frühstück', 'Brunch'],
      cuisine: 'Crème',
      feature_tags: ['007'],
      cookingMethod: 'Baking',
    },
    {
      ...none,
      title: 'apple',
      meal_types: ['FRUHSTUCK'],
      cuisine: 'creme ',
      promotional_tags: ['7', 'Végan'],
      cookingMethod: 'baking',
    },
    {
      ...none,
      title: 'Banana',
      meal_types: ['Frühstück'],
      image_url: null,
      steps: [],
      feature_tags: ['vegan'],
    },
    { ...none, title: 'cherry', preparation_time: 0, cooking_time: 0, nutritionValues: [] },
    {
      ...none,
      title: 'Deleted',
      feature_tags: ['Vegan'],
      cuisine: 'Crème',
      meal_types: ['Brunch'],
      image_url: null,
    },
  ];
  for (const recipe of recipes) {
    api.clock.now = new Date(api.clock.now.getTime() + 1_000);
    const { id, content } = await createRecipe(admin, recipe);
    if (recipe.title === 'Deleted') await admin.post(`/admin/recipes/${id}/delete`);
    if (recipe.title === 'apple') await admin.post(`/admin/recipes/${id}/publish`);
    if (recipe.title === 'Ähre') {
      api.clock.now = new Date(api.clock.now.getTime() + 10_000);
      const changed = { ...content, preparation_time: 60, cooking_time: 6_000, version: 1 };
      await admin.put(`/admin/recipes/${id}`, changed);
      api.clock.now = new Date(api.clock.now.getTime() - 10_000);
    }
  }
});

test.each([
  ['', ['Banana', 'apple', 'cherry', 'Ähre']],
  ['mealType=fruhstück', ['Banana', 'apple', 'Ähre']],
  ['mealType=%20BRUNCH%20', ['Ähre']],
  ['mealType=brun', []],
  ['cuisine=CREME', ['apple', 'Ähre']],
  ['tag=vegan', ['Banana', 'apple']],
  ['tag=007', ['Ähre']],
  ['tag=7', ['apple']],
  ['tag=', ['Banana', 'apple', 'cherry', 'Ähre']],
  ['state=draft', ['Banana', 'cherry', 'Ähre']],
  ['state=published', ['apple']],
  ['state=deleted', ['Deleted']],
  ['needs=any', ['Banana', 'cherry']],
  ['needs=picture', ['Banana']],
  ['needs=steps', ['Banana']],
  ['needs=nutrition', ['cherry']],
  ['needs=times', ['cherry']],
  ['needs=picture&state=deleted', ['Deleted']],
  ['mealType=frühstück&tag=végan&state=draft', ['Banana']],
  ['keyword=ba&tag=vegan', ['Banana']],
  ['keyword=7', []],
])('the filter "%s"', async (query, titles) => {
  expect(await found(query)).toEqual(titles);
});

test.each([
  ['', ['cherry', 'Banana', 'apple', 'Ähre']],
  ['sort=title', ['Ähre', 'apple', 'Banana', 'cherry']],
  ['sort=title&order=desc', ['cherry', 'Banana', 'apple', 'Ähre']],
  ['sort=preparation_time', ['cherry', 'Ähre', 'Banana', 'apple']],
  ['sort=cooking_time&order=desc', ['Ähre', 'apple', 'Banana', 'cherry']],
  ['sort=updated&order=desc', ['Ähre', 'cherry', 'Banana', 'apple']],
  ['sort=updated&order=asc', ['apple', 'Banana', 'cherry', 'Ähre']],
])('the order "%s"', async (query, titles) => {
  expect(await find(query)).toEqual(titles);
});

test.each(['state=none', 'needs=love', 'sort=id', 'order=up', `tag=${'x'.repeat(201)}`, 'page=1e1'])(
  '400 for %s',
  async (query) => {
    expect((await admin.get(`/admin/recipes?${query}`)).status).toBe(400);
  },
);

test('the values are counted over all spellings, most frequent first, without deleted recipes', async () => {
  const { body } = await admin.get('/admin/recipe-values');
  expect(body.data).toEqual({
    mealTypes: [
      { value: 'Frühstück', count: 3 },
      { value: 'Brunch', count: 1 },
    ],
    cuisines: [{ value: expect.stringMatching(/^cr[eè]me$/i), count: 2 }],
    cookingMethods: expect.arrayContaining([
      { value: expect.stringMatching(/^baking$/i), count: 2 },
      { value: 'Boiling', count: 2 },
    ]),
    featureTags: [
      { value: '007', count: 1 },
      { value: 'vegan', count: 1 },
    ],
    promotionalTags: [
      { value: '7', count: 1 },
      { value: 'Végan', count: 1 },
    ],
    gaps: { any: 2, picture: 1, nutrition: 1, steps: 1, times: 1 },
    states: { draft: 3, published: 1, deleted: 1 },
  });
});

test('a time of 0 for the preparation is none, and neither is a picture of ours that is gone', async () => {
  const { db: other } = await cloneDatabase();
  const served = await serveApi(other);
  const hash = 'a'.repeat(64);
  await other
    .insertInto('recipes')
    .values([
      { ...blankRecipe, title: 'Never entered', preparation_time: 0, cooking_time: 600 },
      { ...blankRecipe, title: 'Lost', preparation_time: 60, image_url: `/api/v1/pictures/${hash}/800.webp` },
      {
        ...blankRecipe,
        title: 'Elsewhere',
        preparation_time: 60,
        image_url: 'https://pictures.example/1.jpg',
      },
    ])
    .execute();
  const reader = await signInAdministrator({ db: other }, served);
  const titles = async (gap: string) => {
    const { body } = await reader.get(`/admin/recipes?needs=${gap}&sort=title`);
    return (body.data as { recipes: { title: string }[] }).recipes.map(({ title }) => title);
  };
  expect(await titles('times')).toEqual(['Never entered']);
  expect(await titles('picture')).toEqual(['Lost', 'Never entered']);
});
