import { expect, test } from 'vitest';
import { isSuperlinear } from '#tests/architecture/growth.ts';
import { rowsOf } from '#tests/setup/reader/imported.ts';
import { columnOf } from './columns.ts';
import { recordToRecipe } from './read-table.ts';

const table = (separator: string, ...records: string[][]) =>
  records.map((cells) => cells.join(separator)).join('\r\n');

test.each([[','], [';'], ['\t'], ['|']])('the delimiter %j is found', async (separator) => {
  const quoted = '"2 eggs\n1 cup flour, sifted; fine"';
  const text = table(
    separator,
    ['Title', 'Ingredients', 'Servings'],
    ['Soup', quoted, '4'],
    ['Cake', '1 egg', '2'],
  );
  const rows = await rowsOf('a.csv', text);
  expect(rows.map(({ title, place, content }) => [title, place, content?.ingredients.length])).toEqual([
    ['Soup', 'line 2', 2],
    ['Cake', 'line 4', 1],
  ]);
  expect(rows[1]?.content).toMatchObject({ servings: 2 });
});

test.each([
  ['Recipe Name', 'Directions', 'Prep Time (min)'],
  ['TITEL', 'Zubereitung', 'Vorbereitungszeit'],
  ['Titre', 'Étapes', 'Temps de préparation'],
  ['name', 'recipeInstructions', 'prepTime'],
  ['title', 'steps', 'preparation time'],
])('headings: %s, %s, %s', async (...headings) => {
  const [row] = await rowsOf('a.csv', table(',', headings, ['Soup', 'Mix.|Bake.', '20']));
  expect(row).toMatchObject({
    problems: [{ field: 'ingredients' }],
    content: { title: 'Soup', steps: ['Mix.', 'Bake.'], preparation_time: 1_200 },
  });
});

test('the specification’s names of the times are seconds, as in an export that lost a column', async () => {
  const rows = await rowsOf(
    'a.csv',
    table(
      ',',
      ['title', 'ingredients', 'steps', 'preparation_time', 'cooking_time'],
      ['Soup', '1 onion', 'Mix.', '600', '3600'],
      ['Stew', '1 onion', 'Mix.', '10 min', 'PT1H'],
    ),
  );
  const times = { preparation_time: 600, cooking_time: 3_600 };
  expect(rows.map(({ content }) => content)).toMatchObject([times, times]);
  expect(JSON.stringify(rows[0])).toContain('were read as seconds, as in an export.');
});

test('every column', async () => {
  const headings =
    'title,description,notes,image,prep time,cook time (hours),servings,meal types,cuisine,cooking method,tags,video,nutrition,calories,ingredients,steps,promotional_tags';
  const cells =
    'Soup,Hot.,Keeps.,"https://x.test/a.jpg, https://x.test/b.jpg",PT10M,1.5,Serves 4,"Dinner; Lunch",Thai,Frying,"a, b",https://x.test/v,"Fat: 3 g; Salt: 1 g",200,"[""2 eggs"",""1 onion""]","Mix.\nBake, then eat.",new';
  const [row] = await rowsOf('a.csv', `${headings}\n${cells}`);
  expect(row?.problems).toEqual([]);
  expect(row?.content).toMatchObject({
    description: 'Hot.\nKeeps.',
    image_url: 'https://x.test/a.jpg',
    preparation_time: 600,
    cooking_time: 5_400,
    servings: 4,
    meal_types: ['Dinner', 'Lunch'],
    cuisine: 'Thai',
    cookingMethod: 'Frying',
    feature_tags: ['a', 'b'],
    promotional_tags: ['new'],
    videoURL: 'https://x.test/v',
    steps: ['Mix.', 'Bake, then eat.'],
    ingredients: [{ name: 'eggs' }, { name: 'onion' }],
    nutritionValues: [
      { name: 'Fat', value: '3 g' },
      { name: 'Salt', value: '1 g' },
      { name: 'Calories', value: '200' },
    ],
  });
});

test.each([
  [`['2 eggs', '1 onion']`],
  ['c(""2 eggs"", ""1 onion"")'],
  ['2 eggs|1 onion'],
  ['2 eggs; 1 onion'],
  ['2 eggs\n1 onion'],
])('the ingredients of the cell %j', async (cell) => {
  const [row] = await rowsOf('a.csv', `title,ingredients\nSoup,"${cell}"`);
  expect(row?.content?.ingredients.map(({ quantity, name }) => `${quantity} ${name}`)).toEqual([
    '2 eggs',
    '1 onion',
  ]);
});

test('a second measure behind | splits no cell', async () => {
  const [row] = await rowsOf('a.csv', 'title;ingredients\nSoup;8 oz | 230 g butter');
  expect(row?.content?.ingredients).toMatchObject([
    { quantity: '8', unit_type: 'oz', name: 'butter (230 g)' },
  ]);
});

