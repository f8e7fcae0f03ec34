import { expect, test } from 'vitest';
import { readFields, rowsOf } from '#tests/setup/reader/imported.ts';

test.each([
  ['4', 4],
  [['4', '4 servings'], 4],
  [6, 6],
  ['Serves 4', 4],
  ['4 Personen', 4],
  [{ '@type': 'QuantitativeValue', value: 3, unitText: 'servings' }, 3],
])('servings: %j is %d', async (recipeYield, servings) => {
  expect(await readFields({ recipeYield })).toMatchObject({ servings, problems: [] });
});

test.each([
  ['Serves 4-6', 4],
  ['Makes 12 cookies', 12],
  ['2 dozen', 24],
  ['one 9-inch cake', 1],
  ['5 cups (about 120 crackers)', 120],
  ['0', null],
  ['5000', null],
  ['3 cups', null],
  ['plenty', null],
])('servings: %j is %d, and a problem says so', async (recipeYield, servings) => {
  expect(await readFields({ recipeYield })).toMatchObject({
    servings,
    problems: [`servings: ${recipeYield}`],
  });
});

test.each([
  [{ prepTime: 'PT10M', cookTime: 'PT20M', totalTime: 'PT30M' }, [600, 1_200], []],
  [{ prepTime: 'PT10M', totalTime: 'PT30M' }, [600, 1_200], []],
  [{ prepTime: 'PT0S', cookTime: 'PT20M', totalTime: 'PT30M' }, [600, 1_200], []],
  [{ prepTime: { '@type': 'Duration', '@value': 'PT5M' } }, [300, 0], []],
  [{ cookTime: 15 }, [0, 900], []],
  [{ totalTime: 'PT30M' }, [0, 1_800], ['cooking_time: 30 minutes']],
  [{ prepTime: 'PT10M', cookTime: 'PT20M', totalTime: 'PT2H' }, [600, 1_200], ['cooking_time: 120 minutes']],
  [{ prepTime: 'PTNaNM', cookTime: 'P90D' }, [0, 0], ['preparation_time: PTNaNM', 'cooking_time: P90D']],
])('times: %j', async (fields, [preparation_time, cooking_time], problems) => {
  expect(await readFields(fields)).toMatchObject({ preparation_time, cooking_time, problems });
});

test('texts have no tags and no entities, not even doubly escaped ones', async () => {
  const recipe = await readFields({
    name: '  <b>Mac &amp;amp; cheese</b>\u0000\t&lt;3 ',
    description: '<p>One &frac12;<br>two</p><script>alert(1)</script>three',
  });
  expect(recipe).toMatchObject({ title: 'Mac & cheese <3', description: 'One ½\ntwo\nthree' });
});

test.each([
  ['1. Mix.\n\n2) Bake.', ['Mix.', 'Bake.']],
  ['<ol><li>Mix <i>well</i>.</li><li>Bake.</li></ol>', ['Mix well.', 'Bake.']],
  ['<p>Mix\nwell.</p><p>Bake.', ['Mix well.', 'Bake.']],
  [
    ['Mix.', 'Bake.'],
    ['Mix.', 'Bake.'],
  ],
  [
    [['Mix.'], [{ '@type': 'HowToStep', text: 'Bake.' }]],
    ['Mix.', 'Bake.'],
  ],
  [[{ '@type': 'HowToStep', name: 'Mix.' }], ['Mix.']],
  [[{ '@type': 'HowToStep', name: 'Mix it…', text: 'Mix it well.' }], ['Mix it well.']],
  [[{ '@type': 'HowToStep', name: 'Prep', text: 'Mix.' }], ['Prep: Mix.']],
  [[{ '@type': 'HowToStep', name: 'Step 3', text: 'Mix.' }], ['Mix.']],
  [
    { '@type': 'HowToSection', name: 'Sauce:', itemListElement: ['Melt the butter.', { text: 'Stir.' }] },
    ['Sauce: Melt the butter.', 'Sauce: Stir.'],
  ],
  [
    [
      {
        '@type': 'HowToStep',
        itemListElement: [
          { '@type': 'HowToDirection', text: 'Mix.' },
          { '@type': 'HowToTip', text: 'Use a whisk.' },
        ],
      },
      'Bake.',
    ],
    ['Mix. Tip: Use a whisk.', 'Bake.'],
  ],
  [{ '@type': 'ItemList', name: 'Steps', itemListElement: [{ item: { text: 'Mix.' } }] }, ['Mix.']],
  [
    ['For the sauce:', 'Mix.', 'Bake.'],
    ['For the sauce: Mix.', 'Bake.'],
  ],
])('steps: %j', async (recipeInstructions, steps) => {
  expect(await readFields({ recipeInstructions })).toMatchObject({ steps });
});

test('a step in hundreds of sections has no longer names in front of it than a step may have', async () => {
  let section: object = { '@type': 'HowToSection', name: 'Last', itemListElement: ['Mix.'] };
  for (let level = 0; level < 200; level += 1) {
    section = { '@type': 'HowToSection', name: 'word '.repeat(400), itemListElement: [section] };
  }
  const { steps } = await readFields({ recipeInstructions: section });
  expect(steps.join('').length).toBeLessThan(13_000);
  expect(steps.at(-1)).toMatch(/Last: Mix\.$/);
});

