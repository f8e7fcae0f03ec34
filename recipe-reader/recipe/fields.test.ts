import { expect, test } from 'vitest';
import { readFields, rowsOf } from '#tests/setup/reader/imported.ts';

test.each([
  ['4', 4],
  [['4', '4 servings'], 4],
  [6, 6],
  ['Serves 4', 4],
  ['4 Personen', 4],
  [{ '@type': 'QuantitativeValue', value: 3, unitText: 'servings' }, 3],
  ['2 loaves (16 servings)', 16],
  ['24 cookies, 8 portions', 24 / 3],
  ['1 quiche serves 6', 6],
  ['1 Kuchen (12 Personen)', 12],
  ['1 tarte pour 6 personnes', 6],
  ['10 servings (½ cup per serving)', 10],
  [['8', '8 (1 & ¼ cups) servings'], 8],
  ['６人分', 6],
  ['٤ أشخاص', 4],
])('servings: %j is %d', async (recipeYield, servings) => {
  expect(await readFields({ recipeYield })).toMatchObject({ servings, problems: [] });
});

test.each([
  ['Serves 4-6', 4],
  ['Makes 12 cookies', 12],
  ['4-6 servings', 4],
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
  [{ prepTime: 'PT10M', totalTime: 'PT30M' }, [600, 0], ['cooking_time: 30 minutes']],
  [{ prepTime: 'PT15M', cookTime: 'PT0M', totalTime: 'P7D' }, [900, 0], ['cooking_time: 10,080 minutes']],
  [{ prepTime: 'PT0S', cookTime: 'PT20M', totalTime: 'PT30M' }, [0, 1_200], ['cooking_time: 30 minutes']],
  [{ prepTime: 'PT0S', cookTime: 'PT20M', totalTime: 'PT20M' }, [0, 1_200], []],
  [{ prepTime: { '@type': 'Duration', '@value': 'PT5M' } }, [300, 0], []],
  [{ cookTime: 15 }, [0, 900], []],
  [{ totalTime: 'PT30M' }, [0, 1_800], ['cooking_time: 30 minutes']],
  [{ prepTime: 'PT10M', cookTime: 'PT20M', totalTime: 'PT2H' }, [600, 1_200], ['cooking_time: 120 minutes']],
  [{ prepTime: 'PTNaNM', cookTime: 'P90D' }, [0, 0], ['preparation_time: PTNaNM', 'cooking_time: P90D']],
])('times: %j', async (fields, [preparation_time, cooking_time], problems) => {
  expect(await readFields(fields)).toMatchObject({ preparation_time, cooking_time, problems });
});

test('property names are read in any case', async () => {
  const recipe = await readFields({
    recipeIngredient: undefined,
    recipeInstructions: undefined,
    RecipeIngredient: ['2 eggs'],
    RECIPEINSTRUCTIONS: [{ '@type': 'HowToSection', Name: 'Sauce', ItemListElement: [{ Text: 'Stir.' }] }],
    PrepTime: 'PT5M',
    'schema:recipeYield': '3',
    Nutrition: { Calories: '90 kcal' },
  });
  expect(recipe).toMatchObject({
    ingredients: [{ name: 'eggs' }],
    steps: ['Sauce: Stir.'],
    preparation_time: 300,
    servings: 3,
    nutritionValues: [{ name: 'Calories', value: '90 kcal' }],
    problems: [],
  });
});

test('properties that are not read are named', async () => {
  const [row] = await rowsOf(
    'soup.json',
    JSON.stringify({
      '@type': 'Recipe',
      name: 'Soup',
      recipeIngredient: ['1 egg'],
      recipeInstructions: ['Cook.'],
      notes: 'Keeps well.',
      author: { name: 'Ann' },
      aggregateRating: { ratingValue: 5 },
      source: '',
      dateModified: '2026-01-01',
    }),
  );
  expect(row?.problems.map(({ message }) => message)).toEqual([
    'This wasn’t read: notes, author, aggregate rating.',
  ]);
});

