import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { JSDOM } from 'jsdom';
import { describe, expect, inject, it } from 'vitest';
import { readSite } from '#api/site/site-file.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { headersAt, readHeaderRules } from '#tests/setup/site/headers-file.ts';
import { documentOf, pages } from './built-site.ts';
import { type Answered, rules, score } from './observatory.ts';

const { db } = await cloneDatabase();
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });

/** Pages with their own address. */
const requestedPages = pages.filter((path) => path !== '/404.html');

async function served(path: string): Promise<Answered> {
  // Parsing blocks the timers: a connection that the server has closed must not be reused.
  await pause(1);
  const address = new URL(path, api.base);
  const response = await fetch(address);
  expect(response.status).toBe(200);
  const preflight = await fetch(address, {
    method: 'OPTIONS',
    headers: { origin: 'https://stranger.example', 'access-control-request-method': 'GET' },
  });
  const { document } = new JSDOM(await response.text()).window;
  return { headers: response.headers, preflight: preflight.headers, document };
}

const onStaticHosts = readHeaderRules(readFileSync(`${inject('siteFolder')}/_headers`, 'utf8'));

async function hosted(path: string): Promise<Answered> {
  const headers = headersAt(onStaticHosts, path);
  return { headers, preflight: headers, document: documentOf(path) };
}

describe.each([
  ['our server', served],
  ['a host that reads _headers', hosted],
])('the Observatory score of %s', (_name, ask) => {
  it.each(rules)('$name: $expected points on every page', async ({ points, expected }) => {
    for (const path of requestedPages) expect(points(await ask(path)), path).toBe(expected);
  });

  it('at least 120 points for every page', async () => {
    for (const path of requestedPages) {
      // The maximum is 130, with the redirect to HTTPS.
      expect(score(await ask(path)), path).toBeGreaterThanOrEqual(120);
    }
  });
});

/** The score with one header replaced or removed. */
async function scoreWith(name: string, value: string | null): Promise<number> {
  const page = await served('/login');
  const headers = new Headers(page.headers);
  if (value === null) headers.delete(name);
  else headers.set(name, value);
  for (const meta of page.document.querySelectorAll('meta[http-equiv]')) meta.remove();
  return score({ ...page, headers });
}

it.each([
  ['content-security-policy', null, 75],
  ['content-security-policy', "default-src 'none'; default-src 'none'", 75],
  ['content-security-policy', "default-src 'none'; script-src 'unsafe-inline'; frame-ancestors 'none'", 80],
  ['content-security-policy', "script-src 'self'; frame-ancestors 'none'", 80],
  ['content-security-policy', "default-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'", 120],
  ['content-security-policy', "default-src 'self'; frame-ancestors 'none'", 125],
  ['content-security-policy', "default-src 'none'", 125],
  ['strict-transport-security', null, 80],
  ['strict-transport-security', 'max-age=86400', 120],
  ['x-content-type-options', null, 125],
  ['referrer-policy', 'unsafe-url', 120],
  ['cross-origin-resource-policy', null, 120],
  ['set-cookie', 'session=1', 60],
])('a page with %s: %j gets %i', async (name, value, points) => {
  expect(await scoreWith(name, value)).toBe(points);
});