test.each([
  ['2 eggs\n1 cup flour'],
  ['<ul><li>2 eggs</li><li>1 cup flour</li></ul>'],
  [['2 eggs', '1 cup flour']],
  [['2 eggs\n1 cup flour']],
  [['2\n eggs', '1 cup\n flour']],
  [
    [
      { name: 'eggs', amount: '2' },
      { name: 'flour', quantity: { value: 1, unitText: 'cup' } },
    ],
  ],
])('ingredients: %j', async (recipeIngredient) => {
  const { ingredients } = await readFields({ recipeIngredient });
  expect(ingredients).toEqual([
    { name: 'eggs', quantity: '2', unit_type: 'N/A', is_primary: true },
    { name: 'flour', quantity: '1', unit_type: 'cup', is_primary: true },
  ]);
});

test('ingredients in the form of our own content', async () => {
  const ingredients = [
    { name: 'salt, to taste', quantity: '', unit_type: '', is_primary: false },
    { name: '2 eggs', quantity: 'N/A', unit_type: 'N/A', is_primary: true },
  ];
  expect(await readFields({ recipeIngredient: ingredients })).toMatchObject({ ingredients });
});

test('headings between ingredients are left out, and a problem names them', async () => {
  const recipe = await readFields({ recipeIngredient: ['For the sauce:', '2 eggs'] });
  expect(recipe.ingredients).toHaveLength(1);
  expect(recipe.problems).toEqual(['ingredients: For the sauce']);
});

test.each([
  ['https://x.test/a.jpg', 'https://x.test/a.jpg'],
  ['//x.test/a.jpg', 'https://x.test/a.jpg'],
  [['https://x.test/a.jpg', 'https://x.test/b.jpg'], 'https://x.test/a.jpg'],
  [{ '@type': 'ImageObject', url: 'https://x.test/a.jpg?w=1&amp;h=2' }, 'https://x.test/a.jpg?w=1&h=2'],
  [
    [
      { url: 'https://x.test/small.jpg', width: '100', height: 100 },
      { contentUrl: 'https://x.test/large.jpg', width: { value: 900 }, height: '900px' },
    ],
    'https://x.test/large.jpg',
  ],
  [['data:image/png;base64,AA', 'https://x.test/b.jpg'], 'https://x.test/b.jpg'],
])('picture: %j', async (image, image_url) => {
  expect(await readFields({ image })).toMatchObject({ image_url, problems: [] });
});

test('a reference to a picture that the file does not have is a problem', async () => {
  const recipe = await readFields({ image: { '@id': 'https://x.test/#image' } });
  expect(recipe).toMatchObject({ image_url: null, problems: ['image_url: {"@id":"https://x.test/#image"}'] });
});

test.each([['a.jpg'], ['data:image/png;base64,AA'], ['javascript:alert(1)']])(
  'picture: %j is refused with a problem',
  async (image) => {
    expect(await readFields({ image })).toMatchObject({ image_url: null, problems: [`image_url: ${image}`] });
  },
);

test('tags, cuisine, method, video and nutrition values', async () => {
  const recipe = await readFields({
    recipeCategory: 'Dinner, Main course',
    recipeCuisine: ['Thai', 'Fusion'],
    cookingMethod: 'Frying',
    keywords: ['quick, #easy', { '@type': 'DefinedTerm', name: 'Easy' }],
    suitableForDiet: ['https://schema.org/GlutenFreeDiet', 'Vegan'],
    video: [{ '@type': 'VideoObject', embedUrl: 'https://x.test/v' }],
    nutrition: {
      '@type': 'NutritionInformation',
      calories: '200 kcal',
      saturatedFatContent: { value: 3, unitText: 'g' },
      servingSize: '1 bowl',
      fatContent: '',
    },
  });
  expect(recipe).toMatchObject({
    meal_types: ['Dinner', 'Main course'],
    cuisine: 'Thai',
    cookingMethod: 'Frying',
    feature_tags: ['quick', 'easy', 'Gluten free', 'Vegan', 'Fusion'],
    videoURL: 'https://x.test/v',
    nutritionValues: [
      { name: 'Calories', value: '200 kcal' },
      { name: 'Saturated fat', value: '3 g' },
      { name: 'Serving size', value: '1 bowl' },
    ],
    problems: [],
  });
});

test('a tag that is typed alike is one tag, and signs and Indian vowels stay apart', async () => {
  const keywords = 'gluten-free, Gluten\u2011free, Crème, creme, Bœuf, boeuf, 🌶, 🍋, दाल, दिल';
  const { feature_tags } = await readFields({ keywords });
  expect(feature_tags.map((tag) => tag.toLowerCase().replace('\u2011', '-'))).toEqual([
    'gluten-free',
    expect.stringMatching(/^cr[eè]me$/),
    expect.stringMatching(/^b(?:œ|oe)uf$/),
    '🌶',
    '🍋',
    'दाल',
    'दिल',
  ]);
});

test('what is over a limit is cut, and a problem says so', async () => {
  const recipe = await readFields({
    name: 'Very '.repeat(100),
    recipeIngredient: Array.from({ length: 301 }, (_, at) => `${at + 1} eggs`),
    recipeInstructions: ['Stir. '.repeat(2_000), 'Bake.'],
    keywords: `${'x'.repeat(101)}, y`,
  });
  expect(recipe.title.length).toBeLessThanOrEqual(200);
  expect(recipe.ingredients).toHaveLength(300);
  expect(recipe.steps).toHaveLength(3);
  expect(recipe.problems.map((problem) => problem.split(':')[0])).toEqual([
    'title',
    'ingredients',
    'steps',
    'feature_tags',
  ]);
  expect(Math.max(...recipe.problems.map((problem) => problem.length))).toBeLessThan(220);
});

test('a recipe without a title cannot be imported', async () => {
  const [row] = await rowsOf('a.json', '{"@type":"Recipe","name":" <br> ","recipeIngredient":["1 egg"]}');
  expect(row).toMatchObject({ content: null, title: '', problems: [{ field: 'title' }] });
});
