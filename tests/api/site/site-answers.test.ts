import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { defaultHeaders, securityHeaders } from '#api/http/security-headers.ts';
import { readSite } from '#api/site/site-file.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** The server with site and API. */

const folder = mkdtempSync(join(tmpdir(), 'export-'));
afterAll(() => rmSync(folder, { recursive: true }));
const policy = "default-src 'none'; script-src 'self'";
const page = `<meta http-equiv="content-security-policy" content="${policy.replaceAll("'", '&#39;')}">`;
const style = '.a{fill:#2f6b4f}';
const files = {
  'index.html': page,
  'plain/index.html': 'a page without a policy',
  'users/index.html': page,
  'recipes/index.html': page,
  'reset-password/index.html': page,
  'delete-account/index.html': page,
  'delete-account/confirm/index.html': page,
  '404.html': page,
  'icon.svg': `<svg xmlns="http://www.w3.org/2000/svg"><style>${style}</style></svg>`,
  'food.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'robots.txt': 'User-agent: *',
  '_astro/a.js': '1',
  _redirects: `/.well-known/change-password /forgot-password 302
/users/:userId /users/ 200
/delete-account/:token /delete-account/confirm/ 200
`,
};
for (const [name, text] of Object.entries(files)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

const { db } = await cloneDatabase();
const environment = {
  allowedOrigins: ['https://meals.example'],
  publicApiUrl: '/api/v1',
  trustedProxies: [],
};
const api = await serveApi(db, { environment, site: await readSite(folder) });
const ask = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, api.base), { redirect: 'manual', ...init });
const strictest = String(defaultHeaders['content-security-policy']);

describe('a policy is on every answer', () => {
  test.each([
    ['GET', '/healthz', 200],
    ['GET', '/readyz', 200],
    ['POST', '/healthz', 405],
    ['GET', '/.well-known/change-password', 302],
    ['POST', '/nowhere', 404],
    ['POST', '/', 405],
    ['GET', '/robots.txt', 200],
    ['GET', '/_astro/a.js', 200],
    ['GET', '/food.svg', 200],
    ['GET', '/plain', 200],
    ['GET', '/api/v1/admin/users', 401],
    ['GET', '/api/v1/nowhere', 404],
    ['OPTIONS', '/api/v1/admin/users', 204],
  ])('%s %s: %i with a policy that allows nothing', async (method, path, status) => {
    const { headers, status: answered } = await ask(path, { method });
    expect(answered).toBe(status);
    expect(headers.get('content-security-policy')).toBe(strictest);
    expect(Object.fromEntries(headers)).toMatchObject({
      ...securityHeaders,
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    });
    expect(headers.get('cache-control')).toEqual(expect.any(String));
  });

  test('a page has the policy of its meta element', async () => {
    for (const path of ['/', '/users/5', '/nowhere']) {
      const { headers } = await ask(path);
      expect(headers.get('content-security-policy')).toBe(`${policy}; frame-ancestors 'none'`);
    }
  });

  test('the policy of an SVG with a style element allows only the hash of the style', async () => {
    const { headers } = await ask('/icon.svg');
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers.get('content-security-policy')).toBe(`${strictest}; style-src 'sha256-${hash}'`);
  });

  test('an answer 304 has the same policy', async () => {
    for (const path of ['/', '/robots.txt']) {
      const first = await ask(path);
      const etag = String(first.headers.get('etag'));
      const again = await ask(path, { headers: { 'if-none-match': etag } });
      expect(again.status).toBe(304);
      expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));
    }
  });
});

test('a preflight has a request id, is not stored by caches, and has a lifetime for browsers', async () => {
  for (const origin of ['https://meals.example', 'https://thief.example']) {
    const { headers } = await ask('/api/v1/admin/users', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'access-control-max-age': '600',
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    });
  }
});

describe('the site answers GET and HEAD', () => {
  const known = [
    '/',
    '/plain',
    '/plain/',
    '/robots.txt',
    '/users/5',
    '/delete-account/a-token',
    '/.well-known/change-password',
  ];
  test.each(known)('%s: 405 for anything else', async (path) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const response = await ask(path, { method });
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD']);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(await response.json()).toEqual({ status: 405, message: expect.stringMatching(/^[A-Z].+\.$/) });
    }
    expect([200, 302]).toContain((await ask(path, { method: 'HEAD' })).status);
  });

  test.each(['/nowhere', '/users/5/6', '/_redirects', '/%zz'])('%s: 404 for anything', async (path) => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await ask(path, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([404, null]);
      expect(await response.json()).toEqual({ status: 404, message: expect.any(String) });
    }
    expect((await ask(path)).status).toBe(404);
  });
});

test.each([
  ['/reset-password?token=x', 'no-referrer'],
  ['/reset-password/?token=x', 'no-referrer'],
  ['/%72eset-password?token=x', 'no-referrer'],
  ['/delete-account/confirm', 'no-referrer'],
  ['/delete-account/a-token', 'no-referrer'],
  ['/delete-account/a-token/', 'no-referrer'],
  ['/delete-account/a-token/and-more', 'no-referrer'],
  ['/delete-account', 'strict-origin-when-cross-origin'],
  ['/', 'strict-origin-when-cross-origin'],
])('%s is answered with %s', async (path, referrerPolicy) => {
  expect((await ask(path)).headers.get('referrer-policy')).toBe(referrerPolicy);
});
