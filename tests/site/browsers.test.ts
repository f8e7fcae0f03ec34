import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { browserNames } from '#site/build/browsers.ts';
import { newerFeaturesIn, newerRulesIn } from '#tests/setup/site/browser-support.ts';
import { documentOf, pages } from './built-site.ts';

const folder = inject('siteFolder');
const root = fileURLToPath(new URL('../..', import.meta.url));

const readAll = (cwd: string, pattern: string) =>
  globSync(pattern, { cwd }).map((file) => readFileSync(join(cwd, file), 'utf8'));

const inline = (selector: string) =>
  pages.flatMap((page) =>
    [...documentOf(page).querySelectorAll(selector)].map(({ textContent }) => textContent),
  );

/** What libraries use only where it exists; our own code has to do without. */
const guardedByLibraries: Readonly<Record<string, string>> = {
  'AbortSignal.any': 'ky asks for it before it joins signals.',
  '.delay': 'ky’s own method.',
  '.startViewTransition': 'React calls it for its ViewTransition.',
  navigation: 'React asks for it.',
  ...Object.fromEntries(
    ['.getAuthenticatorData', '.getPublicKey', '.getPublicKeyAlgorithm', '.getTransports'].map((name) => [
      name,
      'SimpleWebAuthn asks for it after a passkey was made.',
    ]),
  ),
};

/** What we use only where it exists. */
const guardedByUs = ['Intl.Segmenter', 'requestIdleCallback'];

test.each([
  ['Promise.withResolvers()', ['Promise.withResolvers']],
  ['globalThis.AbortSignal.any([])', ['AbortSignal.any']],
  ['URL.parse(x); JSON.parse(x)', ['URL.parse']],
  ['Array.fromAsync(x); Array.from(x)', ['Array.fromAsync']],
  ['f().union(x)', ['.union']],
  ['f().values().map(g); f().map(g); Object.values(x).map(g)', ['Iterator.map']],
  ['Iterator.from(x)', ['Iterator.from']],
  ['Uint8Array.fromBase64(x); f().toBase64()', ['.toBase64', 'Uint8Array.fromBase64']],
  ['RegExp.escape(x)', ['RegExp.escape']],
  ['/[a--b]/v', ['.unicodeSets']],
  ['new RegExp(x, "v")', ['.unicodeSets']],
  ['new Intl.Segmenter("en")', ['Intl.Segmenter']],
  ['new CloseWatcher()', ['CloseWatcher']],
  ['requestIdleCallback(f)', ['requestIdleCallback']],
  ['window.scheduler.yield()', ['scheduler']],
  ['f().togglePopover()', ['.togglePopover']],
  ['f().toSorted().at(-1); structuredClone(x); Object.hasOwn(x, y); AbortSignal.timeout(1)', []],
])('%s is newer than the oldest browsers in %j', (code, names) => {
  expect(newerFeaturesIn(code)).toEqual(names);
});

test.each([
  ['a:has(b){color:red}', [':has']],
  ['@starting-style{a{color:red}}', ['@starting-style']],
  ['a:user-valid,b::details-content{color:red}', ['::details-content', ':user-valid']],
  ['@container (width>1px){a:is(b)::before{display:block}}', []],
])('%s is newer than the oldest browsers in %j', (css, names) => {
  expect(newerRulesIn(css)).toEqual(names);
});

test('the built scripts use nothing that the oldest browsers lack', () => {
  const scripts = [...readAll(folder, '**/*.js'), ...inline('script:not([type="application/ld+json"])')];
  expect(scripts.length).toBeGreaterThan(40);
  const found = new Set(scripts.flatMap(newerFeaturesIn));
  expect([...found].sort()).toEqual([...Object.keys(guardedByLibraries), ...guardedByUs].sort());
});

test('what only libraries may use is not in our own code', () => {
  const sources = readAll(root, '{admin-spa,shared,src}/**/*.{ts,tsx,astro}').join('\n');
  expect(sources).toContain('requestIdleCallback(');
  for (const name of Object.keys(guardedByLibraries)) expect(sources).not.toContain(`${name}(`);
});

test('the built stylesheets use no selector and no at-rule that the oldest browsers lack', () => {
  const sheets = [...readAll(folder, '**/*.css'), ...inline('style')];
  expect(sheets.length).toBeGreaterThan(20);
  // Without them some layouts and a selected text look plainer: Firefox has `:has` since 121, iPhones have no `::selection`.
  expect([...new Set(sheets.flatMap(newerRulesIn))].sort()).toEqual(['::selection', ':has']);
});

test('the README names the oldest browsers', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(browserNames);
});
