import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { serveSite } from './serve.ts';
import { readSite } from './site-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'export-'));
afterAll(() => rmSync(folder, { recursive: true }));

const files = {
  'index.html': 'home',
  'privacy/index.html': 'privacy',
  'users/index.html': 'users',
  'recipes/index.html': 'recipes',
  'delete-account/confirm/index.html': 'confirm',
  '404.html': 'missing',
  '.well-known/change-password/index.html': 'for other hosts',
  '.well-known/apple-app-site-association': '{}',
  _redirects: `/.well-known/change-password /forgot-password 302
/privacy /privacy/ 200
/users/:userId /users/ 200
/recipes/:recipeId /recipes/ 200
/delete-account/:token /delete-account/confirm/ 200
`,
};
for (const [name, text] of Object.entries(files)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
// As the build makes them, except that these are larger than the page.
writeFileSync(join(folder, 'index.html.br'), brotliCompressSync('home'));
writeFileSync(join(folder, 'index.html.gz'), gzipSync('home'));
const site = new Hono().get('*', serveSite(await readSite(folder)));

test.each([
  ['/', 200, 'home'],
  ['/privacy', 200, 'privacy'],
  ['/privacy/', 200, 'privacy'],
  ['/users/5', 200, 'users'],
  ['/recipes/new', 200, 'recipes'],
  ['/delete-account/a-token', 200, 'confirm'],
  ['/users/5/6', 404, 'missing'],
  ['/Users/5', 404, 'missing'],
  ['_redirects', 404, 'missing'],
  ['/nowhere', 404, 'missing'],
  ['/_redirects', 404, 'missing'],
])('%s is answered with %i and the page of %s', async (address, status, text) => {
  const response = await site.request(address);
  expect([response.status, await response.text()]).toEqual([status, text]);
});

test('/.well-known/change-password redirects to the page that sends a reset link', async () => {
  const response = await site.request('/.well-known/change-password');
  expect([response.status, response.headers.get('location')]).toEqual([302, '/forgot-password']);
});

test('the file that Apple named without an ending is JSON', async () => {
  const response = await site.request('/.well-known/apple-app-site-association');
  expect(response.headers.get('content-type')).toBe('application/json');
});

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  site.request(path, { method, headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('a page is sent in the encoding that its client prefers, as the build has made it', async () => {
  const br = await ask('/', { 'accept-encoding': 'gzip, br' });
  expect([br.headers.get('content-encoding'), await bytesOf(br)]).toEqual(['br', brotliCompressSync('home')]);
  const gzip = await ask('/', { 'accept-encoding': 'br;q=0, gzip' });
  expect([gzip.headers.get('content-encoding'), await bytesOf(gzip)]).toEqual(['gzip', gzipSync('home')]);
  const plain = await ask('/', { 'accept-encoding': 'br;q=0' });
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'home']);
  for (const { headers } of [br, gzip, plain]) {
    expect(headers.get('vary')).toBe('accept-encoding');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  }
  expect([br, gzip, plain].map(({ headers }) => headers.get('content-length'))).toEqual([
    String(brotliCompressSync('home').length),
    String(gzipSync('home').length),
    '4',
  ]);
});

test('a file that the build has not compressed is sent as it is', async () => {
  const response = await ask('/privacy', { 'accept-encoding': 'br, gzip' });
  expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([null, null]);
  expect(await response.text()).toBe('privacy');
});

test('compressed files have no address', async () => {
  for (const path of ['/index.html.br', '/index.html.gz']) expect((await ask(path)).status).toBe(404);
});

test('HEAD has the headers of GET', async () => {
  const get = await ask('/', { 'accept-encoding': 'br' });
  const head = await ask('/', { 'accept-encoding': 'br' }, 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
});

const encodings = ['identity', 'gzip', 'br'];

test.each(encodings)('If-None-Match with the ETag of %s, weak or strong, gets 304', async (encoding) => {
  const headers = { 'accept-encoding': encoding };
  const first = await ask('/', headers);
  const etag = first.headers.get('etag');
  for (const known of [`${etag}`, `W/${etag}`, `"other", W/${etag}`, '*']) {
    const response = await ask('/', { ...headers, 'if-none-match': known });
    expect([known, response.status, await response.text()]).toEqual([known, 304, '']);
    for (const name of ['etag', 'cache-control', 'vary']) {
      expect(response.headers.get(name), name).toBe(first.headers.get(name));
    }
    expect(response.headers.get('content-length')).toBeNull();
  }
  const other = await ask('/', { ...headers, 'if-none-match': '"other"' });
  expect(other.status).toBe(200);
});

test('each encoding has an ETag of its own', async () => {
  const tags = await Promise.all(
    encodings.map(async (encoding) => (await ask('/', { 'accept-encoding': encoding })).headers.get('etag')),
  );
  expect(new Set(tags).size).toBe(3);
  const known = { 'if-none-match': String(tags[2]) };
  expect((await ask('/', { ...known, 'accept-encoding': 'gzip' })).status).toBe(200);
});

test('the 404 page matches no ETag', async () => {
  expect((await ask('/nowhere', { 'if-none-match': '*' })).status).toBe(404);
});

test('a part of a file is sent uncompressed', async () => {
  const response = await ask('/', { range: 'bytes=1-2', 'accept-encoding': 'br' });
  expect([response.status, await response.text()]).toEqual([206, 'om']);
  expect(response.headers.get('content-range')).toBe('bytes 1-2/4');
  expect(response.headers.get('content-length')).toBe('2');
  expect(response.headers.get('content-encoding')).toBeNull();
  expect(response.headers.get('etag')).toBe((await ask('/')).headers.get('etag'));
});

test('416 tells the size', async () => {
  const response = await ask('/', { range: 'bytes=4-' });
  expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */4']);
});

test('If-Range: a part only of the same file', async () => {
  const etag = String((await ask('/')).headers.get('etag'));
  const statusFor = async (condition: string) =>
    (await ask('/', { range: 'bytes=0-1', 'if-range': condition })).status;
  expect(await statusFor(etag)).toBe(206);
  expect(await statusFor('"other"')).toBe(200);
  // A weak tag does not promise the same bytes, and we send no dates.
  expect(await statusFor(`W/${etag}`)).toBe(200);
  expect(await statusFor('Wed, 21 Oct 2026 07:28:00 GMT')).toBe(200);
});

test('HEAD and the 404 page have no parts; a known file needs none', async () => {
  const range = { range: 'bytes=0-1' };
  expect((await ask('/', range, 'HEAD')).status).toBe(200);
  expect((await ask('/nowhere', range)).status).toBe(404);
  expect((await ask('/', { ...range, 'if-none-match': '*' })).status).toBe(304);
});
