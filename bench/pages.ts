import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Hono } from 'hono';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { findFreePort } from '#api/db/embedded/postmaster.ts';
import { listen } from '#api/http/listen.ts';
import { ensureBuilt } from '#api/site/build.ts';
import { serveSite } from '#api/site/serve.ts';
import { createSiteFile, readSite } from '#api/site/site-file.ts';
import { publicPages } from '#site/content/pages.ts';
import { browserPath } from '#tests/setup/e2e/browser-path.ts';
import { median, renderTable } from './table.ts';

/** `npm run bench:pages -- [visits] [paths]`. The empty page has the same headers. docs/decisions/0010 says more. */
const EMPTY_PATH = '/empty-page-to-compare-with';
const emptyPage =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Empty</title><p>Empty';

/** A phone on slow 4G with a CPU four times slower. Throttled for real instead of simulated. */
const settings = { formFactor: 'mobile', throttlingMethod: 'devtools', logLevel: 'error' } as const;

const [runs = '3', ...chosen] = parseArgs({ allowPositionals: true }).positionals;
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
const site = new Hono().get('*', serveSite(new Map([...files, [EMPTY_PATH, emptyFile]])));
const listener = await listen(site.fetch, '127.0.0.1', 0);
const origin = `http://127.0.0.1:${listener.port}`;
const executablePath = await browserPath();

type Visit = {
  largestPaintMs: number;
  layoutShift: number;
  transferBytes: number;
  requests: number;
  /** By category, out of 100. */
  scores: Readonly<Record<string, number>>;
};

// Round by round, so that load on the machine affects every page.
const visits = new Map([EMPTY_PATH, ...paths].map((path): [string, Visit[]] => [path, []]));
for (let round = 1; round <= Number(runs); round += 1) {
  for (const [path, list] of visits) {
    write(`${round}/${runs} ${path}\n`);
    list.push(await firstVisit(origin + path));
  }
}
await listener.close(0);

const medians = [...visits].map(([path, list]) => ({ path, ...median(list, (one) => one.largestPaintMs) }));
const emptyMs = medians[0]?.largestPaintMs ?? Number.NaN;
const categories = Object.keys(medians[0]?.scores ?? {});
process.stdout.write(
  renderTable(
    ['page', 'largest paint', 'x empty', 'shift', 'bytes', 'requests', ...categories],
    medians.map(({ path, largestPaintMs, layoutShift, transferBytes, requests, scores }) => [
      path === EMPTY_PATH ? '(empty)' : path,
      `${Math.round(largestPaintMs)} ms`,
      (largestPaintMs / emptyMs).toFixed(2),
      layoutShift.toFixed(3),
      transferBytes.toLocaleString('en-US'),
      String(requests),
      ...categories.map((category) => String(scores[category] ?? '')),
    ]),
  ),
);

/** In a new browser with an empty profile. */
async function firstVisit(url: string): Promise<Visit> {
  const port = await findFreePort();
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const result = await lighthouse(url, { ...settings, port });
    if (!result || result.lhr.runtimeError) {
      throw new Error(`${url} could not be measured: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
    }
    const { audits, categories: scored } = result.lhr;
    const number = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
    const requested = audits['network-requests']?.details;
    const items = requested && 'items' in requested && Array.isArray(requested.items) ? requested.items : [];
    reportFailedAudits(url, result.lhr);
    return {
      largestPaintMs: number('largest-contentful-paint'),
      layoutShift: number('cumulative-layout-shift'),
      transferBytes: number('total-byte-weight'),
      requests: items.length,
      scores: Object.fromEntries(
        Object.values(scored).map(({ title, score }) => [title, Math.round((score ?? 0) * 100)]),
      ),
    };
  } finally {
    await browser.close();
  }
}

function reportFailedAudits(url: string, { audits, categories: scored }: Lighthouse): void {
  if (url.endsWith(EMPTY_PATH)) return;
  for (const { id, weight } of Object.values(scored).flatMap(({ auditRefs }) => auditRefs)) {
    const audit = audits[id];
    if (weight > 0 && (audit?.score ?? 1) < 1) {
      write(`${url}: ${audit?.title ?? id} (${audit?.displayValue ?? 'failed'})\n`);
    }
  }
}

type Lighthouse = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];
