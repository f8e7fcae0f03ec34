import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { NO_REFERRER, securityHeaders } from '#api/http/security-headers.ts';
import { getCacheControl } from '#api/site/site-file.ts';
import { readHeaderRules } from '#tests/setup/site/headers-file.ts';

/** Our server, public/_headers and deploy/nginx.conf must send the same headers. */

const textOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

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

/** Pattern and value of each line of the nginx map for this variable. */
function mapOf(variable: string): readonly (readonly [string, string])[] {
  const block = nginx.match(new RegExp(`map \\$uri \\$${variable} \\{([^}]+)\\}`))?.[1] ?? '';
  return [...block.matchAll(/^ +(\S+) +"([^"]+)";$/gm)].map(([, pattern = '', value = '']) => [
    pattern,
    value,
  ]);
}

test('every security header is the same on every host, and none is missing', () => {
  const { 'content-security-policy': policy, ...others } = everywhere;
  expect(others).toEqual(securityHeaders);
  const caching = { 'cache-control': '$site_caching', 'referrer-policy': '$site_referrer' };
  expect(added).toEqual({ ...securityHeaders, ...caching, 'content-security-policy': policy });
  expect(mapOf('site_referrer')[0]).toEqual(['default', securityHeaders['referrer-policy']]);
});

test('the policy of static hosts has the directives that a meta element cannot have', () => {
  expect(everywhere['content-security-policy']).toBe(
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
  );
});

test('addresses with a token send no referrer', () => {
  for (const pattern of ['/reset-password*', '/delete-account/*']) {
    expect(rules.get(pattern)).toEqual({ 'referrer-policy': NO_REFERRER });
  }
  expect(mapOf('site_referrer').slice(1)).toEqual([
    ['~^/reset-password', NO_REFERRER],
    ['~^/delete-account/(?!index\\.html$)', NO_REFERRER],
  ]);
});

test('files have the same cache lifetime on every host', () => {
  const [standard, ...exceptions] = mapOf('site_caching');
  expect(standard).toEqual(['default', getCacheControl('/index.html')]);
  expect(exceptions.length).toBeGreaterThan(2);
  for (const [pattern, value] of exceptions) {
    const folder = pattern.replace(/^~\^/, '');
    expect(getCacheControl(`${folder}${folder.endsWith('/') ? 'a.js' : ''}`), pattern).toBe(value);
    expect(rules.get(folder.endsWith('/') ? `${folder}*` : folder), pattern).toEqual({
      'cache-control': value,
    });
  }
  const kept = [...rules].filter(([, headers]) => headers['cache-control']);
  expect(kept).toHaveLength(exceptions.length);
});

describe('the logs of nginx hold no mailed token', () => {
  const format = nginx.match(/^log_format site '([^']+)';$/m)?.[1] ?? '';

  test('a log line contains only the path without the token', () => {
    expect(nginx.match(/^ *access_log .*$/gm)).toEqual(['  access_log /var/log/nginx/site-access.log site;']);
    // These variables hold no path, query or referrer.
    const harmless = [
      'remote_addr',
      'time_local',
      'request_method',
      'status',
      'body_bytes_sent',
      'request_time',
    ];
    const used = [...format.matchAll(/\$(\w+)/g)].map(([, name]) => name);
    expect(used).toContain('site_logged');
    expect(used.filter((name = '') => name !== 'site_logged' && !harmless.includes(name))).toEqual([]);
  });

  const logged = (path: string) => {
    const block = nginx.match(/map \$uri \$site_logged \{([^}]+)\}/)?.[1] ?? '';
    const lines = [...block.matchAll(/^ +~\*(\S+) +"([^"]+)";$/gm)];
    const found = lines.find(([, pattern = '']) => new RegExp(pattern, 'i').test(path));
    return found ? found[2] : path;
  };
  test.each([
    ['/delete-account/a-token', '/delete-account/-'],
    ['/delete-account/a-token/', '/delete-account/-'],
    ['/delete-account/a-token/more', '/delete-account/-'],
    ['/Delete-Account/a-token', '/delete-account/-'],
    ['/reset-password', '/reset-password'],
    ['/reset-password/a-token', '/reset-password'],
    ['/delete-account', '/delete-account'],
    ['/privacy', '/privacy'],
  ])('%s is logged as %s', (path, line) => {
    expect(logged(path)).toBe(line);
  });

  test('only the API, whose addresses have no token, has an error log', () => {
    const api = nginx.indexOf('location /api/ {');
    const places = [...nginx.matchAll(/^ *error_log ([^\s;]+)/gm)].map(({ index, 1: file }) => [
      index > api,
      file,
    ]);
    expect(places).toEqual([
      [false, '/dev/null'],
      [true, '/var/log/nginx/site-api-error.log'],
      [true, '/var/log/nginx/site-api-error.log'],
    ]);
  });
});
