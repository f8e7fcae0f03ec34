import { type CDPSession, chromium } from 'playwright-core';
import type { IssuedTokens } from '#api/auth/sessions.ts';
import { createSiteFile } from '#api/site/site-file.ts';
import { capabilities } from '#contract/capabilities.ts';
import { browserPath } from '#tests/setup/e2e/browser-path.ts';
import { serveDemo } from './serve-product.ts';
import { median, renderTable } from './table.ts';

/**
 * `npm run bench:console -- [rounds]`: time to the first row of the console's screens, throttled, beside an empty page.
 * Medians of first visits, round by round, so that load on the machine affects every page.
 */
const EMPTY_PATH = '/empty-page-to-compare-with.html';
const emptyPage = Buffer.from('<!doctype html><html lang="en"><title>Empty</title><p>Empty');

/** `row` is a selector. */
const pages = [
  { path: EMPTY_PATH, name: '(empty)', row: 'p' },
  { path: '/users', name: '/users', row: 'tbody tr:not(.skeleton)' },
  { path: '/recipes', name: '/recipes', row: 'tbody tr:not(.skeleton)' },
  { path: '/', name: '/ (newest users)', row: '.records tbody tr:not(.skeleton)' },
];

/** As Lighthouse throttles for real: slow 4G and a CPU four times slower. Throughput in bytes per second. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 188_743, uploadThroughput: 86_400 };
const CPU_SLOWDOWN = 4;

type Visit = {
  /** From the navigation to the paint of the first row. */
  firstRowMs: number;
  transferBytes: number;
  requests: number;
};

const rounds = Number(process.argv[2] ?? 5);
const executablePath = await browserPath();
await using product = await serveDemo('npm run bench:console', [
  [EMPTY_PATH, createSiteFile(EMPTY_PATH, emptyPage)],
]);
const tokens = await product.signIn();

const visits = new Map(pages.map(({ name }): [string, Visit[]] => [name, []]));
for (let round = 1; round <= rounds; round += 1) {
  for (const { path, name, row } of pages) {
    const one = await visit(product.origin + path, row);
    process.stderr.write(`${round}/${rounds} ${name} ${Math.round(one.firstRowMs)} ms\n`);
    visits.get(name)?.push(one);
  }
}
const medians = [...visits].map(([name, list]) => ({ name, ...median(list, (one) => one.firstRowMs) }));
const emptyMs = medians[0]?.firstRowMs ?? Number.NaN;
process.stdout.write(
  renderTable(
    ['page', 'first row', 'x empty', 'bytes', 'requests'],
    medians.map(({ name, firstRowMs, transferBytes, requests }) => [
      name,
      `${Math.round(firstRowMs)} ms`,
      (firstRowMs / emptyMs).toFixed(2),
      transferBytes.toLocaleString('en-US'),
      String(requests),
    ]),
  ),
);

/** One first visit, in a new browser (docs/decisions/0010). */
async function visit(url: string, row: string): Promise<Visit> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic'];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const page = await browser.newPage();
    const shown = Promise.withResolvers<number>();
    await page.exposeBinding('reportFirstRow', (_source, time: number) => shown.resolve(time));
    await page.addInitScript(prepareVisit, { row, tokens, capabilities });
    const protocol = await page.context().newCDPSession(page);
    const traffic = await countTraffic(protocol);
    await protocol.send('Network.emulateNetworkConditions', SLOW_4G);
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.goto(url, { waitUntil: 'commit' });
    return { firstRowMs: await shown.promise, ...traffic };
  } finally {
    await browser.close();
  }
}

/** Runs in the page before its scripts. */
function prepareVisit({
  row,
  tokens: issued,
  capabilities: allowed,
}: {
  row: string;
  tokens: IssuedTokens;
  capabilities: readonly string[];
}): void {
  localStorage.setItem('access_token', issued.token);
  localStorage.setItem('refresh_token', issued.refreshToken);
  localStorage.setItem('auth_user', JSON.stringify({ email: 'bench@example.com', capabilities: allowed }));
  const observer = new MutationObserver(() => {
    if (!document.querySelector(row)) return;
    observer.disconnect();
    // The task after the frame: the row is painted.
    requestAnimationFrame(() => setTimeout(() => window.reportFirstRow?.(performance.now())));
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Counts until it is read. */
async function countTraffic(protocol: CDPSession): Promise<Pick<Visit, 'transferBytes' | 'requests'>> {
  const traffic = { transferBytes: 0, requests: 0 };
  protocol.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) traffic.requests += 1;
  });
  protocol.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.transferBytes += encodedDataLength;
  });
  await protocol.send('Network.enable');
  return traffic;
}

declare global {
  interface Window {
    reportFirstRow?: (milliseconds: number) => void;
  }
}
