import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { storeImport } from './stored-import.ts';

const database = await cloneDatabase();
const api = await serveApi(database.db);
const admin = await signInAdministrator(database, api);

test('forty administrators read twenty imports at once', async () => {
  for (let index = 1; index <= 20; index += 1) {
    await storeImport(database.db, [`Soup ${index}`, `Salad ${index}`]);
  }
  const answers = await Promise.all(Array.from({ length: 40 }, () => admin.get('/admin/recipe-imports')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers[0]?.body.data).toHaveLength(20);
  expect(answers[0]?.body).toMatchObject({
    data: expect.arrayContaining([
      expect.objectContaining({ files: [], counts: expect.objectContaining({ rows: 2, pending: 2 }) }),
    ]),
  });
});
