import { icons } from '@iconify-json/noto';
import { describe, expect, test } from 'vitest';
import type { RecipeContent } from '#contract/recipes/content.ts';
import { readCatalogue } from './catalogue.ts';

const { recipes, drafts } = await readCatalogue();

/** A whole number, a decimal, a fraction, both together, or nothing to measure. */
const QUANTITY = /^(\d+(\.\d+)?|\d+\/\d+|\d+ \d+\/\d+|N\/A)$/;

const UNITS = ['g', 'ml', 'tbsp', 'tsp', 'piece', 'clove', 'slice', 'sprig', 'N/A'];

const MEAT =
  /\b(beef|lamb|pork|chicken|duck|bacon|ham|mince|fish|salmon|bass|tuna|cod|anchov\w*|mussels?|prawns?|shrimps?|dashi|gelatine|kimchi|parmesan|worcestershire)\b/i;
const ANIMAL =
  /\b(eggs?|milk|buttermilk|butter|ghee|cream|crème|yogurt|cheese|feta|mozzarella|paneer|honey)\b/i;
const GLUTEN =
  /\b(flour|bread|breads|baguette|pita|phyllo|dough|pasta|spaghetti|ditalini|vermicelli|noodles|couscous|bulgur|barley|rye|wheat|oats|soy sauce|gochujang|doubanjiang|miso|beer|stock)\b/i;
/** Plants and kinds that the words above would catch, and what says of itself that it has none of it. */
const HARMLESS =
  /coconut milk|peanut butter|(corn|chickpea|rice) flour|rice noodles|, without shrimp|stock(, hot and|,) gluten-free/gi;

const named = (recipe: RecipeContent) =>
  recipe.ingredients.map(({ name }) => name.replace(HARMLESS, '')).join('; ');
const tagged = (tag: string) =>
  recipes.filter((recipe) => [...recipe.feature_tags, ...recipe.promotional_tags].includes(tag));
const grams = (recipe: RecipeContent, name: string) =>
  Number.parseFloat(recipe.nutritionValues.find((value) => value.name === name)?.value ?? '');

test('there are sixty, each with its own title', () => {
  expect(recipes).toHaveLength(60);
  expect(new Set(recipes.map(({ title }) => title.toLowerCase())).size).toBe(60);
  expect(new Set(recipes.map(({ description }) => description)).size).toBe(60);
});

test('most descriptions are long enough to be cut at 100 characters, some are not', () => {
  const lengths = recipes.map(({ description }) => description.length);
  expect(lengths.filter((length) => length >= 120 && length <= 220).length).toBeGreaterThanOrEqual(50);
  expect(Math.min(...lengths)).toBeLessThanOrEqual(100);
});

test('the edge cases that screens have to meet are among them', () => {
  const titles = recipes.map(({ title }) => title);
  expect(titles.some((title) => title.includes("'"))).toBe(true);
  expect(titles.some((title) => /[çàéäơở]/i.test(title))).toBe(true);
  for (const script of ['Cyrillic', 'Greek', 'Hangul', 'Han']) {
    expect(titles.join()).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
  }
  expect(recipes.filter(({ nutritionValues }) => nutritionValues.length === 0)).toHaveLength(1);
  expect(recipes.filter(({ promotional_tags }) => promotional_tags.length === 0)).toHaveLength(1);
  expect(recipes.filter(({ steps }) => steps.length === 1)).toHaveLength(1);
  expect(new Set(recipes.flatMap(({ meal_types }) => meal_types)).size).toBe(5);
});

describe.each(recipes.map((recipe) => ({ recipe, title: recipe.title })))('$title', ({ recipe }) => {
  test('is complete and well formed', () => {
    const [, drawing = ''] = /^pictures\/(.+)\.svg$/.exec(recipe.image_url ?? '') ?? [];
    expect(icons.icons[drawing]).toBeDefined();
    expect(recipe.preparation_time).toBeGreaterThan(0);
    expect(recipe.preparation_time % 60).toBe(0);
    expect(recipe.cooking_time % 60).toBe(0);
    if (recipe.cooking_time === 0) expect(['No cooking', 'Blending']).toContain(recipe.cookingMethod);
    expect(recipe.meal_types.length).toBeGreaterThan(0);
    expect(recipe.ingredients.length).toBeGreaterThanOrEqual(4);
    expect(recipe.ingredients.some(({ is_primary }) => is_primary)).toBe(true);
    expect(new Set(recipe.ingredients.map(({ name }) => name)).size).toBe(recipe.ingredients.length);
    for (const { quantity, unit_type } of recipe.ingredients) {
      expect(quantity).toMatch(QUANTITY);
      expect(UNITS).toContain(unit_type);
      expect(unit_type === 'N/A').toBe(quantity === 'N/A');
    }
    for (const step of recipe.steps) expect(step).toMatch(/^\p{Lu}.*\.$/u);
    const [, word = ''] =
      recipe.description.match(/(?:Serves|for|Cuts into) (two|three|four|six|ten)(?: slices)?\.$/) ?? [];
    expect({ two: 2, three: 3, four: 4, six: 6, ten: 10 }[word]).toBe(recipe.servings);
  });

  test.skipIf(recipe.nutritionValues.length === 0)('has calories that agree with its grams', () => {
    const [protein, carbohydrates, fat] = ['Protein', 'Carbohydrates', 'Fat'].map((name) =>
      grams(recipe, name),
    );
    const energy = 4 * (protein ?? Number.NaN) + 4 * (carbohydrates ?? Number.NaN) + 9 * (fat ?? Number.NaN);
    const calories = grams(recipe, 'Calories');
    expect(Math.abs(calories - energy)).toBeLessThanOrEqual(energy / 10);
    expect(calories).toBeLessThan(1_000);
    for (const name of ['Fiber', 'Salt']) expect(grams(recipe, name)).toBeGreaterThan(0);
  });
});

test('two drafts lack something: one a picture, the other its nutrition values', () => {
  expect(
    drafts.map(({ image_url, nutritionValues }) => [image_url !== null, nutritionValues.length > 0]),
  ).toEqual([
    [false, true],
    [true, false],
  ]);
  const titles = [...recipes, ...drafts].map(({ title }) => title);
  expect(new Set(titles).size).toBe(62);
});

test('what is tagged Vegetarian holds no meat or fish, and what is tagged Vegan nothing of an animal', () => {
  for (const recipe of tagged('Vegetarian')) expect(named(recipe), recipe.title).not.toMatch(MEAT);
  for (const recipe of tagged('Vegan')) {
    expect(recipe.feature_tags).toContain('Vegetarian');
    expect(named(recipe), recipe.title).not.toMatch(ANIMAL);
  }
});

test('what is tagged Gluten-free holds no wheat, rye, barley or oats', () => {
  for (const recipe of tagged('Gluten-free')) expect(named(recipe), recipe.title).not.toMatch(GLUTEN);
});

test('High protein means 20 g a serving or more, High fiber 8 g', () => {
  for (const recipe of tagged('High protein')) {
    expect(grams(recipe, 'Protein'), recipe.title).toBeGreaterThanOrEqual(20);
  }
  for (const recipe of tagged('High fiber')) {
    expect(grams(recipe, 'Fiber'), recipe.title).toBeGreaterThanOrEqual(8);
  }
});

test('Under 30 minutes means all of it', () => {
  for (const { title, preparation_time, cooking_time } of tagged('Under 30 minutes')) {
    expect(preparation_time + cooking_time, title).toBeLessThan(30 * 60);
  }
});
