import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { recipeContent } from '#tests/setup/api/recipes.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const api = await serveApi(database.db);
const admin = await signInAdministrator(database, api);

const [ingredient] = recipeContent().ingredients;
const many = (count: number) => Array.from({ length: count }, () => 'x');

const minutes = 'Enter whole minutes, from 0 to 43,200.';
const servings = 'Enter a whole number from 1 to 1,000.';
const address = 'Enter a web address that begins with https:// or http://.';

test.each([
  [{ title: ' ' }, 'Title is required'],
  [{ title: 'x'.repeat(201) }, 'Title can have at most 200 characters'],
  [{ description: 'x'.repeat(5_001) }, 'Description can have at most 5,000 characters'],
  [{ image_url: 'javascript:alert(1)' }, address],
  [{ image_url: '//elsewhere.example/x.png' }, address],
  [{ image_url: 'pictures/egg.svg' }, address],
  [{ preparation_time: -60 }, minutes],
  [{ preparation_time: 2_592_001 }, minutes],
  [{ cooking_time: 0.5 }, minutes],
  [{ servings: 0 }, servings],
  [{ servings: 1_001 }, servings],
  [{ meal_types: ['Lunch', ''] }, 'A tag needs text'],
  [{ meal_types: many(51) }, 'A recipe can have at most 50 meal types'],
  [{ ingredients: [ingredient, { ...ingredient, name: ' ' }] }, 'Name is required'],
  [
    { ingredients: [{ ...ingredient, quantity: 'x'.repeat(101) }] },
    'A quantity can have at most 100 characters',
  ],
  [{ ingredients: many(301).map(() => ingredient) }, 'A recipe can have at most 300 ingredients'],
  [{ steps: [' '] }, 'A step needs text'],
  [{ steps: many(301) }, 'A recipe can have at most 300 steps'],
  [{ nutritionValues: [{ name: '', value: '1' }] }, 'Name is required'],
  [{ feature_tags: ['x'.repeat(101)] }, 'A tag can have at most 100 characters'],
  [{ cuisine: '' }, 'Cuisine needs text'],
  [{ cookingMethod: ' ' }, 'Cooking method needs text'],
  [{ videoURL: '/video' }, address],
  // The first wrong field in the order of the form.
  [{ videoURL: 'x', steps: [' '], servings: 0, title: '' }, 'Title is required'],
  [{ videoURL: 'x', steps: [' '], servings: 0 }, servings],
  [{ videoURL: 'x', steps: [' '] }, 'A step needs text'],
])('%j is refused: %s', async (changes, message) => {
  const content = { ...recipeContent(), ...changes };
  const created = await admin.post('/admin/recipes', content);
  expect([created.status, created.body]).toEqual([422, { status: 422, message }]);
  const updated = await admin.put('/admin/recipes/1', { ...content, version: 1 });
  expect([updated.status, updated.body]).toEqual([422, { status: 422, message }]);
  expect(await database.db.selectFrom('recipes').select('id').execute()).toEqual([]);
});

test.each([{ version: 0 }, { version: 1.5 }, { version: '1' }, { version: 2_147_483_648 }, {}])(
  'an update without a valid version is refused: %j',
  async (version) => {
    const { status } = await admin.put('/admin/recipes/1', { ...recipeContent(), ...version });
    expect(status).toBe(422);
  },
);
