import * as v from 'valibot';
import { expect, test } from 'vitest';
import * as contract from '#contract/recipes/content.ts';
import { importLimits } from '#contract/recipes/imports.ts';
import * as rules from '#contract/recipes/rules.ts';
import { MAX_IMPORT_BYTES, MAX_IMPORT_RECIPES } from '#recipe-reader/limits.ts';
import * as reader from '#recipe-reader/recipe-content.ts';
import { recipeContent } from '#tests/setup/api/recipes.ts';

/** The reader knows nothing of the contract, so it has the limits and texts of a recipe a second time. */

const { ingredients, title, ...others } = recipeContent();
const text = (length: number) => 'x'.repeat(length);
const many = <Item>(length: number, item: Item) => Array.from({ length }, () => item);

test('the reader and the contract have the same limits', () => {
  expect(reader.recipeLimits).toEqual(rules.recipeLimits);
  expect(rules.recipeMessages).toMatchObject(reader.recipeMessages);
  expect([MAX_IMPORT_BYTES, MAX_IMPORT_RECIPES]).toEqual([importLimits.bytes, importLimits.recipes]);
});

test.each([
  {},
  ...['', ' ', text(200), text(201)].map((title) => ({ title })),
  ...[text(5_000), text(5_001)].map((description) => ({ description })),
  ...['/a.svg', '//a/b', '/\\a', 'a.svg', 'https:/a.b', ' http://a.b', `https://a.b/${text(2_100)}`].flatMap(
    (url) => [{ image_url: url }, { videoURL: url }],
  ),
  ...[-1, 0, 0.5, 2_592_000, 2_592_001, Number.NaN].flatMap((time) => [
    { preparation_time: time },
    { cooking_time: time },
    { servings: time },
  ]),
  ...[1, 1_000, 1_001, null].map((servings) => ({ servings })),
  ...[[], [''], [text(100)], [text(101)], many(50, 'x'), many(51, 'x')].flatMap((tags) => [
    { meal_types: tags },
    { feature_tags: tags },
    { promotional_tags: tags },
  ]),
  ...[null, '', ' ', text(100), text(101)].flatMap((tag) => [{ cuisine: tag }, { cookingMethod: tag }]),
  ...[[' '], [text(10_000)], [text(10_001)], many(300, 'x'), many(301, 'x')].map((steps) => ({ steps })),
  ...[
    { name: ' ' },
    { name: text(500) },
    { name: text(501) },
    { quantity: text(101) },
    { unit_type: text(101) },
    { is_primary: undefined },
  ].map((changes) => ({ ingredients: ingredients.map((one) => ({ ...one, ...changes })) })),
  { ingredients: many(301, ingredients[0]) },
  ...[
    { name: '', value: '' },
    { name: text(101), value: '' },
    { name: 'x', value: text(101) },
  ].map((value) => ({ nutritionValues: [value] })),
  { nutritionValues: many(101, { name: 'x', value: 'x' }) },
])('what the reader lets through or refuses, the contract does with the same words: %#', (changes) => {
  const content = { ingredients, title, ...others, ...changes };
  const verdictOf = (schema: typeof contract.recipeContent | typeof reader.recipeContent) =>
    v.safeParse(schema, content).issues?.map(({ message }) => message) ?? 'accepted';
  expect(new Set(verdictOf(reader.recipeContent))).toEqual(new Set(verdictOf(contract.recipeContent)));
});
