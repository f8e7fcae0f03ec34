import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NO_REFERRER, securityHeaders } from '#api/security-headers.ts';
import { cachingOf } from '#api/site/files.ts';
import { readHeaderRules } from '#tests/setup/headers-file.ts';

/** Whoever hosts the site, browsers are told the same: our server, public/_headers and deploy/nginx.conf. */

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

type Headers = Readonly<Record<string, string>>;

const rules: ReadonlyMap<string, Headers> = new Map(
  readHeaderRules(textOf('public/_headers')).map(({ pattern, headers }) => [
    pattern,
    Object.fromEntries(headers),
  ]),
);
const nginx = textOf('deploy/nginx.conf');
const everywhere = rules.get('/*') ?? {};
const added: Headers = Object.fromEntries(
  [...nginx.matchAll(/^ {2}add_header ([\w-]+) (?:"([^"]*)"|(\S+)) always;$/gm)].map(
    ([, name = '', quoted, bare = '']) => [name.toLowerCase(), quoted ?? bare],
  ),
);

/** The lines of nginx's map that sets this variable: pattern and value. */
function mapOf(variable: string): readonly (readonly [string, string])[] {
  const block = nginx.match(new RegExp(`map \\$uri \\$${variable} \\{([^}]+)\\}`))?.[1] ?? '';
  return [...block.matchAll(/^ +(\S+) +"([^"]+)";$/gm)].map(([, pattern = '', value = '']) => [
    pattern,
    value,
  ]);
}

test('every security header is the same everywhere, and none is missing', () => {
  const { 'content-security-policy': policy, ...others } = everywhere;
  expect(others).toEqual(securityHeaders);
  const caching = { 'cache-control': '$site_caching', 'referrer-policy': '$site_referrer' };
  expect(added).toEqual({ ...securityHeaders, ...caching, 'content-security-policy': policy });
  expect(mapOf('site_referrer')[0]).toEqual(['default', securityHeaders['referrer-policy']]);
});

test('the policy of static hosts says what a meta element cannot, and forbids what no page needs', () => {
  expect(everywhere['content-security-policy']).toBe(
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
  );
});

test('addresses that carry a token say nothing of where the reader came from', () => {
  for (const pattern of ['/reset-password*', '/delete-account/*']) {
    expect(rules.get(pattern)).toEqual({ 'referrer-policy': NO_REFERRER });
  }
  expect(mapOf('site_referrer').slice(1)).toEqual([
    ['~^/reset-password', NO_REFERRER],
    ['~^/delete-account/', NO_REFERRER],
  ]);
});

test('files are kept for the same time everywhere', () => {
  const [standard, ...exceptions] = mapOf('site_caching');
  expect(standard).toEqual(['default', cachingOf('/index.html')]);
  expect(exceptions.length).toBeGreaterThan(2);
  for (const [pattern, value] of exceptions) {
    const folder = pattern.replace(/^~\^/, '');
    expect(cachingOf(`${folder}${folder.endsWith('/') ? 'a.js' : ''}`), pattern).toBe(value);
    expect(rules.get(folder.endsWith('/') ? `${folder}*` : folder), pattern).toEqual({
      'cache-control': value,
    });
  }
  const kept = [...rules].filter(([, headers]) => headers['cache-control']);
  expect(kept).toHaveLength(exceptions.length);
});
