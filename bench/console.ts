import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { fillDemo } from '#api/demo/fill.ts';
import { createSiteFile } from '#api/site/site-file.ts';
import { buildLibrariesPage, LIBRARIES_PATH } from './console/libraries-page.ts';
import { type Visit, visit } from './console/visit.ts';
import { median } from './measure.ts';
import { serveProduct } from './serve-product.ts';
import { renderColumns } from './table.ts';

/**
 * `npm run bench:console -- [rounds] [--json FILE]`: time to the first row of the screens, throttled, beside an empty
 * page and a page with only the libraries. Medians of first visits, round by round, so that load on the machine affects
 * every page.
 */
const EMPTY_PATH = '/empty-page-to-compare-with.html';
const emptyPage = Buffer.from('<!doctype html><html lang="en"><title>Empty</title><p>Empty');

const pages = [
  { path: EMPTY_PATH, name: '(empty)', row: 'p' },
  { path: LIBRARIES_PATH, name: '(libraries alone)', row: 'tbody tr' },
  { path: '/users', name: '/users', row: 'tbody tr:not(.skeleton)' },
  { path: '/recipes', name: '/recipes', row: 'tbody tr:not(.skeleton)' },
  { path: '/', name: '/ (newest users)', row: '.records tbody tr:not(.skeleton)' },
];

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } });
const rounds = Number(positionals[0] ?? 5);

const librariesPage = await buildLibrariesPage();
await using product = await serveProduct({
  label: 'npm run bench:console',
  addFiles: () => [[EMPTY_PATH, createSiteFile(EMPTY_PATH, emptyPage)], ...librariesPage],
});
await fillDemo(product.db, { seed: 1, now: new Date() });

const visits = new Map(pages.map(({ name }): [string, Visit[]] => [name, []]));
for (let round = 1; round <= rounds; round += 1) {
  for (const { path, name, row } of pages) {
    const one = await visit(product.origin + path, row, await product.signIn());
    process.stderr.write(`${round}/${rounds} ${name} ${Math.round(one.firstRowMs)} ms\n`);
    visits.get(name)?.push(one);
  }
}

const medians = new Map(
  [...visits].map(([name, list]) => [name, median(list, ({ firstRowMs }) => firstRowMs)]),
);
const emptyMs = medians.get('(empty)')?.firstRowMs ?? Number.NaN;
const lines = [...medians].map(([name, { firstRowMs, transferBytes, requests }]) => [
  name,
  `${Math.round(firstRowMs)} ms`,
  (firstRowMs / emptyMs).toFixed(2),
  String(transferBytes),
  String(requests),
]);
process.stdout.write(renderColumns(['page', 'first row', 'x empty', 'bytes', 'requests'], lines));
if (values.json)
  await writeFile(
    values.json,
    `${JSON.stringify({ rounds, pages: Object.fromEntries(medians) }, null, 2)}\n`,
  );
