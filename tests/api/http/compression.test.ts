import { get, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** As they are on the wire: `fetch` would decode them. */

const { db } = await cloneDatabase();
await fillDemo(db, { seed: 3, now: new Date() });
const api = await serveApi(db);
const { tokens, administrator } = await signInAdministrator({ db }, api);

type Wire = { status: number | undefined; headers: IncomingHttpHeaders; body: Buffer };

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Wire> {
  const authorization = `Bearer ${tokens.token}`;
  const { promise, resolve, reject } = Promise.withResolvers<Wire>();
  get(api.base + path, { method, headers: { authorization, ...headers } }, (answer) => {
    const { statusCode: status, headers: received } = answer;
    buffer(answer).then((body) => resolve({ status, headers: received, body }), reject);
  }).on('error', reject);
  return promise;
}

const varyOf = ({ headers }: Wire) => headers.vary?.toLowerCase().split(/,\s*/).sort();

const gzip = { 'accept-encoding': 'gzip, deflate, br' };

test('a list is sent by gzip to a client that accepts it', async () => {
  const plain = await ask('/admin/users');
  const zipped = await ask('/admin/users', gzip);
  const { status, headers, body } = zipped;
  expect([status, headers['content-encoding'], headers['content-type']]).toEqual([
    200,
    'gzip',
    'application/json',
  ]);
  expect(Number(headers['content-length'])).toBe(body.length);
  expect(body.length).toBeLessThan(plain.body.length / 2);
  expect(gunzipSync(body).equals(plain.body)).toBe(true);
  expect(plain.headers['content-encoding']).toBeUndefined();
  for (const answer of [plain, zipped]) {
    expect(varyOf(answer)).toEqual(['accept-encoding', 'origin']);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
});

test.each(['br', 'identity', 'gzip;q=0', ''])('Accept-Encoding %j gets it uncompressed', async (accepted) => {
  const { headers, body } = await ask('/admin/users', { 'accept-encoding': accepted });
  expect(headers['content-encoding']).toBeUndefined();
  expect(JSON.parse(body.toString())).toMatchObject({ status: 200 });
});

test('HEAD has the headers of GET and no body', async () => {
  const { status, headers, body } = await ask('/admin/users', gzip, 'HEAD');
  expect([status, headers['content-encoding'], body.length]).toEqual([200, 'gzip', 0]);
});

test('a short answer and a refusal are not compressed', async () => {
  const short = await ask('/admin/users?keyword=no-such-name', gzip);
  expect([short.status, short.headers['content-encoding'], varyOf(short)]).toEqual([
    200,
    undefined,
    ['origin'],
  ]);
  const refusal = await ask('/admin/users?page=0', gzip);
  expect([refusal.status, refusal.headers['content-encoding']]).toEqual([400, undefined]);
});

test('an answer with tokens is never compressed, however long it is', async () => {
  await db
    .updateTable('users')
    .set({ first_name: 'x'.repeat(2_000) })
    .where('id', '=', administrator.id)
    .execute();
  const response = await fetch(`${api.base}/auth/admin-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...gzip },
    body: JSON.stringify({ email: administrator.email, password: administrator.password }),
  });
  const body = await response.text();
  expect(body).toContain('"refreshToken"');
  expect(body.length).toBeGreaterThan(2_000);
  expect(response.headers.get('content-encoding')).toBeNull();
});

test('an export is sent by gzip', async () => {
  const plain = await ask('/admin/recipe-export?format=csv');
  const zipped = await ask('/admin/recipe-export?format=csv', gzip);
  expect([zipped.status, zipped.headers['content-encoding']]).toEqual([200, 'gzip']);
  expect(varyOf(zipped)).toEqual(['accept-encoding', 'origin']);
  expect(zipped.body.length).toBeLessThan(plain.body.length / 2);
  expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
});
