import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** Values that are valid JSON or addresses, but no PostgreSQL value. */

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const user = await addUser(db);
const names = { first_name: 'Ann', last_name: 'Lee', phone: '1' };

const save = (fields: object) => admin.put(`/admin/users/${user.id}`, { ...names, ...fields });
const stored = () => db.selectFrom('users').where('id', '=', user.id).selectAll().executeTakeFirstOrThrow();

test.each([2_147_483_648, Number.MAX_SAFE_INTEGER, 1e300, -1, 0, 1.5])(
  '422 for the version %d',
  async (version) => {
    expect(await save({ version })).toMatchObject({ status: 422 });
    expect(await stored()).toEqual(user);
  },
);

test('the largest version is stale', async () => {
  expect((await save({ version: 2_147_483_647 })).status).toBe(409);
});

/** JSON texts: unpaired surrogates, a reversed pair, and NUL. */
const bad = ['\\ud800', 'x\\udbff', '\\udc00x', '\\udc00\\ud800', '\\u0000'];
const calls = [
  ['PUT', `/admin/users/${user.id}`, '{"first_name":"§","last_name":"Lee","phone":"1"}'],
  ['PUT', `/admin/users/${user.id}`, '{"first_name":"Ann","last_name":"Lee","phone":"1","§":"1"}'],
  ['PUT', `/admin/users/${user.id}`, '{"first_name":"Ann","last_name":"Lee","phone":"1","x":[{"y":"§"}]}'],
  ['POST', '/admin/subscriptions/retry/1', '{"notes":"§"}'],
  ['POST', '/admin/account/password', '{"currentPassword":"§","password":"a","confirmPassword":"b"}'],
  ['POST', '/auth/admin-login', '{"email":"§","password":"x"}'],
  ['POST', '/auth/admin-login', '{"email":"a@example.com","password":"§"}'],
  ['POST', '/auth/refresh-token', '{"refreshToken":"§"}'],
  ['POST', '/auth/forgot-password', '{"email":"§"}'],
  ['POST', '/auth/reset-password', '{"token":"§","password":"x","confirmPassword":"x"}'],
  ['POST', '/auth/delete-account-request', '{"email":"a@b.c","confirmation":"DELETE","reason":"§"}'],
  ['POST', '/auth/verify-delete-account-request', '{"token":"§"}'],
] as const;

test.each(calls)('%s %s: 422 for a text that cannot be stored in %s', async (method, path, body) => {
  for (const text of bad) {
    expect(await admin.send(method, path, body.replace('§', text))).toMatchObject({
      status: 422,
      body: { message: 'The request contains a character that can’t be stored.' },
    });
  }
  expect(await stored()).toEqual(user);
});

test('a whole surrogate pair is a character like any other', async () => {
  const body = '{"first_name":"\\ud83e\\udd55","last_name":"Lee","phone":"1"}';
  expect((await admin.put(`/admin/users/${user.id}`, body)).status).toBe(200);
  expect((await stored()).first_name).toBe('🥕');
});

test.each(['%ED%A0%80', 'x%ED%B0%80', '%FF', '%', '%00', '%E0%A4%A', '%5Cud800'])(
  'an address with %s causes no server error',
  async (text) => {
    for (const path of [
      `/admin/users?keyword=${text}`,
      `/admin/users?${text}=1`,
      `/admin/users?page=${text}`,
      `/admin/recipes?keyword=${text}`,
      `/admin/recipes?mealType=${text}&cuisine=${text}&tag=${text}`,
      `/admin/users/${text}`,
      `/admin/recipes/${text}`,
      `/admin/subscriptions/history/${text}`,
    ]) {
      expect((await admin.get(path)).status, path).toBeLessThan(500);
    }
    expect((await admin.post(`/admin/account/sessions/${text}/end`)).status).toBe(404);
  },
);

test.each(['2147483648', '9999999999', '99999999999999999999'])('404 for the id %s', async (id) => {
  for (const path of [`/admin/users/${id}`, `/admin/recipes/${id}`, `/admin/subscriptions/history/${id}`]) {
    expect((await admin.get(path)).status).toBe(404);
  }
  expect((await admin.post(`/admin/subscriptions/retry/${id}`, { notes: '' })).status).toBe(404);
});
