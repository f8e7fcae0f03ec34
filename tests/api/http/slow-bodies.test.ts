import { setImmediate } from 'node:timers/promises';
import { type KyselyPlugin, PostgresQueryCompiler } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { beginRaw, readAnswer } from '#tests/setup/api/raw.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** A request whose headers arrive long before its body. */

const database = await cloneDatabase();
const { db } = database;

/** Counts the access token checks that the database has answered. */
let checks = 0;
const checking = new WeakSet<object>();
const counting: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => {
    if (new PostgresQueryCompiler().compileQuery(node, queryId).sql.includes('from "access_tokens"')) {
      checking.add(queryId);
    }
    return node;
  },
  transformResult: async ({ result, queryId }) => {
    if (checking.has(queryId)) checks += 1;
    return result;
  },
};

const api = await serveApi(db, { db: db.withPlugin(counting) });
const port = Number(new URL(api.base).port);
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const headers = (method: string, path: string, token: string) =>
  [
    `${method} /api/v1${path} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    '\r\n',
  ].join('\r\n');

/** Sends half a request, and the rest after the server has accepted the headers. */
async function begin(method: string, path: string, token: string) {
  const before = checks;
  const request = beginRaw(port, headers(method, path, token) + chunk('{"first_name": "Changed",'));
  await expect.poll(() => checks).toBe(before + 1);
  const rest = chunk('"last_name": "Changed", "phone": "1"}');
  return async () => {
    request.send(`${rest}0\r\n\r\n`);
    return readAnswer(await request.answer);
  };
}

const userOf = (id: number) =>
  db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const entriesOf = (id: number) =>
  db.selectFrom('audit_entries').where('user_id', '=', id).selectAll().execute();

type Admin = Awaited<ReturnType<typeof signInAdministrator>>;
const ways = {
  'signed out': (admin: Admin) => admin.post('/admin/logout'),
  'signed out everywhere': (admin: Admin) => admin.post('/admin/account/sign-out-everywhere'),
  suspended: async ({ administrator: { id } }: Admin) =>
    (await signInAdministrator(database, api)).post(`/admin/users/${id}/suspend`),
  demoted: ({ administrator: { id } }: Admin) =>
    db.updateTable('users').set({ role: 'user', administrator_role: null }).where('id', '=', id).execute(),
} as const;

test.each([
  ['signed out', 401, 'PUT', ''],
  ['signed out everywhere', 401, 'PUT', ''],
  ['suspended', 401, 'PUT', ''],
  ['demoted', 403, 'PUT', ''],
  ['signed out', 401, 'POST', '/suspend'],
] as const)(
  'an administrator who is %s while a body arrives writes nothing: %i to %s %s',
  async (way, status, method, path) => {
    const admin = await signInAdministrator(database, api);
    const user = await addUser(db);
    const finish = await begin(method, `/admin/users/${user.id}${path}`, admin.tokens.token);
    await ways[way](admin);
    const answer = await finish();
    expect([answer.status, JSON.parse(answer.body).status]).toEqual([status, status]);
    expect(await userOf(user.id)).toEqual(user);
    expect(await entriesOf(user.id)).toEqual([]);
  },
);

test('a late body is accepted from an administrator who is still signed in', async () => {
  const { tokens } = await signInAdministrator(database, api);
  const user = await addUser(db);
  const finish = await begin('PUT', `/admin/users/${user.id}`, tokens.token);
  expect((await finish()).status).toBe(200);
  expect(await userOf(user.id)).toMatchObject({ first_name: 'Changed' });
  expect(await entriesOf(user.id)).toHaveLength(1);
});

test('an anonymous client is refused before its body has arrived', async () => {
  const { answer } = beginRaw(port, headers('PUT', '/admin/users/1', 'x'.repeat(43)) + chunk('{'));
  expect(readAnswer(await answer).status).toBe(401);
});

test.each([
  ['PUT', '/admin/users/1'],
  ['POST', '/auth/forgot-password'],
  ['POST', '/webhooks/apple'],
  ['POST', '/webhooks/google'],
])('%s %s: 408 for a body that takes longer than 30 s', async (method, path) => {
  const { tokens } = await signInAdministrator(database, api);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { mock } = vi.spyOn(globalThis, 'setTimeout');
  const { answer } = beginRaw(port, headers(method, path, tokens.token) + chunk('{'));
  let text: string | null = null;
  answer.then((arrived) => {
    text = arrived;
  });
  // `expect.poll` would advance the clock.
  while (!mock.calls.some(([, milliseconds]) => milliseconds === 30_000)) await setImmediate();
  await vi.advanceTimersByTimeAsync(29_999);
  expect(text).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  const { status, headers: sent, body } = readAnswer(await answer);
  expect([status, sent.get('connection')]).toEqual([408, 'close']);
  expect(JSON.parse(body)).toEqual({ status: 408, message: 'The request took too long to arrive.' });
});
