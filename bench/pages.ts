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
import { buildPeer } from './peer.ts';
import { percentile, renderTable } from './table.ts';

/**
 * `npm run bench:pages -- [--slowdown <factor>] [visits] [paths]`, beside an empty page with the same headers and a page
 * of another site. docs/decisions/0010 says more.
 */
const EMPTY_PATH = '/empty-page-to-compare-with';
const emptyPage =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Empty</title><p>Empty';

/** A phone on slow 4G with a slower CPU: really throttled, or computed from a visit without throttling. */
const methods = [
  { name: 'Applied throttling', throttlingMethod: 'devtools' },
  { name: 'Simulated throttling, Lighthouse’s default', throttlingMethod: 'simulate' },
] as const;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { slowdown: { type: 'string', default: '4' } },
});
const [runs = '3', ...chosen] = positionals;
const slowdown = Number(values.slowdown);
if (!(slowdown >= 1)) throw new Error('--slowdown must be a number from 1, such as 4.');
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
const listener = await listen(site.fetch, { host: '127.0.0.1', port: 0 });
const peer = new Hono().get('*', serveSite(await buildPeer(write)));
const peerListener = await listen(peer.fetch, { host: '127.0.0.1', port: 0 });
const executablePath = await browserPath();

const origin = `http://127.0.0.1:${listener.port}`;
const pages = [
  { name: '(empty)', url: origin + EMPTY_PATH },
  { name: '(Starlight)', url: `http://127.0.0.1:${peerListener.port}/` },
  ...paths.map((path) => ({ name: path, url: origin + path })),
];

type Visit = {
  largestPaintMs: number;
  /** Total blocking time. */
  blockingMs: number;
  /** As long as it would take the slower CPU. */
  mainThreadMs: number;
  layoutShift: number;
  transferBytes: number;
  requests: number;
  /** By category, out of 100. */
  scores: Readonly<Record<string, number>>;
};

/**
 * Lighthouse's index of this machine's speed, in each visit.
 * https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#cpu-throttling
 */
const machineIndexes: number[] = [];

// Round by round, so that load on the machine affects every page.
const visits = methods.map(({ throttlingMethod }) =>
  pages.map((page) => ({ ...page, throttlingMethod, list: [] as Visit[] })),
);
for (let round = 1; round <= Number(runs); round += 1) {
  for (const { name, url, throttlingMethod, list } of visits.flat()) {
    write(`${round}/${runs} ${throttlingMethod} ${name}\n`);
    list.push(await firstVisit(url, throttlingMethod));
  }
}
await Promise.all([listener.close(0), peerListener.close(0)]);

for (const [at, { name }] of methods.entries()) {
  const medians = (visits[at] ?? []).map((page) => ({ ...page, ...medianVisit(page.list) }));
  const emptyMs = medians[0]?.largestPaintMs ?? Number.NaN;
  const categories = Object.keys(medians[0]?.scores ?? {});
  const head = ['page', 'largest paint', 'x empty', 'blocking', 'main thread', 'shift', 'bytes', 'requests'];
  const table = renderTable(
    [...head, ...categories],
    medians.map((page) => [
      page.name,
      `${Math.round(page.largestPaintMs)} ms`,
      (page.largestPaintMs / emptyMs).toFixed(2),
      `${Math.round(page.blockingMs)} ms`,
      `${Math.round(page.mainThreadMs)} ms`,
      page.layoutShift.toFixed(3),
      page.transferBytes.toLocaleString('en-US'),
      String(page.requests),
      ...categories.map((category) => String(page.scores[category] ?? '')),
    ]),
  );
  process.stdout.write(`${name}, CPU ${slowdown} times slower:\n\n${table}\n`);
}
process.stdout.write(
  `This machine’s benchmark index: ${percentile(machineIndexes, 0.5)}. A factor of 4 is meant for 1,500 to 2,000.\n`,
);

/** The median of each value. */
function medianVisit(list: readonly Visit[]): Visit {
  const middle = (read: (visit: Visit) => number) => percentile(list.map(read), 0.5);
  const categories = Object.keys(list[0]?.scores ?? {});
  return {
    largestPaintMs: middle((one) => one.largestPaintMs),
    blockingMs: middle((one) => one.blockingMs),
    mainThreadMs: middle((one) => one.mainThreadMs),
    layoutShift: middle((one) => one.layoutShift),
    transferBytes: middle((one) => one.transferBytes),
    requests: middle((one) => one.requests),
    scores: Object.fromEntries(
      categories.map((category) => [category, middle(({ scores }) => scores[category] ?? Number.NaN)]),
    ),
  };
}

/** In a new browser with an empty profile. */
async function firstVisit(
  url: string,
  throttlingMethod: (typeof methods)[number]['throttlingMethod'],
): Promise<Visit> {
  const port = await findFreePort();
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const result = await lighthouse(url, {
      formFactor: 'mobile',
      logLevel: 'error',
      throttlingMethod,
      throttling: { cpuSlowdownMultiplier: slowdown },
      port,
    });
    if (!result || result.lhr.runtimeError) {
      throw new Error(`${url} could not be measured: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
    }
    const { audits, categories: scored } = result.lhr;
    const number = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
    const requested = audits['network-requests']?.details;
    const items = requested && 'items' in requested && Array.isArray(requested.items) ? requested.items : [];
    machineIndexes.push(result.lhr.environment.benchmarkIndex);
    reportFailedAudits(url, result.lhr);
    return {
      largestPaintMs: number('largest-contentful-paint'),
      blockingMs: number('total-blocking-time'),
      mainThreadMs: number('mainthread-work-breakdown'),
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
  if (!paths.some((path) => url === origin + path)) return;
  for (const { id, weight } of Object.values(scored).flatMap(({ auditRefs }) => auditRefs)) {
    const audit = audits[id];
    if (weight > 0 && (audit?.score ?? 1) < 1) {
      write(`${url}: ${audit?.title ?? id} (${audit?.displayValue ?? 'failed'})\n`);
    }
  }
}

type Lighthouse = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];
