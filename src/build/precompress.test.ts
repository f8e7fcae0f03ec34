import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { precompress } from './precompress.ts';

const folder = mkdtempSync(join(tmpdir(), 'export-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('what becomes smaller is compressed, and nothing else', async () => {
  const text = 'a page, '.repeat(200);
  mkdirSync(join(folder, '.well-known'));
  const files = {
    'index.html': text,
    '.well-known/apple-app-site-association': text,
    'robots.txt': 'x',
    'font.woff2': text,
    _headers: text,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  await precompress(folder);
  const made = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /\.(br|gz)$/.test(name));
  expect(made.sort()).toEqual([
    join('.well-known', 'apple-app-site-association.br'),
    join('.well-known', 'apple-app-site-association.gz'),
    'index.html.br',
    'index.html.gz',
  ]);
  expect(brotliDecompressSync(readFileSync(join(folder, 'index.html.br'))).toString()).toBe(text);
  expect(gunzipSync(readFileSync(join(folder, 'index.html.gz'))).toString()).toBe(text);
});
