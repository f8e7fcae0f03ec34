import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { readSite } from './files.ts';
import { serveSite } from './serve.ts';

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

test('a page is compressed as its client prefers', async () => {
  const ask = async (header: string) =>
    (await site.request('/', { headers: { 'accept-encoding': header } })).headers.get('content-encoding');
  expect(await ask('gzip, br')).toBe('br');
  expect(await ask('br;q=0, gzip')).toBe('gzip');
  expect(await ask('br;q=0')).toBeNull();
});

test('If-None-Match with our ETag, weak or strong, gets 304', async () => {
  const etag = (await site.request('/')).headers.get('etag');
  for (const header of [`${etag}`, `W/${etag}`, `"other", W/${etag}`, '*']) {
    const response = await site.request('/', { headers: { 'if-none-match': header } });
    expect([header, response.status, await response.text()]).toEqual([header, 304, '']);
  }
  const other = await site.request('/', { headers: { 'if-none-match': '"other"' } });
  expect([other.status, await other.text()]).toEqual([200, 'home']);
  // The 404 page has no ETag match.
  expect((await site.request('/nowhere', { headers: { 'if-none-match': '*' } })).status).toBe(404);
});
