import { expect, test } from 'vitest';
import { rowsOf } from '#tests/setup/reader/imported.ts';

const soup = { '@type': 'Recipe', name: 'Soup', recipeIngredient: ['1 egg'], recipeInstructions: ['Cook.'] };
const cake = { ...soup, name: 'Cake' };

async function titlesIn(data: unknown): Promise<string[]> {
  const rows = await rowsOf('a.json', typeof data === 'string' ? data : JSON.stringify(data));
  return rows.map(({ title, place }) => `${title}${place && ` (${place})`}`);
}

test.each([
  [soup],
  [{ ...soup, '@type': ['NewsArticle', 'Recipe'] }],
  [{ ...soup, '@type': 'schema:Recipe' }],
  [{ ...soup, '@type': 'http://schema.org/Recipe' }],
  [{ ...soup, '@type': 'https://schema.org/recipe' }],
  [{ '@graph': [{ '@type': 'WebPage' }, soup] }],
  [{ '@type': 'WebPage', mainEntity: soup }],
  [{ '@type': 'Article', mainEntityOfPage: { '@type': 'WebPage', mainEntity: [soup] } }],
  [{ '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: soup }] }],
  [{ props: { pageProps: [[soup]] } }],
  [{ '@type': 'schema:Recipe', 'schema:name': { '@value': 'Soup', '@language': 'en' } }],
  [{ '@type': ['https://schema.org/Recipe'], 'https://schema.org/name': [{ '@value': 'Soup' }] }],
  [
    {
      '@graph': [
        { '@id': '#r', ...soup },
        { '@type': 'WebPage', mainEntity: { '@id': '#r', '@type': 'Recipe' } },
      ],
    },
  ],
])('one recipe: %j', async (data) => {
  expect(await titlesIn(data)).toEqual(['Soup']);
});

test('several recipes keep their order and their places', async () => {
  expect(await titlesIn([soup, cake, soup])).toEqual([
    'Soup (recipe 1)',
    'Cake (recipe 2)',
    'Soup (recipe 3)',
  ]);
  expect(await titlesIn(`${JSON.stringify(soup)}\n${JSON.stringify(cake)}`)).toEqual([
    'Soup (recipe 1)',
    'Cake (recipe 2)',
  ]);
});

test('references inside a graph are resolved', async () => {
  const image = { '@type': 'ImageObject', '@id': 'https://x.test/#image', url: 'https://x.test/a.jpg' };
  const data = { '@graph': [{ ...soup, image: { '@id': image['@id'] } }, image] };
  const [row] = await rowsOf('a.json', JSON.stringify(data));
  expect(row?.content?.image_url).toBe('https://x.test/a.jpg');
});

test('related recipes inside a recipe are no recipes of the file', async () => {
  expect(await titlesIn({ ...soup, isRelatedTo: [cake], review: { itemReviewed: cake } })).toEqual(['Soup']);
});

const script = (data: unknown, type = 'application/ld+json') =>
  `<script type="${type}">${typeof data === 'string' ? data : JSON.stringify(data)}</script>`;

test.each([
  [script(soup)],
  [script(soup, 'APPLICATION/LD+JSON')],
  [script(soup, 'application/ld+json; charset=utf-8')],
  [script(`<!-- ${JSON.stringify(soup)} -->`)],
  [script(`//<![CDATA[\n${JSON.stringify(soup)}\n//]]>`)],
  [script(`/*<![CDATA[*/${JSON.stringify(soup)}/*]]>*/;`)],
  [script(JSON.stringify(soup).replaceAll('"', '&quot;'))],
  [script({ '@type': 'WebSite' }) + script('{broken') + script(soup)],
  [script(soup) + script({ '@graph': [soup] })],
  [script(soup) + script([{ '@type': 'Recipe', name: 'Another', url: '/another' }])],
  [script(cake, 'application/json') + script(soup)],
  [script(soup).replace('</script>', '')],
])('a page: %s', async (html) => {
  const rows = await rowsOf('a.html', `<!doctype html><title>Page</title>${html}`);
  expect(rows.map(({ title, place }) => [title, place])).toEqual([['Soup', '']]);
});

test('two scripts with the same recipe are one row with the values of both', async () => {
  const html =
    script({ ...soup, prepTime: 'PT5M' }) + script({ ...soup, recipeYield: 4, recipeCuisine: 'Thai' });
  const rows = await rowsOf('a.html', html);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.content).toMatchObject({ preparation_time: 300, servings: 4, cuisine: 'Thai' });
});

test.each([
  ['<link rel="canonical" href="https://x.test/soups/soup">'],
  ['<meta property="og:url" content="https://x.test/soups/soup">'],
])('relative addresses with %s', async (head) => {
  const [row] = await rowsOf('a.html', `${head}${script({ ...soup, image: '../a.jpg' })}`);
  expect(row?.content?.image_url).toBe('https://x.test/a.jpg');
});

test('a page without a recipe is named by its title', async () => {
  const [row] = await rowsOf('a.html', '<html><title>News &amp; more</title><p>Hello');
  expect(row).toMatchObject({ content: null, title: 'News & more', problems: [{ field: '' }] });
});

test.each([
  ['raw line breaks and tabs', '{"@type":"Recipe","name":"So\n\tup"}', 'So up'],
  ['trailing commas', '{"@type":"Recipe","name":"Soup",}', 'Soup'],
  ['a wrong escape', String.raw`{"@type":"Recipe","name":"Mom\'s 50\% soup"}`, String.raw`Mom's 50\% soup`],
  ['a byte order mark', '\ufeff{"@type":"Recipe","name":"Soup"}', 'Soup'],
  ['unescaped quotes', '{"@type":"Recipe","name":"The "best" soup","x":1}', 'The "best" soup'],
  ['single quotes', "{'@type':'Recipe','name':'Soup'}", 'Soup'],
  ['a missing bracket', '{"@type":"Recipe","name":"Soup","x":[1', 'Soup'],
  ['a missing comma', '{"@type":"Recipe" "name":"Soup"}', 'Soup'],
])('repairs %s', async (_, text, title) => {
  expect(await titlesIn(text)).toEqual([title]);
});

test('where the repair had to guess, the row says so', async () => {
  const [row] = await rowsOf('a.json', "{'@type':'Recipe','name':'Soup'}");
  expect(row?.problems[0]?.message).toContain('repaired');
});

test.each([['windows-1252'], ['utf-16le']])('a page in %s', async (encoding) => {
  const html = `<meta charset="${encoding}">${script({ ...soup, name: 'Crème brûlée' })}`;
  const bytes =
    encoding === 'utf-16le' ? Buffer.from(`\ufeff${html}`, 'utf16le') : Buffer.from(html, 'latin1');
  const [row] = await rowsOf('a.html', bytes);
  expect(row?.title).toBe('Crème brûlée');
});
