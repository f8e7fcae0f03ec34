import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { recipeContent } from '#tests/setup/api/recipes.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { createImporter, pageOf, recipe } from './import.ts';

/** Characters that PostgreSQL refuses: NUL and halves of surrogate pairs. */

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const { act, create, reached, rows, uploadFile } = createImporter(api, admin);

async function readFiles(files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>) {
  const id = await create();
  for (const [name, content] of Object.entries(files)) {
    expect((await uploadFile(id, name, content)).status).toBe(200);
  }
  await act(id, 'read');
  await reached(id, 'ready');
  return { id, found: await rows(id) };
}

async function zipOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** The content of an export, which is taken as it is. */
const exported = (title: string, step: string) => recipeContent({ title, steps: [step] });

test.each([
  ['a picture', recipe('Bad', { image: '\0' })],
  ['a name of a nutrition value', recipe('Bad', { nutrition: { 'x\0y': '3 g', 'x\ud800y': '4 g' } })],
  ['a step', recipe('Bad', { recipeInstructions: ['a\0b\ud800'] })],
  ['the steps of an export', { recipeContent: exported('Bad', '\0') }],
  ['the title of an export', { recipeContent: exported('Bad\udc00', 'Mix.') }],
])('%s with one is stored with the other recipes', async (_, bad) => {
  const { id, found } = await readFiles({
    'good.json': pageOf([recipe('Good')]),
    'bad.json': pageOf([bad, recipe('Another')]),
  });
  expect(found.map(({ title, result }) => [title.replace('�', ''), result])).toEqual([
    ['Good', 'pending'],
    ['Bad', 'pending'],
    ['Another', 'pending'],
  ]);
  await act(id, 'start');
  expect(await reached(id, 'done')).toMatchObject({ counts: { created: 3, failed: 0 } });
  await db.deleteFrom('recipes').execute();
});

test('a character that was replaced is a mark in the text, and the row says so', async () => {
  const { id, found } = await readFiles({ 'a.json': pageOf([{ recipeContent: exported('Soup', 'a\0b') }]) });
  expect(found[0]?.problems).toEqual([
    { field: '', message: expect.stringContaining('can’t be stored'), value: '' },
  ]);
  await act(id, 'start');
  await reached(id, 'done');
  expect(await db.selectFrom('recipes').select(['title', 'steps']).execute()).toEqual([
    { title: 'Soup', steps: ['a�b'] },
  ]);
});

test('an entry of a ZIP whose name has one is refused, the others are read', async () => {
  const zip = await zipOf({ 'a0.json': pageOf([recipe('Bad')]), 'b.json': pageOf([recipe('Good')]) });
  const renamed = Buffer.from(zip.toString('latin1').replaceAll('a0.json', 'a\0.json'), 'latin1');
  const { found } = await readFiles({ 'all.zip': new Uint8Array(renamed) });
  expect(found.map(({ file, result }) => [file, result])).toEqual([
    ['all.zip/a�.json', 'invalid'],
    ['all.zip/b.json', 'pending'],
  ]);
});

test('a table with one in a heading and in a cell is read', async () => {
  const stir = 'Stir. '.repeat(500);
  const table = `title,steps,xx\0yy\nSoup\0,Mix\0.,x\nStew,${stir},x\n`;
  const { found } = await readFiles({ 'a.csv': table });
  expect(found.map(({ title, result }) => [title, result])).toEqual([
    ['Soup', 'pending'],
    ['Stew', 'pending'],
  ]);
  expect(found[0]?.problems[0]?.message).toBe('These columns weren’t read: xx�yy.');
});
