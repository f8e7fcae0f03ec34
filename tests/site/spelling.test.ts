import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { company } from '#brand/company.ts';
import { product } from '#brand/product.ts';
import { documentOf, pages, read } from './built-site.ts';

/** Words that are not in the dictionary. */
const words = [
  'Fraunces',
  'SIL',
  'Noto',
  'Eula',
  'dietitian',
  'dietitians',
  // As in the specification.
  'licence',
  product.name,
  ...company.holder.split(' '),
];

it('uses American spelling in texts for people and search engines', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mealwright-spelling-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = join(folder, 'cspell.json');
  writeFileSync(
    config,
    JSON.stringify({
      version: '0.2',
      language: 'en-US',
      minWordLength: 3,
      words,
      ignoreRegExpList: ['Email', 'Urls'],
    }),
  );
  for (const page of pages) writeFileSync(join(folder, `${page.replaceAll('/', '_')}.txt`), textOf(page));
  writeFileSync(join(folder, 'llms.txt'), read('/llms.txt'));

  const cspell = fileURLToPath(import.meta.resolve('cspell/bin.mjs'));
  const options = ['lint', '--no-progress', '--no-summary', '--unique', '--words-only', '--config', config];
  const { stdout, stderr, status } = spawnSync(process.execPath, [cspell, ...options, `${folder}/*.txt`], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stdout.split('\n').filter(Boolean)).toEqual([]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

/** Title, description and the texts of main, one line per element. */
function textOf(page: string): string {
  const document = documentOf(page);
  for (const code of document.querySelectorAll('style, script')) code.remove();
  const metas = document.querySelectorAll('meta[name=description], meta[property$=alt]');
  const head = [...metas].map((meta) => meta.getAttribute('content'));
  const body = [...document.querySelectorAll('main *')].flatMap((element) => [
    element.getAttribute('aria-label'),
    ...[...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent),
  ]);
  return [document.title, ...head, ...body].join('\n');
}
