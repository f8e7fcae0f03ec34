import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { chromium } from 'playwright-core';
import { freePort } from '#api/db/embedded/postmaster.ts';
import { listen } from '#api/http/listen.ts';
import { ensureBuilt } from '#api/site/build.ts';
import { readSite } from '#api/site/files.ts';
import { serveSite } from '#api/site/serve.ts';
import { publicPages } from '#site/content/pages.ts';
import { browserPath } from '#tests/setup/e2e/browser-path.ts';
import { type Measurement, measure, median } from './measure.ts';
import { table } from './table.ts';

/**
 * `npm run bench:pages`: every public page beside an empty one, as Lighthouse sees a mid-range phone on slow 4G.
 * `npm run bench:pages -- 15 /` measures one page fifteen times, which a ratio needs; three times is the default.
 *
 * The empty page is one for phones, and comes from the same server with the same headers: what is compared is pages.
 * Every visit is the first one of a new browser, as Lighthouse's own command makes it: one that was here before keeps
 * more than a cache can be asked to forget.
 */
const EMPTY = '/empty-page-to-compare-with';
const empty =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Empty</title><p>Empty';

const [runs = '3', ...chosen] = process.argv.slice(2);
const paths = chosen.length > 0 ? chosen : publicPages.map(({ path }) => path);

const root = fileURLToPath(new URL('..', import.meta.url));
const write = (text: string) => void process.stderr.write(text);
const { signal } = new AbortController();
await ensureBuilt({ root, publicApiUrl: '/api/v1', siteUrl: null, signal }, write);
const files = await readSite(`${root}dist`);
const landing = files.get('/');
if (!landing) throw new Error('The built site has no landing page.');
const served = new Map([...files, [EMPTY, { ...landing, body: Buffer.from(empty) }]]);
const site = new Hono().get('*', serveSite(served));
const listener = await listen(site.fetch, '127.0.0.1', 0);
const origin = `http://127.0.0.1:${listener.port}`;

const executablePath = await browserPath();

async function firstVisit(url: string): Promise<Measurement> {
  const port = await freePort();
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ executablePath, args });
  try {
    return await measure(url, port);
  } finally {
    await browser.close();
  }
}

// Round by round, so that a busy minute of the machine meets every page alike.
const measured = new Map<string, Measurement[]>([EMPTY, ...paths].map((path) => [path, []]));
for (let round = 1; round <= Number(runs); round += 1) {
  for (const [path, list] of measured) {
    write(`${round}/${runs} ${path}\n`);
    list.push(await firstVisit(origin + path));
  }
}

const results = new Map(
  [...measured].map(([path, list]) => [path, median(list, ({ largestPaint }) => largestPaint)]),
);
const reference = results.get(EMPTY);
if (!reference) throw new Error('The empty page was not measured.');
results.delete(EMPTY);
process.stdout.write(table(reference, results));

await listener.cut(0);
