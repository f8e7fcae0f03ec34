import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { uploadNewPicture } from '#tests/setup/api/pictures.ts';
import { createRecipe, recipeContent } from '#tests/setup/api/recipes.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { SITE, serveApi } from '#tests/setup/api/serve.ts';
import { createImporter, recipe } from './import.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const { act, create, dryRun, reached, rows, uploadFile } = createImporter(api, admin);

async function exported(format: 'csv' | 'jsonld'): Promise<string> {
  const response = await fetch(`${api.base}/admin/recipe-export?format=${format}`, {
    headers: { authorization: `Bearer ${admin.tokens.token}` },
  });
  return response.text();
}

test('an uploaded picture is exported with its full address, and is the same after an import', async () => {
  const { url } = await uploadNewPicture(api, admin);
  const { id } = await createRecipe(admin, { title: 'Stew', image_url: url });
  const address = `${SITE}${url}`;
  const file = await exported('jsonld');
  expect(JSON.parse(file)['@graph'][0]).toMatchObject({
    image: address,
    recipeContent: { image_url: address },
  });
  expect(await exported('csv')).toContain(address);

  await db.deleteFrom('recipes').execute();
  const importId = await create();
  await uploadFile(importId, 'recipes.json', file);
  await act(importId, 'read');
  expect(await reached(importId, 'ready')).toMatchObject({ counts: { rows: 1, problems: 0 } });
  await act(importId, 'start');
  await reached(importId, 'done');
  const [row] = await rows(importId);
  expect(row?.recipeId).not.toBe(id);
  expect((await admin.get(`/admin/recipes/${row?.recipeId}`)).body.data).toMatchObject({ image_url: url });
});

const unknown = `pictures/${'a'.repeat(64)}/1280.webp`;

test.each([
  ['a picture of another server', `/api/v1/${unknown}`],
  ['a picture that this server never had', `${SITE}/api/v1/${unknown}`],
  ['a drawing that does not exist', '/api/v1/pictures/nothing.svg'],
  ['a path of another program', '/uploads/stew.jpg'],
  ['a server on one’s own machine', 'http://localhost:4321/stew.jpg'],
  ['the same by its number', 'http://127.0.0.1/stew.jpg'],
])('%s is left out, and the row says so', async (_, image_url) => {
  const importId = await dryRun([recipe('Stew', { recipeContent: recipeContent({ image_url }) })]);
  const [row] = await rows(importId);
  expect(row).toMatchObject({
    found: { hasPicture: false },
    problems: [{ field: 'image_url', value: image_url }],
  });
});

test.each(['/api/v1/pictures/egg.svg', 'https://x.test/stew.jpg'])('%s stays', async (image_url) => {
  const [row] = await rows(await dryRun([recipe('Stew', { recipeContent: recipeContent({ image_url }) })]));
  expect(row).toMatchObject({ found: { hasPicture: true }, problems: [] });
});
