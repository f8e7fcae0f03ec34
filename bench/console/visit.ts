import { type CDPSession, chromium } from 'playwright-core';
import type { IssuedTokens } from '#api/auth/sessions.ts';
import { browserPath } from '#tests/setup/e2e/browser-path.ts';

export type Visit = {
  /** From the navigation to the paint of the first row. */
  firstRowMs: number;
  transferBytes: number;
  requests: number;
};

/** As Lighthouse throttles for real: slow 4G and a CPU four times slower. Throughput in bytes per second. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 188_743,
  uploadThroughput: 86_400,
};
const CPU_SLOWDOWN = 4;

/** One first visit, in a new browser (docs/decisions/0010). `row` is a selector. */
export async function visit(url: string, row: string, tokens: IssuedTokens): Promise<Visit> {
  const executablePath = await browserPath();
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  });
  try {
    const page = await browser.newPage();
    const shown = Promise.withResolvers<number>();
    await page.exposeBinding('reportFirstRow', (_source, time: number) => shown.resolve(time));
    await page.addInitScript(prepareVisit, { row, tokens });
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
function prepareVisit({ row, tokens }: { row: string; tokens: IssuedTokens }): void {
  localStorage.setItem('access_token', tokens.token);
  localStorage.setItem('refresh_token', tokens.refreshToken);
  localStorage.setItem('auth_user', '{"email":"bench@example.com"}');
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
