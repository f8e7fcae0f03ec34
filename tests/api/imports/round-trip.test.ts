import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { RecipeContent } from '#contract/recipes/content.ts';
import { exportFormats } from '#contract/recipes/exports.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createRecipe, recipeContent } from '#tests/setup/api/recipes.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { createImporter } from './import.ts';
import '#tests/setup/seed.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const { act, choose, create, reached, uploadFile } = createImporter(api, admin);

const RECIPES = 60;

/**
 * Every character that can be stored, and what files give a meaning: quotes, separators, line breaks, formulas, tags.
 */
const text = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: 'binary', maxLength }),
      fc.constantFrom(
        '"',
        "'=1",
        '=1+1',
        '\r',
        '\r\n',
        'a;b,c\td|e',
        '<b>x</b> &amp; &lt;',
        '[1]',
        '\u{feff}x',
        'N/A',
      ),
    )
    .map((value) => value.replaceAll('\0', '').trim());
const filled = (maxLength: number) => text(maxLength).map((value) => `x${value}`.trim());
const tags = fc.array(filled(20), { maxLength: 4 });
const seconds = fc.integer({ min: 0, max: 2_000_000 });

const contents: fc.Arbitrary<RecipeContent> = fc.record({
  title: filled(60),
  description: text(200),
  image_url: fc.option(fc.webUrl()),
  preparation_time: seconds,
  cooking_time: seconds,
  servings: fc.option(fc.integer({ min: 1, max: 1_000 })),
  meal_types: tags,
  ingredients: fc.array(
    fc.record({ name: filled(40), quantity: text(10), unit_type: text(10), is_primary: fc.boolean() }),
    { maxLength: 6 },
  ),
  steps: fc.array(filled(120), { maxLength: 6 }),
  nutritionValues: fc.array(fc.record({ name: filled(20), value: text(20) }), { maxLength: 4 }),
  feature_tags: tags,
  promotional_tags: tags,
  cuisine: fc.option(filled(20)),
  cookingMethod: fc.option(filled(20)),
  videoURL: fc.option(fc.webUrl()),
});

const fields = Object.keys(recipeContent()) as (keyof RecipeContent)[];

async function storedContents() {
  const recipes = await db.selectFrom('recipes').where('deleted_at', 'is', null).selectAll().execute();
  const details = await Promise.all(recipes.map(({ id }) => admin.get(`/admin/recipes/${id}`)));
  return details
    .map(({ body }) => {
      const recipe = body.data as Record<string, unknown>;
      return JSON.stringify(fields.map((field) => [field, recipe[field]]));
    })
    .toSorted();
}

beforeAll(async () => {
  for (const content of fc.sample(contents, RECIPES)) await createRecipe(admin, content);
  await createRecipe(admin, { title: 'Own picture', image_url: '/api/v1/pictures/egg.svg' });
});

test.each(exportFormats)(
  'exporting, emptying and importing again gives the same recipes: %s',
  async (format) => {
    const before = await storedContents();
    expect(before).toHaveLength(RECIPES + 1);
    const response = await fetch(`${api.base}/admin/recipe-export?format=${format}`, {
      headers: { authorization: `Bearer ${admin.tokens.token}` },
    });
    const file = await response.arrayBuffer();
    await db.deleteFrom('recipes').execute();

    const id = await create();
    expect((await uploadFile(id, format === 'csv' ? 'recipes.csv' : 'recipes.json', file)).status).toBe(200);
    await act(id, 'read');
    expect(await reached(id, 'ready')).toMatchObject({
      counts: { rows: RECIPES + 1, problems: 0, invalid: 0 },
    });
    await choose(id, { choice: 'both' });
    await act(id, 'start');
    await reached(id, 'done');
    expect(await storedContents()).toEqual(before);
  },
);
