import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, inject, test } from 'vitest';

const folder = inject('siteFolder');
const assets = join(folder, '_astro');
const files = readdirSync(assets).filter((file) => /\.(js|css)$/.test(file));

/** Downloaded bytes as in docs/decisions: gzip, level 9. */
const gzipBytes = (file: string) => gzipSync(readFileSync(join(assets, file)), { level: 9 }).length;
const totalGzipBytes = (some: Iterable<string>) => [...some].reduce((sum, file) => sum + gzipBytes(file), 0);

function scriptNamed(name: string): string {
  const found = files.filter((file) => file.startsWith(`${name}.`) && file.endsWith('.js'));
  if (found.length !== 1) throw new Error(`${found.length} files are called ${name}`);
  return found[0] ?? '';
}

const read = (file: string) => readFileSync(join(assets, file), 'utf8');

/** A script and its static imports. */
function withImports(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  for (const [, imported = ''] of read(file).matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) {
    withImports(imported, known);
  }
  return known;
}

/** What a script imports later. */
function lazyImports(file: string): string[] {
  return [...read(file).matchAll(/import\(`\.\/([^`]+\.js)`\)/g)].map(([, imported = '']) => imported);
}

function scriptsOf(page: string): Set<string> {
  const html = readFileSync(join(folder, page), 'utf8');
  const entries = [...html.matchAll(/(?:component|renderer)-url="\/_astro\/([^"]+)"/g)];
  return entries.reduce((known, [, file = '']) => withImports(file, known), new Set<string>());
}

test.each([
  'login/index.html',
  'forgot-password/index.html',
  'reset-password/index.html',
  'delete-account/index.html',
  'delete-account/confirm/index.html',
])('%s: 80,000 bytes of script at load, 100,000 after the first focus', (page) => {
  const atLoad = scriptsOf(page);
  expect(atLoad.size).toBeGreaterThan(2);
  expect(totalGzipBytes(atLoad)).toBeLessThanOrEqual(80_000);
  const later = [...atLoad].flatMap(lazyImports);
  expect(later.length).toBeGreaterThan(0);
  const focused = later.reduce((known, file) => withImports(file, known), new Set(atLoad));
  expect(totalGzipBytes(focused)).toBeLessThanOrEqual(100_000);
});

test('every island is loaded right after the first paint, wherever on its page it is', () => {
  const islands = globSync('**/*.html', { cwd: folder }).flatMap((page) => {
    const html = readFileSync(join(folder, page), 'utf8');
    return [...html.matchAll(/<astro-island [^>]*>/g)].map(([island]) => ({ page, island }));
  });
  expect(islands.length).toBeGreaterThan(10);
  for (const { page, island } of islands) {
    expect(island, page).toContain('client="visible"');
    expect(island, page).toContain('&quot;rootMargin&quot;:&quot;4000px&quot;');
  }
});

/** What every screen of the console needs. */
const consoleScripts = withImports(scriptNamed('App'), withImports(scriptNamed('console')));

test('the console: each further screen adds at most 15,000', () => {
  const lazy = lazyImports(scriptNamed('console')).filter((file) => !consoleScripts.has(file));
  expect(lazy.length).toBeGreaterThan(10);
  for (const file of lazy) {
    const added = [...withImports(file)].filter((part) => !consoleScripts.has(part));
    expect(totalGzipBytes(added), file).toBeLessThanOrEqual(15_000);
  }
});

test('the console: 150,000 bytes of script until the users list, in at most 6 files', () => {
  const needed = withImports(scriptNamed('UsersList'), new Set(consoleScripts));
  expect(totalGzipBytes(needed)).toBeLessThanOrEqual(150_000);
  expect(needed.size).toBeLessThanOrEqual(6);
});

test('the console stylesheet: 14,000 until the list shows; each lazy screen may add 2,500 of its own', () => {
  const sheets = files.filter((file) => file.endsWith('.css'));
  const first = sheets.filter((file) => file.startsWith('App.'));
  expect(first).toHaveLength(1);
  expect(totalGzipBytes(first)).toBeLessThanOrEqual(14_000);
  for (const file of sheets.filter((one) => !first.includes(one)))
    expect(gzipBytes(file), file).toBeLessThanOrEqual(2_500);
});

test('no page loads a file of the console except through the hand-off', () => {
  const pages = globSync('**/*.html', { cwd: folder });
  expect(pages.length).toBeGreaterThan(10);
  const chunk = scriptNamed('console');
  for (const page of pages) {
    const html = readFileSync(join(folder, page), 'utf8');
    expect(html.split(chunk).length - 1, page).toBe(1);
    const [check = ''] = html.match(/<script>.*?<\/script>/s) ?? [];
    expect(check, page).toContain(chunk);
    expect(html.replace(check, ''), page).not.toMatch(
      /App\.[\w-]+\.(js|css)|class="bar"|table-frame|modulepreload/,
    );
  }
});

test.each(['users', 'recipes/new', 'privacy', 'login'])(
  'the page %s names what every screen needs',
  (page) => {
    const html = readFileSync(join(folder, page, 'index.html'), 'utf8');
    const check = html.match(/<script>.*?<\/script>/s)?.[0] ?? '';
    const named = [...check.matchAll(/_astro\/([^`]+)`/g)].map(([, file = '']) => file);
    const sheet = files.filter((file) => /^App\..+\.css$/.test(file));
    expect(named.sort()).toEqual([...consoleScripts, ...sheet].sort());
  },
);
