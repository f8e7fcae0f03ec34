import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { withPageHashes } from './inline-hashes.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const page = (policy: string) =>
  `<head><script>run()</script><script type="application/ld+json">{}</script><script src="/a.js"></script>` +
  `<meta http-equiv="content-security-policy" content="${policy}"><style>p{}</style></head>`;

it('keeps the hashes of this page, in their order and directive, and drops the others', () => {
  const built = `default-src 'none'; script-src 'self' ${hashOf('other()')} ${hashOf('run()')}; style-src 'self' ${hashOf('p{}')} ${hashOf('a{}')};`;
  const own = `default-src 'none'; script-src 'self' ${hashOf('run()')}; style-src 'self' ${hashOf('p{}')};`;
  expect(withPageHashes(page(built))).toBe(page(own));
});

it('adds no hash for data, which never runs', () => {
  expect(withPageHashes(page(`script-src ${hashOf('{}')};`))).toBe(page('script-src;'));
});

it('adds the hash of a script with an attribute that resembles data', () => {
  const html =
    '<meta http-equiv="content-security-policy" content="script-src HASH"><script data-json>run()</script>';
  const built = html.replace('HASH', hashOf('run()'));
  expect(withPageHashes(built)).toBe(built);
});

it('replaces the style hashes of the build by those of the page', () => {
  const built = `script-src 'self'; style-src 'self' ${hashOf('a{}')} ${hashOf('b{}')};`;
  expect(withPageHashes(page(built))).toBe(page(`script-src 'self'; style-src 'self' ${hashOf('p{}')};`));
});

it('adds no script hash that the build did not list', () => {
  expect(withPageHashes(page(`script-src 'self' ${hashOf('other()')};`))).toBe(page("script-src 'self';"));
});

it('leaves a page without a policy unchanged', () => {
  expect(withPageHashes('<style>p{}</style>')).toBe('<style>p{}</style>');
});