test.each(['constructor', 'toString', '__proto__'])('the heading %s is no column', async (heading) => {
  const [row] = await rowsOf('a.csv', `title,ingredients,${heading}\nSoup,1 onion,5`);
  expect(row?.content).toMatchObject({ title: 'Soup', preparation_time: 0, cooking_time: 0 });
  expect(JSON.stringify(row)).toContain(`These columns weren’t read: ${heading}.`);
});

test('columns without a use are named once, cells without a heading where they are', async () => {
  const rows = await rowsOf('a.csv', 'title,steps,source,rating\nSoup,Mix.,x,5\nCake,Bake, then eat.,x,4');
  const notes = rows.map(({ problems }) =>
    problems.filter(({ field }) => field === '').map(({ message }) => message),
  );
  expect(notes[0]).toEqual(['These columns weren’t read: source, rating.']);
  expect(notes[1]?.[0]).toContain('1 more cell');
});

test('lines above the headings, empty lines and rows without a title', async () => {
  const text = 'My recipes,,\n\ntitle,steps,servings\n\nSoup,Mix.,4\n,Bake.,2\n';
  const rows = await rowsOf('a.csv', text);
  expect(rows.map(({ title, place, content }) => [title, place, content !== null])).toEqual([
    ['Soup', 'line 5', true],
    ['', 'line 6', false],
  ]);
});

test.each([
  ['title,ingredients,steps,tags\nStew,1 leek,Cut.,winter\n,2 dl stock,Boil.,\n,salt,,\nPie,1 egg,Bake.,'],
  [
    'title,ingredients,steps,tags\nStew,1 leek,"Cut.\nBoil.",winter\nStew,2 dl stock,"Cut.\nBoil.",winter\nStew,salt,,\nPie,1 egg,Bake.,',
  ],
])('a recipe with one line an ingredient: %j', async (text) => {
  const rows = await rowsOf('a.csv', text);
  expect(rows.map(({ title, place }) => [title, place.replace(/\d/u, 'n')])).toEqual([
    ['Stew', 'line n'],
    ['Pie', 'line n'],
  ]);
  expect(rows[0]).toMatchObject({
    content: {
      ingredients: [{ name: 'leek' }, { name: 'stock', unit_type: 'dl' }, { name: 'salt' }],
      steps: ['Cut.', 'Boil.'],
      feature_tags: ['winter'],
    },
    problems: [{ message: 'The next 2 lines of the table were read as part of this recipe.' }],
  });
});

test.each([
  ['recipe,quantity,unit,ingredient\nStew,1,,leek\n,½,dl,stock\n,,,salt'],
  ['recipe,quantity,unit,ingredient\nStew,"1\n½\n","\ndl\n","leek\nstock\nsalt"'],
])('quantities and units in columns of their own: %j', async (text) => {
  const [row, ...others] = await rowsOf('a.csv', text);
  expect(others).toEqual([]);
  expect(row?.content?.ingredients).toMatchObject([
    { quantity: '1', unit_type: 'N/A', name: 'leek' },
    { quantity: '½', unit_type: 'dl', name: 'stock' },
    { quantity: 'N/A', unit_type: 'N/A', name: 'salt' },
  ]);
});

test('two recipes of one title stay two', async () => {
  const rows = await rowsOf('a.csv', 'title,ingredients,steps\nStew,1 leek,Boil.\nStew,2 beets,Fry.');
  expect(rows.map(({ content }) => content?.steps)).toEqual([['Boil.'], ['Fry.']]);
});

const edited =
  'title,description,image_url,cuisine,cookingMethod,videoURL,preparation_time,cooking_time,servings,meal_types,ingredients,steps,nutritionValues,feature_tags,promotional_tags';

test('a line of our own export that was edited by hand is read as any other', async () => {
  const [row] = await rowsOf(
    'a.csv',
    `${edited}\nStew,'-hot,,Thai,,,600,20 min,Serves 6,"[""Lunch""]","1 leek\n2 dl stock","[""Cut, wash."",""Boil.""]",Fat: 3 g,"cheap; warm",`,
  );
  expect(row).toMatchObject({
    problems: [],
    content: {
      description: '-hot',
      preparation_time: 600,
      cooking_time: 1_200,
      servings: 6,
      meal_types: ['Lunch'],
      ingredients: [{ name: 'leek' }, { name: 'stock' }],
      steps: ['Cut, wash.', 'Boil.'],
      nutritionValues: [{ name: 'Fat', value: '3 g' }],
      feature_tags: ['cheap', 'warm'],
    },
  });
});

test('a table is found by its headings, also without a name', async () => {
  expect(await rowsOf('pasted text', 'title\tsteps\nSoup\tMix.')).toMatchObject([{ title: 'Soup' }]);
});

test.each([
  ['a.csv', 'a,b\n1,2', 'title, ingredients, steps'],
  ['a.csv', 'title,steps\n', 'no recipes'],
])('%s with %j is refused', async (name, text, message) => {
  const [row, ...others] = await rowsOf(name, text);
  expect(others).toEqual([]);
  expect(row?.content).toBeNull();
  expect(row?.problems[0]?.message).toContain(message);
});

