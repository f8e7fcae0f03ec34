import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { recipeContent } from '#contract/recipes/content.ts';
import { rowsOf } from '#tests/setup/reader/imported.ts';
import '#tests/setup/seed.ts';

const keys = fc.constantFrom(
  ...[
    '@type',
    '@id',
    '@graph',
    '@value',
    '@list',
    'name',
    'text',
    'image',
    'url',
    'width',
    'video',
    'nutrition',
  ],
  ...['recipeIngredient', 'recipeInstructions', 'itemListElement', 'prepTime', 'cookTime', 'totalTime'],
  ...['recipeYield', 'recipeCategory', 'recipeCuisine', 'cookingMethod', 'keywords', 'suitableForDiet'],
  ...['description', 'value', 'amount', 'unit', 'calories', '__proto__', 'constructor', 'mainEntity'],
);
const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'Recipe',
    'HowToSection',
    'HowToStep',
    'PT20M',
    'PT-1H',
    '1e9',
    '4-6',
    '<p>a<br>b',
    '&amp;lt;',
    '#',
  ),
  fc.constantFrom(
    'https://x.test/a.jpg',
    '//x',
    'data:,x',
    'For the sauce:',
    'x'.repeat(12_000),
    '\ud800',
    '½',
  ),
);
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    texts,
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 8 }),
  ),
}));
const recipes = fc
  .tuple(fc.dictionary(keys, anything), fc.boolean())
  .map(([fields, isNamed]) => ({ ...fields, '@type': 'Recipe', ...(isNamed ? { name: 'Soup' } : {}) }));

async function checkRows(name: string, content: string): Promise<void> {
  const rows = await rowsOf(name, content);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    if (row.content) expect(v.is(recipeContent, row.content)).toBe(true);
    else expect(row.problems.length).toBeGreaterThan(0);
    for (const { message, value } of row.problems) {
      expect(message).toMatch(/\S/);
      expect(value.length).toBeLessThanOrEqual(200);
    }
  }
}

test('any JSON gives rows with valid content or a problem', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(recipes, anything), (data) => checkRows('a.json', JSON.stringify(data))),
    {
      numRuns: 1_000,
    },
  );
});

test('any recipe, cut anywhere, in a page', async () => {
  const cut = fc.tuple(recipes, fc.double({ min: 0, max: 1, noNaN: true }));
  await fc.assert(
    fc.asyncProperty(cut, ([recipe, share]) => {
      const json = JSON.stringify(recipe);
      return checkRows('a.html', `<script type="application/ld+json">${json.slice(0, share * json.length)}`);
    }),
    { numRuns: 500 },
  );
});

test('any text as a table', async () => {
  const cells = fc.array(fc.array(texts, { minLength: 1, maxLength: 6 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(cells, fc.constantFrom(',', ';', '\t', '|', '\n', '","'), (lines, separator) =>
      checkRows(
        'a.csv',
        `title,ingredients,steps,servings,image\n${lines.map((one) => one.join(separator)).join('\n')}`,
      ),
    ),
    { numRuns: 500 },
  );
});
