import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Hono } from 'hono';
import { chromium } from 'playwright-core';
import { findFreePort } from '#api/db/embedded/postmaster.ts';
import { listen } from '#api/http/server/listen.ts';
import { ensureBuilt } from '#api/site/build.ts';
import { readSite } from '#api/site/files.ts';
import { serveSite } from '#api/site/serve.ts';
import { createSiteFile } from '#api/site/site-file.ts';
import { publicPages } from '#site/content/pages.ts';
import { browserPath } from '#tests/setup/e2e/browser-path.ts';
import { type Measurement, measure, median } from './measure.ts';
import { renderTable } from './table.ts';

/** `npm run bench:pages -- [visits] [paths] [--json FILE]`. The empty page has the same headers. docs/decisions/0010 says more. */
const EMPTY_PATH = '/empty-page-to-compare-with';
const emptyPage =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Empty</title><p>Empty';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } });
const [runs = '3', ...chosen] = positionals;
const paths = chosen.length > 0 ? chosen : publicPages.map(({ path }) => path);

const root = fileURLToPath(new URL('..', import.meta.url));
const write = (text: string) => void process.stderr.write(text);
const { signal } = new AbortController();
await ensureBuilt({ root, publicApiUrl: '/api/v1', siteUrl: null, signal }, write);
const files = await readSite(`${root}dist`);
const landing = files.get('/');
if (!landing) throw new Error('The built site has no landing page.');
const empty = createSiteFile(EMPTY_PATH, Buffer.from(emptyPage)).identity;
const sameHeaders = { ...landing.identity.headers, 'content-length': String(empty.body.length) };
const emptyFile = { identity: { ...empty, headers: sameHeaders }, encoded: new Map() };
const served = new Map([...files, [EMPTY_PATH, emptyFile]]);
const site = new Hono().get('*', serveSite(served));
const listener = await listen(site.fetch, '127.0.0.1', 0);
const origin = `http://127.0.0.1:${listener.port}`;

const executablePath = await browserPath();

async function firstVisit(url: string): Promise<Measurement> {
  const port = await findFreePort();
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ executablePath, args });
  try {
    return await measure(url, port);
  } finally {
    await browser.close();
  }
}

// Round by round, so that load on the machine affects every page.
const measured = new Map<string, Measurement[]>([EMPTY_PATH, ...paths].map((path) => [path, []]));
for (let round = 1; round <= Number(runs); round += 1) {
  for (const [path, list] of measured) {
    write(`${round}/${runs} ${path}\n`);
    list.push(await firstVisit(origin + path));
  }
}

const results = new Map(
  [...measured].map(([path, list]) => [path, median(list, ({ largestPaintMs }) => largestPaintMs)]),
);
const reference = results.get(EMPTY_PATH);
if (!reference) throw new Error('The empty page was not measured.');
results.delete(EMPTY_PATH);
process.stdout.write(renderTable(reference, results));
if (values.json) {
  const pages = { '(empty)': reference, ...Object.fromEntries(results) };
  await writeFile(values.json, `${JSON.stringify({ rounds: Number(runs), pages }, null, 2)}\n`);
}

await listener.close(0);
