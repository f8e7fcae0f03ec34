import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import { remember, rememberCall } from '#tests/secrets/evidence.ts';
import { allowLateAnswers } from '../api/late-answers.ts';
import { browserPath } from './browser-path.ts';

const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Each line fails the test that was running. */
const violations: string[] = [];

/** What each page has asked for, and got no answer to yet. */
const requestsInFlight = new WeakMap<Page, Set<Request>>();

/**
 * Waits until nothing is in flight, and what has arrived is drawn and has asked for nothing more. Playwright's
 * `networkidle` would add half a second to each wait.
 */
export async function untilSettled(page: Page): Promise<void> {
  const inFlight = requestsInFlight.get(page) ?? new Set();
  do {
    await expect.poll(() => inFlight.size, { timeout: 30_000, interval: 20 }).toBe(0);
    await page.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      await new Promise((done) => requestIdleCallback(done, { timeout: 1_000 }));
    });
  } while (inFlight.size > 0);
}

/** Opens a page without its inline scripts: that of a wrong address would leave it. */
export async function openWithoutScripts(page: Page, address: string): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/<script>.*?<\/script>/gs, '');
    await route.fulfill({ response, body });
  });
  await page.goto(address);
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/**
 * Gives the page another width, in half the time of `setViewportSize`, which resizes the window, too. Playwright does not
 * learn of it.
 */
export async function resize(page: Page, width: number): Promise<void> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  const size = { width, height: 900, deviceScaleFactor: 1, mobile: false };
  await (await session).send('Emulation.setDeviceMetricsOverride', size);
}

/** One browser for each test file. */
export async function openBrowser(): Promise<{ newPage: (options?: PageOptions) => Promise<Page> }> {
  allowLateAnswers();
  const browser: Browser = await chromium.launch({
    executablePath: await browserPath(),
    args: CHROMIUM_ARGUMENTS,
  });
  afterAll(() => closeWithTimeout(browser));
  const contexts: BrowserContext[] = [];
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map(closeWithTimeout));
    expect(violations.splice(0)).toEqual([]);
  });
  return {
    newPage: async ({ origins = [], expected = /$^/, getsRoutesLater = false, ...options } = {}) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      watch(context, origins, expected);
      if (getsRoutesLater) await context.route(/$^/, (route) => route.fallback());
      return context.newPage();
    },
  };
}

/** On a busy machine Chromium sometimes never confirms; its process ends with ours. */
const CLOSE_TIMEOUT_MS = 10_000;

async function closeWithTimeout(what: Browser | BrowserContext): Promise<void> {
  await Promise.race([what.close(), new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref())]);
}

type PageOptions = Parameters<Browser['newContext']>[0] & {
  /** Other origins that the page may request. */
  origins?: readonly string[];
  /** Console errors that the test provokes. */
  expected?: RegExp;
  /** For a page that gets a `route` after it has loaded: Chromium lets what is asked for in the next moment pass by the first one. */
  getsRoutesLater?: boolean;
};

function watch(context: BrowserContext, origins: readonly string[], expected: RegExp): void {
  context.on('console', (message) => {
    const text = message.text();
    remember('log', text);
    if (['error', 'warning'].includes(message.type()) && !expected.test(text))
      violations.push(`console: ${text}`);
  });
  context.on('weberror', (error) => violations.push(`page error: ${error.error().message}`));
  context.on('page', (page) => page.on('framenavigated', (frame) => remember('page', frame.url())));
  context.on('request', (request) => {
    const { authorization = null, referer } = request.headers();
    remember(request.isNavigationRequest() ? 'page' : 'address', request.url());
    if (referer) remember('address', referer);
    rememberCall({
      path: new URL(request.url()).pathname,
      authorization,
      sent: request.postData(),
      answered: null,
    });
    // The worker of another site has no page.
    if (request.serviceWorker()) return;
    const page = request.frame().page();
    const inFlight = requestsInFlight.get(page) ?? new Set();
    requestsInFlight.set(page, inFlight.add(request));
    const { origin, protocol } = new URL(request.url());
    if (protocol === 'data:' || !page.url().startsWith('http')) return;
    if (origin !== new URL(page.url()).origin && !origins.includes(origin))
      violations.push(`request to ${origin}`);
  });
  const forget = (request: Request) => {
    if (!request.serviceWorker()) requestsInFlight.get(request.frame().page())?.delete(request);
  };
  context.on('requestfinished', forget);
  context.on('requestfailed', forget);
}