test('a quotation mark that is never closed ends the table with a problem', async () => {
  const rows = await rowsOf('a.csv', 'title,steps\nSoup,Mix.\nCake,"Bake.\nPie,Bake.');
  expect(rows.map(({ title, place }) => [title, place])).toEqual([
    ['Soup', 'line 2'],
    ['', 'line 3'],
  ]);
});

const accents = 'title,steps\nCrème brûlée,Caramélisez à feu doux.\nŒufs à la neige,Mélangez – puis goûtez.';
const westernEuropean = Buffer.from(accents.replaceAll('Œ', '\x8c').replaceAll('–', '\x96'), 'latin1');
const lateAccent = Buffer.concat([
  Buffer.from(`title,steps\n${'Soup,Mix.\n'.repeat(20_000)}`),
  Buffer.from('Crêpe,Mix.'),
]);

test.each([
  ['UTF-8', Buffer.from(accents)],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${accents}`)],
  ['UTF-16', Buffer.from(`\ufeff${accents}`, 'utf16le')],
  ['UTF-16 without its mark', Buffer.from(accents, 'utf16le')],
  ['UTF-16, big end first', Buffer.from(`\ufeff${accents}`, 'utf16le').swap16()],
  ['Windows-1252', westernEuropean],
])('a table in %s, in chunks of any size', async (_, bytes) => {
  for (const chunkBytes of [1, 7, 65_536]) {
    const rows = await rowsOf('a.csv', bytes, chunkBytes);
    expect(rows.map(({ title }) => title)).toEqual(['Crème brûlée', 'Œufs à la neige']);
    expect(rows[1]?.content?.steps).toEqual(['Mélangez – puis goûtez.']);
  }
});

const messagesOf = async (bytes: Uint8Array, chunkBytes?: number) => {
  const rows = await rowsOf('a.csv', bytes, chunkBytes);
  return rows.map(({ title, problems }) => [
    title,
    ...problems.filter(({ field }) => field === '').map(({ message }) => message.slice(0, 34)),
  ]);
};
const GUESSED = 'The encoding of this file was gues';

test.each([
  [
    'Windows-1252',
    Buffer.from('title,ingredients,steps\nCrème,1 œuf,Mix.'.replace('œ', '\x9c'), 'latin1'),
    'Crème',
  ],
  [
    'Windows-1251',
    Buffer.from([
      ...Buffer.from('title,ingredients,steps\n'),
      0xc1,
      0xee,
      0xf0,
      0xf9,
      ...Buffer.from(',1 egg,Mix.'),
    ]),
    null,
  ],
])('a row says that %s is a guess', async (_, bytes, title) => {
  const [[found, ...messages] = []] = await messagesOf(bytes);
  if (title) expect(found).toBe(title);
  expect(messages).toEqual([GUESSED]);
});

test('one bad byte among good ones leaves the others as they are, and the row says so', async () => {
  const bytes = Buffer.from('title,ingredients,steps\nCrème brûlée,4 œufs,Mélan#ez.');
  bytes[bytes.indexOf('#')] = 0xe9;
  for (const chunkBytes of [7, 65_536]) {
    expect(await messagesOf(bytes, chunkBytes)).toEqual([
      ['Crème brûlée', 'Some characters of this file could'],
    ]);
  }
});

test.each([['utf8'], ['latin1']] as const)('the first accent comes late, in %s', async (encoding) => {
  const bytes = Buffer.from(lateAccent.toString('utf8'), encoding);
  const rows = await rowsOf('a.csv', bytes, 1_000);
  expect(rows.at(-1)?.title).toBe('Crêpe');
});

test('a row of 3 MB ends the table with a problem', async () => {
  const rows = await rowsOf('a.csv', `title,steps\nSoup,Mix.\nCake,"${'Bake. '.repeat(500_000)}"\nPie,Bake.`);
  expect(rows.map(({ title, place }) => [title, place])).toEqual([
    ['Soup', 'line 2'],
    ['', 'line 3'],
  ]);
});

test('a cell with 100,000 levels of JSON is a text', async () => {
  const cell = `${'['.repeat(100_000)}'Bake.', 1${']'.repeat(100_000)}`;
  const rows = await rowsOf('a.csv', `title,steps\nSoup,${cell}\nCake,Bake.`);
  expect(rows.map(({ title, content }) => [title, content?.steps.length])).toEqual([
    ['Soup', 11],
    ['Cake', 1],
  ]);
});

test.each(['tag', 'step', 'image', 'calories', 'note', 'cuisine'])(
  'many columns that are named %s take linear time',
  async (heading) => {
    const column = columnOf(heading);
    expect(column).not.toBeNull();
    const join = (text: string) => recordToRecipe([...text], Array(text.length).fill(column));
    expect(await isSuperlinear((length) => 'a'.repeat(length), join)).toBe(false);
  },
);
