import { expect, test } from 'vitest';
import { rowsOf } from '#tests/setup/reader/imported.ts';
import { refusals } from '../refusal.ts';
import { References } from './find-recipes.ts';

const soup = { '@type': 'Recipe', name: 'Soup', recipeIngredient: ['1 egg'], recipeInstructions: ['Cook.'] };

const graphOf = (...nodes: readonly object[]) => JSON.stringify({ '@graph': nodes });
const refer = (id: string, times = 1) => Array.from({ length: times }, () => ({ '@id': id }));

async function messagesOf(content: string, name = 'a.json'): Promise<(string | undefined)[]> {
  const rows = await rowsOf(name, content);
  return rows.map(({ content: recipe, problems }) => (recipe ? 'read' : problems[0]?.message));
}

/** Each names the next one twice. */
const doubling = Array.from({ length: 40 }, (_, at) => ({
  '@id': `#${at}`,
  '@type': 'HowToSection',
  itemListElement: refer(`#${at + 1}`, 2),
}));

test('sections that each name the next one twice are refused at once', async () => {
  const json = graphOf({ ...soup, recipeInstructions: refer('#0') }, ...doubling);
  expect(await messagesOf(json)).toEqual([refusals.references]);
  const page = `<script type="application/ld+json">${json}</script>`;
  expect(await messagesOf(page, 'a.html')).toEqual([refusals.references]);
});

const words = 'word '.repeat(20_000);
const many = Array.from({ length: 5_000 }, (_, at) => `https://x.test/${at}.jpg`);

test.each([
  ['steps', { recipeInstructions: refer('#x', 10_000) }, { text: words }],
  ['ingredients', { recipeIngredient: refer('#x', 10_000) }, { name: words }],
  ['nutrition', { nutrition: refer('#x', 5_000) }, Object.fromEntries(many.map((key) => [key, '1 g']))],
  ['keywords', { keywords: refer('#x', 10_000) }, { name: words }],
  ['pictures', { image: refer('#x', 5_000) }, { url: many }],
  ['videos', { video: refer('#x', 10_000) }, { contentUrl: words }],
])('%s that name one large object thousands of times are refused', async (_, fields, large) => {
  const json = graphOf({ ...soup, ...fields }, { '@id': '#x', '@type': 'Thing', ...large });
  expect(await messagesOf(json)).toEqual([refusals.references]);
});

test('the limit is for all recipes of a file together', async () => {
  const recipes = Array.from({ length: 1_000 }, (_, at) => ({
    ...soup,
    name: `Soup ${at}`,
    recipeInstructions: refer('#x'),
  }));
  const messages = await messagesOf(graphOf(...recipes, { '@id': '#x', '@type': 'HowToStep', text: words }));
  expect(messages.length).toBeLessThan(100);
  expect(messages.at(-1)).toBe(refusals.references);
});

test('a large file may repeat 50 MB and no more', () => {
  const large = { '@id': '#x', text: 'x'.repeat(1_000_000) };
  const references = new References([large, 'x'.repeat(40_000_000)]);
  references.add(large);
  const resolve = () => references.resolve({ '@id': '#x' });
  for (let times = 0; times < 49; times += 1) expect(resolve()).toBe(large);
  expect(resolve).toThrow(refusals.references);
});

test('steps that name each other in a circle are refused', async () => {
  const filler = { '@type': 'Thing', text: words.repeat(20) };
  const circle = { '@id': '#a', '@type': 'HowToSection', itemListElement: refer('#a') };
  expect(await messagesOf(graphOf({ ...soup, recipeInstructions: refer('#a') }, circle, filler))).toEqual([
    refusals.references,
  ]);
});

test('a flattened file, where every part is named by a reference, is read', async () => {
  const nodes = Array.from({ length: 100 }, (_, at) => [
    {
      ...soup,
      '@id': `#r${at}`,
      name: `Soup ${at}`,
      recipeInstructions: refer(`#s${at}`),
      nutrition: { '@id': '#n' },
      image: { '@id': '#i' },
    },
    {
      '@id': `#s${at}`,
      '@type': 'HowToSection',
      itemListElement: [...refer(`#t${at}`), ...refer('#shared')],
    },
    { '@id': `#t${at}`, '@type': 'HowToStep', text: `Stir ${at} times. ${'Stir. '.repeat(100)}` },
  ]);
  const shared = [
    { '@id': '#n', '@type': 'NutritionInformation', calories: '300 kcal' },
    { '@id': '#i', '@type': 'ImageObject', url: 'https://x.test/a.jpg' },
    { '@id': '#shared', '@type': 'HowToStep', text: 'Serve.' },
  ];
  const rows = await rowsOf('a.json', graphOf(...nodes.flat(), ...shared));
  expect(rows).toHaveLength(100);
  expect(rows[7]?.content).toMatchObject({
    steps: [expect.stringMatching(/^Stir 7 times\./), 'Serve.'],
    image_url: 'https://x.test/a.jpg',
    nutritionValues: [{ name: 'Calories', value: '300 kcal' }],
  });
});
