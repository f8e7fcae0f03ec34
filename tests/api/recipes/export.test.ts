import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { toCsvLine } from '#api/recipes/write-export.ts';
import type { RecipeContent } from '#contract/recipes/content.ts';
import { exportHeader, fromCsvCells } from '#recipe-reader/own-export.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createRecipe, recipeContent } from '#tests/setup/api/recipes.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import '#tests/setup/seed.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);

beforeEach(async () => {
  await db.deleteFrom('recipes').execute();
});

async function exported(query: string): Promise<Response> {
  return fetch(`${api.base}/admin/recipe-export?${query}`, {
    headers: { authorization: `Bearer ${admin.tokens.token}` },
  });
}

test('a file holds every recipe that the list shows, in its order', async () => {
  for (const title of ['Pie', 'Soup', 'Apple']) await createRecipe(admin, { title, cuisine: 'Thai' });
  await createRecipe(admin, { title: 'Stew', cuisine: 'French' });
  const response = await exported('format=jsonld&cuisine=thai&sort=title');
  expect(response.headers.get('content-type')).toBe('application/ld+json; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const file = JSON.parse(await response.text());
  expect(file['@context']).toBe('https://schema.org');
  expect(file['@graph'].map(({ name }: { name: string }) => name)).toEqual(['Apple', 'Pie', 'Soup']);
  expect(file['@graph'][0]).toMatchObject({
    '@type': 'Recipe',
    prepTime: 'PT15M',
    cookTime: 'PT10M',
    totalTime: 'PT25M',
    recipeYield: 4,
    recipeIngredient: ['1/2 kg flour, sifted'],
    recipeInstructions: [{ '@type': 'HowToStep', text: 'Beat.' }, { text: 'Scrape.' }],
  });
});

test('each export is an audit entry with its filters, but without the words of the search', async () => {
  const readEntries = () =>
    db.selectFrom('audit_entries').where('action', '=', 'recipes_exported').selectAll().execute();
  const before = await readEntries();
  await (await exported('format=csv&cuisine=thai&sort=title&keyword=secret')).text();
  await fetch(`${api.base}/admin/recipe-export?format=csv`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${admin.tokens.token}` },
  });
  const entries = (await readEntries()).slice(before.length);
  expect(entries).toMatchObject([
    {
      actor_id: admin.administrator.id,
      changes: [
        { field: 'format', from: null, to: 'csv' },
        { field: 'cuisine', from: null, to: 'thai' },
        { field: 'keyword', from: null, to: null },
      ],
    },
  ]);
});

test('a file of a search holds what it finds', async () => {
  for (const title of ['Pie', 'Soup', 'Thick soup']) await createRecipe(admin, { title });
  for (const keyword of ['soup', 'so', 'oup s']) {
    const file = JSON.parse(await (await exported(`format=jsonld&sort=title&keyword=${keyword}`)).text());
    const names = file['@graph'].map(({ name }: { name: string }) => name);
    expect(names, keyword).toEqual(['Soup', 'Thick soup']);
  }
});

test('a CSV file begins with the byte order mark and names its columns as the specification does', async () => {
  await createRecipe(admin, { title: '=1+1' });
  const response = await exported('format=csv');
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [header, line] = new TextDecoder().decode(bytes).split('\n');
  expect(header).toBe(exportHeader.join(','));
  // No spreadsheet runs it.
  expect(line?.startsWith(`"'=1+1",`)).toBe(true);
});

test('an empty list is an empty file of its format', async () => {
  expect(JSON.parse(await (await exported('format=jsonld')).text())['@graph']).toEqual([]);
  expect((await (await exported('format=csv')).text()).trim()).toBe(exportHeader.join(','));
});

test('other formats are 400, and a file needs a session', async () => {
  expect((await exported('format=xml')).status).toBe(400);
  expect((await fetch(`${api.base}/admin/recipe-export?format=csv`)).status).toBe(401);
});

test.each(["'=x", "''-x", '+1', '@a', '\ta', "it's"])('%j is the same after a round trip', (title) => {
  const content = recipeContent({ title: `x${title}`, description: title });
  expect(roundTrip(content)).toEqual(content);
});

function roundTrip(content: RecipeContent): unknown {
  const cells = parseLine(toCsvLine(content));
  const read = fromCsvCells(cells, exportHeader);
  return read.success ? read.output : read.issues;
}

/** RFC 4180: quoted cells, doubled quotes. */
function parseLine(line: string): string[] {
  const cells: string[] = [];
  const pattern = /(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(?:,|\r?\n$)/gy;
  for (let match = pattern.exec(line); match; match = pattern.exec(line)) {
    cells.push((match[1]?.replaceAll('""', '"') ?? match[2]) || '');
    if (pattern.lastIndex >= line.length) break;
  }
  return cells;
}

test('cells hold every character', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 }).filter((value) => !value.includes('\0'));
  fc.assert(
    fc.property(text, text, fc.array(text, { maxLength: 3 }), (title, description, steps) => {
      const content = recipeContent({
        title: `x${title}`,
        description,
        steps: steps.map((step) => `x${step}`),
      });
      expect(roundTrip(content)).toEqual(content);
    }),
  );
});
