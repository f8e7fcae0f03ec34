import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Builder } from './astro.ts';
import { ensureBuilt, openSite } from './build.ts';

let root: string;
let builds: number;

/** Writes one page that says which build it is from. */
const builder: Builder = async ({ outDir }) => {
  builds += 1;
  mkdirSync(outDir);
  writeFileSync(join(outDir, 'index.html'), `build ${builds}`);
  return { ok: true, output: '' };
};

beforeEach(() => {
  builds = 0;
  root = mkdtempSync(join(tmpdir(), 'site-'));
  mkdirSync(join(root, 'src', 'pages'), { recursive: true });
  writeFileSync(join(root, 'src', 'pages', 'index.astro'), 'page');
  writeFileSync(join(root, 'package.json'), '{}');
  const made = root;
  onTestFinished(() => rmSync(made, { recursive: true }));
});

async function build(changes: Partial<Parameters<typeof ensureBuilt>[0]> = {}): Promise<void> {
  const signal = new AbortController().signal;
  await ensureBuilt(
    { root, publicApiUrl: '/api/v1', siteUrl: null, signal, builder, ...changes },
    () => undefined,
  );
}

const page = () => readFileSync(join(root, 'dist', 'index.html'), 'utf8');
const isTidy = () => readdirSync(join(root, '.astro')).length === 0;

test('builds once', async () => {
  await build();
  await build();
  expect(page()).toBe('build 1');
  expect(isTidy()).toBe(true);
});

test('a start for another address leaves what was opened before', async () => {
  const signal = new AbortController().signal;
  const options = { root, publicApiUrl: '/api/v1', siteUrl: 'https://one.example', signal, builder };
  const textOf = (site: Awaited<ReturnType<typeof openSite>>) => site.get('/')?.identity.body.toString();
  const first = await openSite(options, () => undefined);
  await build({ siteUrl: 'https://two.example' });
  expect([textOf(first), page()]).toEqual(['build 1', 'build 2']);
});

test('an export that another start replaces before it is read is built again', async () => {
  const signal = new AbortController().signal;
  let replaced = 0;
  const site = await openSite({ root, publicApiUrl: '/api/v1', siteUrl: null, signal, builder }, (text) => {
    if (replaced > 0 || !text.startsWith('SITE_URL is not set')) return;
    replaced += 1;
    writeFileSync(join(root, 'dist', '.build.json'), '{"fingerprint":"of another address"}');
    writeFileSync(join(root, 'dist', 'index.html'), 'another address');
  });
  expect(replaced).toBe(1);
  expect(site.get('/')?.identity.body.toString()).toBe('build 2');
});

test.each([
  ['a changed source', () => writeFileSync(join(root, 'src', 'pages', 'index.astro'), 'other')],
  ['a new source', () => writeFileSync(join(root, 'src', 'new.ts'), '')],
  ['a removed source', () => rmSync(join(root, 'src', 'pages', 'index.astro'))],
  ['a renamed source', () => renameSync(join(root, 'package.json'), join(root, 'tsconfig.json'))],
  ['a missing export', () => rmSync(join(root, 'dist'), { recursive: true })],
  ['an export of another program', () => writeFileSync(join(root, 'dist', '.build.json'), '[]')],
])('builds again for %s', async (_what, change) => {
  await build();
  change();
  await build();
  expect(page()).toBe('build 2');
});

test.each([
  ['another time', () => utimes(join(root, 'package.json'), 1, 1)],
  ['a test beside a source', async () => writeFileSync(join(root, 'src', 'pages', 'index.test.ts'), '')],
])('does not build again for %s', async (_what, change) => {
  await build();
  await change();
  await build();
  expect(builds).toBe(1);
});

test('builds again for other variables', async () => {
  await build();
  await build({ publicApiUrl: 'https://api.example.com/v1' });
  await build({ siteUrl: 'https://www.example.com' });
  expect(builds).toBe(3);
});

test('the folder of a killed build is removed', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  mkdirSync(join(root, '.astro', `export-${pid}`, 'dist'), { recursive: true });
  await build();
  expect(isTidy()).toBe(true);
});

test('a failed build throws its output and keeps the export', async () => {
  await build();
  writeFileSync(join(root, 'src', 'new.ts'), '');
  const failing: Builder = async ({ outDir }) => {
    mkdirSync(outDir);
    return { ok: false, output: 'a tag is not closed' };
  };
  await expect(build({ builder: failing })).rejects.toThrow('a tag is not closed');
  expect(page()).toBe('build 1');
  expect(isTidy()).toBe(true);
});

test('a build that is stopped leaves no files', async () => {
  const stopping = new AbortController();
  const slow: Builder = async (job) => {
    stopping.abort();
    return await builder(job);
  };
  await expect(build({ builder: slow, signal: stopping.signal })).rejects.toThrow('aborted');
  expect(existsSync(join(root, 'dist'))).toBe(false);
  expect(isTidy()).toBe(true);
});

test('a build without SITE_URL prints one warning', async () => {
  const said: string[] = [];
  const signal = new AbortController().signal;
  for (const siteUrl of [null, 'https://meals.example', null]) {
    await ensureBuilt({ root, publicApiUrl: '/api/v1', siteUrl, signal, builder }, (text) => said.push(text));
  }
  const start = 'Building the site …\n';
  const missing = expect.stringMatching(/^SITE_URL is not set: .*canonical.*og:image.*sitemap\.\n$/);
  expect(said).toEqual([start, missing, start, start, missing]);
});
