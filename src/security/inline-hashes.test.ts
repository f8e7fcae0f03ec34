import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { withOwnHashes } from './inline-hashes.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const page = (policy: string) =>
  `<head><script>run()</script><script type="application/ld+json">{}</script><script src="/a.js"></script>` +
  `<meta http-equiv="content-security-policy" content="${policy}"><style>p{}</style></head>`;

it('keeps the hashes of what the page holds, in their order and in their directive, and drops the others', () => {
  const built = `default-src 'none'; script-src 'self' ${hashOf('other()')} ${hashOf('run()')}; style-src 'self' ${hashOf('p{}')} ${hashOf('a{}')};`;
  const own = `default-src 'none'; script-src 'self' ${hashOf('run()')}; style-src 'self' ${hashOf('p{}')};`;
  expect(withOwnHashes(page(built))).toBe(page(own));
});

it('names no data: it is never run', () => {
  expect(withOwnHashes(page(`script-src ${hashOf('{}')};`))).toBe(page('script-src;'));
});

it('names a script whose attributes only sound like data', () => {
  const html =
    '<meta http-equiv="content-security-policy" content="script-src HASH"><script data-json>run()</script>';
  const built = html.replace('HASH', hashOf('run()'));
  expect(withOwnHashes(built)).toBe(built);
});

it('names the styles of the page where the build named others', () => {
  const built = `script-src 'self'; style-src 'self' ${hashOf('a{}')} ${hashOf('b{}')};`;
  expect(withOwnHashes(page(built))).toBe(page(`script-src 'self'; style-src 'self' ${hashOf('p{}')};`));
});

it('adds no script that the build did not name', () => {
  expect(withOwnHashes(page(`script-src 'self' ${hashOf('other()')};`))).toBe(page("script-src 'self';"));
});

it('leaves a page without a policy as it is', () => {
  expect(withOwnHashes('<style>p{}</style>')).toBe('<style>p{}</style>');
});
