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

/** A script and its static imports. */
function withImports(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  for (const [, imported = ''] of readFileSync(join(assets, file), 'utf8').matchAll(
    /(?:from|import)"\.\/([^"]+\.js)"/g,
  )) {
    withImports(imported, known);
  }
  return known;
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
  const focused = withImports(scriptNamed('api-client'), new Set(atLoad));
  expect(totalGzipBytes(focused)).toBeLessThanOrEqual(100_000);
});

test('the console: each further screen adds at most 15,000', () => {
  const base = withImports(scriptNamed('console'));
  const lazy = files.filter((file) =>
    readFileSync(join(assets, scriptNamed('console')), 'utf8').includes(`import("./${file}")`),
  );
  for (const file of lazy) {
    const added = [...withImports(file)].filter((part) => !base.has(part));
    expect(totalGzipBytes(added), file).toBeLessThanOrEqual(15_000);
  }
});

test('the console stylesheet: 10,000 until the list shows; each lazy screen may add 2,500 of its own', () => {
  const sheets = files.filter((file) => file.endsWith('.css'));
  const first = sheets.filter((file) => file.startsWith('console.'));
  expect(first).toHaveLength(1);
  expect(totalGzipBytes(first)).toBeLessThanOrEqual(10_000);
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
      /console\.[\w-]+\.css|class="bar"|table-frame|modulepreload/,
    );
  }
});

const checkOf = (page: string) =>
  readFileSync(join(folder, page, 'index.html'), 'utf8').match(/<script>.*?<\/script>/s)?.[0] ?? '';

test.each([
  ['account', ['Account.js']],
  ['activity', ['Activity.js', 'activity.css']],
  ['administrators', ['Administrators.js', 'administrators.css']],
  ['payment-recovery', ['PaymentRecovery.js']],
  ['recipes', ['recipes.js', 'recipes.css']],
  ['recipes/new', ['RecipeEditor.js', 'editor.css']],
  ['recipes/import', ['ImportScreen.js', 'import.css']],
  ['users', []],
])('the page %s names the files of its screen beside those of every screen', (page, own) => {
  const check = checkOf(page);
  const named = [...check.matchAll(/_astro\/([\w-]+)\.[\w-]+\.(js|css)`/g)].map(
    ([, name, end]) => `${name}.${end}`,
  );
  const everywhere = ['console.js', 'forms.js', 'api-client.js', 'console.css'];
  expect(named).toEqual(expect.arrayContaining([...everywhere, ...own]));
  expect(new Set(named).size).toBe(named.length);
});

test.each(['privacy', 'login', 'reset-password'])('the page %s names the console only', (page) => {
  expect(checkOf(page).match(/_astro\//g)).toHaveLength(1);
});
