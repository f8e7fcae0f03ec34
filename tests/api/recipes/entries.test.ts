import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const api = await serveApi(database.db);
const admin = await signInAdministrator(database, api);
const read = (body: unknown) => admin.post('/admin/recipe-entries', body);

test('pasted lines are read, and nothing is stored', async () => {
  const { status, body } = await read({ kind: 'ingredients', text: 'Flour, sifted, 200, g\n\n2 eggs\n' });
  expect([status, body.data]).toEqual([
    200,
    [
      { line: 'Flour, sifted, 200, g', isHeading: false, name: 'Flour, sifted', quantity: '200', unit: 'g' },
      { line: '2 eggs', isHeading: false, name: 'eggs', quantity: '2', unit: 'N/A' },
    ],
  ]);
  expect((await read({ kind: 'nutrition', text: 'Protein 12 g' })).body.data).toMatchObject([
    { name: 'Protein', quantity: '12 g' },
  ]);
  expect((await read({ kind: 'steps', text: '1. Mix.' })).body.data).toMatchObject([{ name: 'Mix.' }]);
  expect((await read({ kind: 'steps', text: ' \n ' })).body.data).toEqual([]);
  expect(await database.db.selectFrom('recipes').select('id').execute()).toEqual([]);
  expect(await database.db.selectFrom('audit_entries').select('id').execute()).toEqual([]);
});

test.each([
  [{ kind: 'steps', text: 'x'.repeat(200_001) }, 'A text can have at most 200,000 characters'],
  [{ kind: 'steps', text: 'x\n'.repeat(1_001) }, 'Paste at most 1,000 lines at a time.'],
  [{ kind: 'spells', text: 'x' }, 'The field "kind" isn’t valid.'],
])('too much or unknown: %#', async (sent, message) => {
  const { status, body } = await read(sent);
  expect([status, body.message]).toEqual([422, message]);
});
