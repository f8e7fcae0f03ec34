import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { company } from '#brand/company.ts';
import { projectFiles, root } from './sources.ts';

/** What visitors and tools expect at the root of a repository. */

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manifest: { version: string; license: string; dependencies: Record<string, string> } = JSON.parse(
  read('package.json'),
);
const lock: { version: string; packages: Record<string, { version?: string; license?: string }> } =
  JSON.parse(read('package-lock.json'));

test('the workflow runs .ci/run for every change, and with the slow tests at night', () => {
  const { on, permissions, jobs } = parse(read('.github/workflows/ci.yml'));
  expect(Object.keys(on)).toEqual(expect.arrayContaining(['push', 'pull_request', 'schedule']));
  expect(permissions).toEqual({ contents: 'read' });
  const steps: { run?: string; env?: Record<string, string> }[] = jobs.test.steps;
  expect(steps.filter(({ run }) => run)).toEqual([
    { run: 'bash .ci/run', env: { CI_SLOW: `\${{ github.event_name == 'schedule' && '1' || '0' }}` } },
  ]);
});

test('.editorconfig has the settings of the formatters', () => {
  const { formatter } = JSON.parse(read('biome.json'));
  const settings = read('.editorconfig');
  expect(settings).toContain(`indent_style = ${formatter.indentStyle}\n`);
  expect(settings).toContain(`indent_size = ${formatter.indentWidth}\n`);
  expect(settings).toContain(`max_line_length = ${formatter.lineWidth}\n`);
});

test('the changelog begins with the version of the package', () => {
  const [newest] = [...read('CHANGELOG.md').matchAll(/^## \[([^\]]+)\] - \d{4}-\d\d-\d\d$/gm)];
  expect(newest?.[1]).toBe(manifest.version);
  expect([lock.version, lock.packages['']?.version]).toEqual([manifest.version, manifest.version]);
});

test('the lock file has the license of the package', () => {
  expect(lock.packages['']?.license).toBe(manifest.license);
});

test('SECURITY.md names the address of the brand', () => {
  expect(read('SECURITY.md')).toContain(`<${company.securityEmail}>`);
});

test('NOTICE names every package that the product needs, with its license', () => {
  const named = [...read('NOTICE').matchAll(/(\S+) \(([A-Z][\w.-]+)\)$/gm)].map(
    ([, name = '', license]) => [name, license] as const,
  );
  expect(
    named.filter(([name, license]) => lock.packages[`node_modules/${name}`]?.license !== license),
  ).toEqual([]);
  const names = named.map(([name]) => name);
  expect(Object.keys(manifest.dependencies).filter((name) => !names.includes(name))).toEqual([]);
});

/** A license that lets everyone do anything, as long as its text stays with the copies. */
const PERMISSIVE =
  /^\(?(0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0|ISC|MIT|MIT-0|Python-2\.0|Unlicense)\b/;

test('NOTICE names every package of the product with conditions of its own', () => {
  const notice = read('NOTICE');
  const others = Object.entries(lock.packages).filter(
    ([place, entry]) =>
      place !== '' && !('dev' in entry) && entry.license !== undefined && !PERMISSIVE.test(entry.license),
  );
  const withoutSystem = ([place]: readonly [string, unknown]) =>
    place.replace('node_modules/', '').replace(/-(android|darwin|freebsd|linux|linuxmusl|win32)-.*$/, '');
  const names = new Set(others.map(withoutSystem));
  expect([...names].filter((name) => !notice.includes(name))).toEqual([]);
  expect(names).toContain('@img/sharp-libvips');
});

/** As GitHub makes the anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

test('every link of the documents leads to a file, and to a heading in it', () => {
  const pages = projectFiles().filter((file) => file.endsWith('.md') && !file.startsWith('src/'));
  const broken = pages.flatMap((page) => {
    const text = read(page).replaceAll(/```[^`]*```/g, '');
    const links = [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = '']) => link);
    return links
      .filter((link) => !/^(https?|mailto):/.test(link) && !leads(page, link))
      .map((link) => `${page}: ${link}`);
  });
  expect(pages.length).toBeGreaterThan(30);
  expect(broken).toEqual([]);
});

function leads(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? page : normalize(join(dirname(page), file));
  if (!existsSync(join(root, target))) return false;
  if (anchor === undefined || !target.endsWith('.md')) return true;
  const headings = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
  return headings.includes(anchor);
}