test('soft hyphens and zero-width spaces are no part of a word', async () => {
  expect(
    await readFields({
      name: 'Zwetschgen\u00adknödel&shy;topf',
      recipeIngredient: ['1 kg Zwetsch\u200bgen', '2 Kar\u00adtof\u00adfeln'],
      recipeInstructions: ['Ko\u2060chen.'],
    }),
  ).toMatchObject({
    title: 'Zwetschgenknödeltopf',
    ingredients: [{ name: 'Zwetschgen', unit_type: 'kg' }, { name: 'Kartoffeln' }],
    steps: ['Kochen.'],
  });
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
  [
    '1. Chop 2 onions. 2. Bake at 90.5 °C for 2 hours. 3. Eat.',
    ['Chop 2 onions.', 'Bake at 90.5 °C for 2 hours.', 'Eat.'],
  ],
  ['Step 1: Mix. Step 2: Bake.', ['Mix.', 'Bake.']],
  [[{ '@type': 'HowToStep', text: '1) mix 2) bake 3) eat' }], ['mix', 'bake', 'eat']],
  ['1.Mix.2.Bake.', ['Mix.', 'Bake.']],
  ['① Mix. ② Bake.', ['Mix.', 'Bake.']],
  ['1. Cook for 2. Serve it cold. 2. Clean up.', ['Cook for 2. Serve it cold.', 'Clean up.']],
  ['Bake at gas mark 1. Serve 2. It keeps.', ['Bake at gas mark 1. Serve 2. It keeps.']],
  ['Directions:\nMix.\nBake.', ['Mix.', 'Bake.']],
  [[{ '@type': 'HowToSection', name: 'Zubereitung', itemListElement: ['Mix.'] }], ['Mix.']],
  [[{ '@type': 'HowToSection', name: 'SOUP', itemListElement: ['Mix.'] }], ['Mix.']],
])('steps: %j', async (recipeInstructions, steps) => {
  expect(await readFields({ recipeInstructions })).toMatchObject({ steps });
});

test('a section without steps is no step, and a problem names it', async () => {
  const recipe = await readFields({
    recipeInstructions: [{ '@type': 'HowToSection', name: 'Sauce' }, 'Bake.'],
  });
  expect(recipe).toMatchObject({ steps: ['Bake.'], problems: ['steps: Sauce'] });
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
  [
    [
      { quantity: 2, unit: null, food: { name: 'eggs' }, note: '', display: '2 eggs' },
      { quantity: 1, unit: { name: 'cup' }, food: { name: 'flour' } },
    ],
  ],
  [{ 0: '2 eggs', 1: '1 cup flour' }],
  ['2 eggs; 1 cup flour'],
  ['2 eggs, 1 cup flour'],
])('ingredients: %j', async (recipeIngredient) => {
  const { ingredients } = await readFields({ recipeIngredient });
  expect(ingredients).toEqual([
    { name: 'eggs', quantity: '2', unit_type: 'N/A', is_primary: true },
    { name: 'flour', quantity: '1', unit_type: 'cup', is_primary: true },
  ]);
});

test('ingredients of recipe managers keep their notes, units and sections', async () => {
  const recipe = await readFields({
    recipeIngredient: [
      { title: 'Filling', quantity: 0, unit: { name: 'pinch' }, food: { name: 'salt' }, note: 'coarse' },
      { title: 'Sauce', quantity: null, unit: null, food: null, note: '', originalText: '3 dl of milk' },
    ],
  });
  expect(recipe).toMatchObject({
    ingredients: [
      { quantity: 'N/A', unit_type: 'pinch', name: 'salt, coarse' },
      { quantity: '3', unit_type: 'dl', name: 'milk' },
    ],
    problems: ['ingredients: Filling, Sauce'],
  });
});

test.each([
  [
    '1 kg plums (ripe, red), 2 eggs, lightly beaten, 3,5 dl milk, salt',
    ['plums (ripe, red)', 'eggs, lightly beaten', 'milk', 'salt'],
  ],
  ['2 tbsp tomato purée, 1 tbsp flaxseed', ['tomato purée', 'flaxseed']],
  ['3 eggs, 1 beaten', ['eggs, 1 beaten']],
  ['2 tins, 400 g, drained', ['tins, 400 g, drained']],
  ['4 steaks, 1 inch thick', ['steaks, 1 inch thick']],
  ['Plums, stoned, 500, g', ['Plums, stoned']],
])('one line of ingredients: %s', async (recipeIngredient, names) => {
  const { ingredients, problems } = await readFields({ recipeIngredient });
  expect(ingredients.map(({ name }) => name)).toEqual(names);
  expect(problems).toEqual(names.length > 1 ? [`ingredients: ${recipeIngredient}`] : []);
});

test('a line that may be several ingredients stays whole, and a problem says so', async () => {
  const recipe = await readFields({ recipeIngredient: 'peas, carrots, salt' });
  expect(recipe).toMatchObject({
    ingredients: [{ name: 'peas, carrots, salt' }],
    problems: ['ingredients: peas, carrots, salt'],
  });
});

test.each(['03-Apr cup oil', 'Feb-01 cup rice', '1. Mär Liter Milch', '2026-02-01 cup rice'])(
  'a problem says that %s was a fraction',
  async (line) => {
    const { problems } = await readFields({ recipeIngredient: ['1 egg', line] });
    expect(problems).toEqual([`ingredients: ${line}`]);
  },
);

test.each(['5 Maiskölbchen', '12 Martinis', '2-3 apricots'])('%s is no date', async (line) => {
  expect(await readFields({ recipeIngredient: ['1 egg', line] })).toMatchObject({ problems: [] });
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
