import { icons } from '@iconify-json/noto';
import { expect, test } from 'vitest';
import { recipeLimits } from '#contract/recipes/rules.ts';
import { readCatalogue } from './catalogue.ts';
import { makeRecipes, makeTitle, nameIngredients, TITLE_COUNT } from './make-recipes.ts';
import { mulberry32 } from './random.ts';

const now = new Date('2026-11-20T09:30:00Z');
const { recipes: catalogue } = await readCatalogue();
const make = (seed: number, count = 2_000) => [
  ...makeRecipes(mulberry32(seed), now, { count, firstNumber: 63, catalogue }),
];
const recipes = make(1);
const distinct = (values: readonly unknown[]) => new Set(values).size;

test('the same seed makes the same recipes; another seed makes others', () => {
  expect(make(1)).toEqual(recipes);
  expect(make(2)).not.toEqual(recipes);
});

test('half a million titles differ, also without case and accents, and neighbours share few words', () => {
  const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const count = 500_000;
  expect(TITLE_COUNT).toBeGreaterThan(10 * count);
  const titles = Array.from({ length: count }, (_, number) => makeTitle(number + 1));
  expect(distinct(titles.map(({ text }) => fold(text)))).toBe(count);
  for (const script of ['Cyrillic', 'Greek', 'Han', 'Hangul', 'Arabic', 'Hebrew', 'Devanagari']) {
    expect(titles.slice(0, 1_000).some(({ text }) => RegExp(`\\p{Script=${script}}`, 'u').test(text))).toBe(
      true,
    );
  }
  expect(distinct(titles.slice(0, 20).map(({ main }) => main))).toBeGreaterThan(10);
});

test('thousands of ingredients have names of their own', () => {
  const ingredientNames = nameIngredients(catalogue);
  expect(distinct(ingredientNames)).toBe(ingredientNames.length);
  expect(ingredientNames.length).toBeGreaterThan(3_000);
  const used = recipes.flatMap(({ ingredients }) =>
    (JSON.parse(ingredients) as { name: string }[]).map(({ name }) => name),
  );
  expect(distinct(used)).toBeGreaterThan(3_000);
});

test('states, gaps, cuisines and tags are spread', () => {
  const drafts = recipes.filter(({ published_at }) => published_at === null);
  const deleted = recipes.filter(({ deleted_at }) => deleted_at !== null);
  expect([drafts.length, deleted.length]).toEqual([120, 40]);
  expect(recipes.filter(({ image_url }) => image_url === null)).toHaveLength(120);
  expect(recipes.filter(({ nutrition_values }) => nutrition_values === '[]')).toHaveLength(40);
  expect(recipes.filter(({ steps }) => steps.length === 0)).toHaveLength(40);
  expect(recipes.filter(({ preparation_time }) => preparation_time === 0)).toHaveLength(40);
  expect(distinct(recipes.map(({ cuisine }) => cuisine))).toBeGreaterThan(25);
  expect(distinct(recipes.flatMap(({ feature_tags }) => feature_tags))).toBe(8);
  expect(distinct(recipes.flatMap(({ meal_types }) => meal_types))).toBe(5);
});

test('a recipe is complete, within the limits, and small', () => {
  for (const recipe of recipes) {
    expect(recipe.title.length).toBeLessThanOrEqual(recipeLimits.title);
    expect(recipe.description).toMatch(/ Serves (two|four|six)\.$/);
    const ingredients = JSON.parse(recipe.ingredients) as { name: string }[];
    expect(ingredients.length).toBeGreaterThanOrEqual(3);
    expect(distinct(ingredients.map(({ name }) => name))).toBe(ingredients.length);
    const [, drawing] = recipe.image_url?.match(/^pictures\/(.+)\.svg$/) ?? [];
    if (recipe.image_url !== null) expect(icons.icons[drawing ?? '']).toBeDefined();
    expect(JSON.stringify(recipe).length).toBeLessThan(4_000);
  }
});

test('recipes come in order, and nothing happens after now', () => {
  const times = recipes.map(({ created_at }) => created_at.getTime());
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  for (const { created_at, updated_at, deleted_at } of recipes) {
    expect(updated_at.getTime()).toBeGreaterThanOrEqual(created_at.getTime());
    expect(updated_at.getTime()).toBeLessThanOrEqual(now.getTime());
    if (!deleted_at) continue;
    expect(deleted_at.getTime()).toBeGreaterThanOrEqual(created_at.getTime());
    expect(deleted_at.getTime()).toBeLessThanOrEqual(now.getTime());
    // The housekeeping removes what was deleted 30 days ago.
    expect(deleted_at.getTime()).toBeGreaterThan(now.getTime() - 29 * 86_400_000);
  }
});
