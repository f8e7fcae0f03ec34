import { expect, test } from 'vitest';
import { rowsOf } from '#tests/setup/reader/imported.ts';

test.each([
  ['recipes.pdf', '%PDF-1.7 …', 'a PDF document'],
  ['photo.html', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'a picture'],
  ['photo.heic', Buffer.from('\0\0\0\x18ftypheic', 'latin1'), 'a picture'],
  ['recipes.doc', Buffer.from('\xd0\xcf\x11\xe0', 'latin1'), 'an old Word or Excel document'],
  ['recipes.gz', Buffer.from('\x1f\x8b\x08', 'latin1'), 'a compressed file'],
  ['page.mhtml', 'From: <Saved by Blink>\r\nSnapshot', 'HTML Only'],
  ['page.webarchive', 'bplist00', 'a Safari web archive'],
  ['a.json', Buffer.alloc(1_000), 'isn’t text'],
  ['empty.json', '', 'empty'],
  ['note.txt', 'Dear diary, today I cooked.', 'This is plain text'],
  ['a.cook', '>> servings: 2\n\nFry @leek{1} for ~{5%minutes}.', 'a Cooklang recipe'],
  ['a.cook', 'Fry the @big leek{}.', 'a Cooklang recipe'],
  ['a.mmf', 'MMMMM----- Recipe via Meal-Master (tm) v8.05\n\n      Title: Stew', 'a MealMaster file'],
  ['a.txt', '---------- Recipe via Meal-Master (tm) v8.02', 'a MealMaster file'],
  ['a.mxp', '                     *  Exported from  MasterCook  *\n\n Stew', 'a MasterCook file'],
  [
    'a.xml',
    '<?xml version="1.0"?><!DOCTYPE gourmetDoc><gourmetDoc><recipe/></gourmetDoc>',
    'a Gourmet export',
  ],
  [
    'a.xml',
    '<?xml version="1.0"?>\n<cookbook><recipe><title>Stew</title></recipe></cookbook>',
    'a My CookBook export',
  ],
  ['a.xml', '<krecipes version="1"></krecipes>', 'a KRecipes export'],
  ['a.xml', '<?xml version="1.0"?><recipes><recipe/></recipes>', 'an XML file'],
  ['a.html', '<p>A page about stew.</p>', 'This page has no recipe data'],
  ['a.html', '<?xml version="1.0"?><!DOCTYPE html><html></html>', 'This page has no recipe data'],
  ['a.json', '{"a":1}', 'no recipe'],
  ['a.json', '[[['.repeat(200), 'nested more than'],
  // The library would repair it, in seconds or minutes.
  ['a.json', `{${'"a'.repeat(50_000)}`, 'couldn’t be repaired'],
  ['a.json', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'nested more than'],
])('%s: %s is refused', async (name, content, message) => {
  const [row, ...others] = await rowsOf(name, content);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ file: name, content: null });
  expect(row?.problems[0]?.message).toContain(message);
});

test('the content decides, not the name', async () => {
  const json = '{"@type":"Recipe","name":"Soup"}';
  const page = `<script type="application/ld+json">${json}</script>`;
  for (const [name, content] of [
    ['a.html', json],
    ['a.json', page],
    ['a.csv', page],
    ['a', `Copied from a page:\n${page}`],
    ['a.txt', '\ufeffname;steps\nSoup;Mix.'],
  ] as const) {
    expect(await rowsOf(name, content), name).toMatchObject([{ title: 'Soup' }]);
  }
});

test('10,000 levels inside a page are a problem of that script only', async () => {
  const deep = `${'['.repeat(10_000)}"@type","Recipe"`;
  const html = `<script type="application/ld+json">${deep}</script>`;
  const [row] = await rowsOf('a.html', html);
  expect(row?.problems[0]?.message).toContain('nested more than');
  const good = '<script type="application/ld+json">{"@type":"Recipe","name":"Soup"}</script>';
  expect(await rowsOf('a.html', html + good)).toMatchObject([{ title: 'Soup' }]);
});

test('a page with 10,000 scripts', async () => {
  const scripts = Array.from(
    { length: 10_000 },
    (_, at) => `<script type="application/ld+json">{"@type":"Recipe","name":"Soup ${at}"}</script>`,
  );
  expect(await rowsOf('a.html', scripts.join(''))).toHaveLength(10_000);
});

test('names of an object’s prototype are names like any other', async () => {
  const hostile =
    '{"@type":"Recipe","__proto__":{"name":"Polluted","recipeYield":4},"constructor":"x","name":"Soup","nutrition":{"__proto__":"5 g","hasOwnProperty":"1"}}';
  const [row] = await rowsOf('a.json', hostile);
  expect(row?.content).toMatchObject({ title: 'Soup', servings: null });
  const [table] = await rowsOf('a.csv', 'title,__proto__,constructor\nSoup,x,y');
  expect(table?.content?.title).toBe('Soup');
  expect(Object.hasOwn(Object.prototype, 'name')).toBe(false);
});
