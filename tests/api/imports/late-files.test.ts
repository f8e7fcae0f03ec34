import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { createImporter, pageOf, recipe } from './import.ts';

/** What happens while the bytes of a file arrive. */

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);

type Admin = typeof admin;
const ways = {
  'signed out': (leaving: Admin) => leaving.post('/admin/logout'),
  suspended: ({ administrator: { id } }: Admin) => admin.post(`/admin/users/${id}/suspend`),
  demoted: ({ administrator: { id } }: Admin) =>
    db.updateTable('users').set({ role: 'user', administrator_role: null }).where('id', '=', id).execute(),
} as const;

const filesOf = (id: number) =>
  db.selectFrom('import_files').where('import_id', '=', id).select('name').execute();
const pieces = () => db.selectFrom('import_pieces').select('place').execute();

/** Sends the first bytes of a file; the result sends the last ones. */
async function begin(importer: ReturnType<typeof createImporter>, id: number) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const upload = importer.uploadFile(id, 'a.json', readable);
  await writer.write(new Uint8Array(2 * 1024 * 1024).fill(32));
  await expect.poll(async () => (await pieces()).length).toBeGreaterThan(0);
  return async (last: Uint8Array) => {
    await writer.write(last);
    await writer.close();
    const { status, body } = await upload;
    return [status, body.message];
  };
}

const last = new TextEncoder().encode(pageOf([recipe('Soup')]));

test.each([
  ['signed out', 401, 'Please sign in.'],
  ['suspended', 401, 'Please sign in.'],
  ['demoted', 403, 'Only administrators can do this.'],
] as const)(
  'a file of an administrator who is %s while it arrives is not stored',
  async (way, status, message) => {
    const leaving = await signInAdministrator(database, api);
    const importer = createImporter(api, leaving);
    const id = await importer.create();
    const finish = await begin(importer, id);
    await ways[way](leaving);
    expect(await finish(last)).toEqual([status, message]);
    expect(await filesOf(id)).toEqual([]);
    expect(await pieces()).toEqual([]);
  },
);

test.each([
  ['a little is', last],
  ['more than a piece is', new Uint8Array(2 * 1024 * 1024).fill(32)],
])('404 for a file whose import is discarded while %s missing', async (_, missing) => {
  const importer = createImporter(api, admin);
  const id = await importer.create();
  const finish = await begin(importer, id);
  expect((await importer.act(id, 'discard')).status).toBe(200);
  expect(await finish(missing)).toEqual([404, 'Import not found.']);
  expect(await pieces()).toEqual([]);
});
