import { expect, test } from 'vitest';
import { isSuperlinear } from '#tests/architecture/growth.ts';
import { rowsOf } from '#tests/setup/reader/imported.ts';
import { readMicrodata } from './microdata.ts';

const page = (body: string) =>
  `<!DOCTYPE html><html><head><title>My kitchen</title></head><body>${body}</body></html>`;

const microdata = `<div itemscope itemtype="https://schema.org/Recipe">
  <h1 itemprop="name">Plum &amp; pear cake</h1>
  <a href="/cakes"><img itemprop="image" src="https://x.test/plum.jpg"></a>
  <meta itemprop="prepTime" content="PT20M"><time itemprop="cookTime" datetime="PT1H">an hour</time>
  Serves <span itemprop="recipeYield">8</span>
  <a itemprop="recipeCategory" href="/cakes">Cake</a>, <span itemprop="keywords">autumn, quick</span>
  <ul><li itemprop="recipeIngredient"><b>500</b> g plums<li itemprop="recipeIngredient"><b>3</b> eggs</ul>
  <div itemprop="recipeInstructions"><p>Mix 3 < 4 eggs.<p>Bake.</div>
  <div itemprop="nutrition" itemscope itemtype="https://schema.org/NutritionInformation">
    <span itemprop="calories">300 kcal</span></div>
  <div itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">Ann</span></div>
  <div itemscope itemtype="https://schema.org/Recipe"><a itemprop="url" href="/pie">see also</a>
    <span itemprop="name">Pie</span></div>
</div>`;

/** The same in the attributes of RDFa. */
const rdfa = `<div vocab="https://schema.org/" typeof="Recipe">
  <h1 property="name">Plum &amp; pear cake</h1><img property="image" src="https://x.test/plum.jpg">
  <span property="prepTime" content="PT20M">20 minutes</span><span property="schema:cookTime">1 hour</span>
  <span property="recipeYield">8</span><span property="recipeCategory">Cake</span>
  <span property="keywords">autumn, quick</span>
  <p property="recipeIngredient">500 g plums</p><p property="recipeIngredient">3 eggs</p>
  <ol property="recipeInstructions"><li>Mix 3 &lt; 4 eggs.<li>Bake.</ol>
  <div property="nutrition" typeof="NutritionInformation"><span property="calories">300 kcal</span></div>
  <span property="author">Ann</span></div>`;

test.each([
  ['microdata', microdata],
  ['RDFa', rdfa],
])('a recipe as %s', async (_, body) => {
  const [row, ...others] = await rowsOf('cake.html', page(body));
  expect(others).toEqual([]);
  expect(row?.content).toMatchObject({
    title: 'Plum & pear cake',
    image_url: 'https://x.test/plum.jpg',
    preparation_time: 1_200,
    cooking_time: 3_600,
    servings: 8,
    meal_types: ['Cake'],
    feature_tags: ['autumn', 'quick'],
    ingredients: [
      { quantity: '500', unit_type: 'g', name: 'plums' },
      { quantity: '3', name: 'eggs' },
    ],
    steps: ['Mix 3 < 4 eggs.', 'Bake.'],
    nutritionValues: [{ name: 'Calories', value: '300 kcal' }],
  });
  expect(row?.problems.map(({ message }) => message)).toContain('This wasn’t read: author.');
});

test('an export of many recipes, as Recipe Keeper writes it, keeps two of one title apart', async () => {
  const recipe = (name: string, ingredient: string) => `<div itemscope itemtype="http://schema.org/Recipe">
    <h2 itemprop="name">${name}</h2><div itemprop="recipeIngredients"><p>${ingredient}</p><p>Salt</p></div>
    <div itemprop="recipeDirections"><p>1. Mix.</p><p>2. Bake.</p></div></div>`;
  const body = recipe('Pie', '2 apples') + recipe('Pie', '3 pears') + recipe('Stew', '1 leek');
  const rows = await rowsOf('recipes.html', page(body));
  expect(
    rows.map(({ content }) => [content?.title, content?.ingredients[0]?.name, content?.steps.length]),
  ).toEqual([
    ['Pie', 'apples', 2],
    ['Pie', 'pears', 2],
    ['Stew', 'leek', 2],
  ]);
});

test('a text that was pasted with its tags', async () => {
  expect(await rowsOf('pasted.txt', `Copied from a page:\n${microdata}`)).toMatchObject([
    { title: 'Plum & pear cake' },
  ]);
});

test('JSON-LD stands before microdata', async () => {
  const json = '{"@type":"Recipe","name":"Soup","recipeIngredient":["1 egg"],"recipeInstructions":["Cook."]}';
  const rows = await rowsOf(
    'a.html',
    page(`<script type="application/ld+json">${json}</script>${microdata}`),
  );
  expect(rows.map(({ title }) => title)).toEqual(['Soup']);
});

test.each([
  ['<p itemprop="name">'],
  ['<div itemscope itemtype="https://schema.org/Recipe">'],
  ['<div itemprop="name"><b itemprop="text">x'],
  ['</p></div>'],
  ['<i itemprop="p1 p2 p3">x</i>'],
])('%s, again and again, takes linear time', async (part) => {
  const start = '<div itemscope itemtype="https://schema.org/Recipe">';
  expect(await isSuperlinear((length) => start + part.repeat(length / part.length), readMicrodata)).toBe(
    false,
  );
});
