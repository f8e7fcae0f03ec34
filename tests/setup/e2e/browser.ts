import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import { remember, rememberCall } from '#tests/secrets/evidence.ts';
import { browserPath } from './browser-path.ts';

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What no page may ever do; each line fails the test that was running. */
const offences: string[] = [];

/** One browser for the test file. Every context reports what no page may do. */
export async function openBrowser(): Promise<{ newPage: (options?: PageOptions) => Promise<Page> }> {
  const browser: Browser = await chromium.launch({ executablePath: await browserPath(), args: QUIET });
  afterAll(() => closed(browser));
  const contexts: BrowserContext[] = [];
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map(closed));
    expect(offences.splice(0)).toEqual([]);
  });
  return {
    newPage: async ({ origins = [], expected = /$^/, ...options } = {}) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      watch(context, origins, expected);
      return context.newPage();
    },
  };
}

/** Milliseconds Chromium has to confirm; on a busy machine it sometimes never does, and its process ends with ours. */
const CLOSING = 10_000;

async function closed(what: Browser | BrowserContext): Promise<void> {
  await Promise.race([what.close(), new Promise((resolve) => setTimeout(resolve, CLOSING).unref())]);
}

type PageOptions = Parameters<Browser['newContext']>[0] & {
  /** Origins a page may talk to beside its own. */
  origins?: readonly string[];
  /** Console errors a test provokes, such as the browser's own line for a failed request. */
  expected?: RegExp;
};

function watch(context: BrowserContext, origins: readonly string[], expected: RegExp): void {
  context.on('console', (message) => {
    const text = message.text();
    remember('log', text);
    if (['error', 'warning'].includes(message.type()) && !expected.test(text))
      offences.push(`console: ${text}`);
  });
  context.on('weberror', (error) => offences.push(`page error: ${error.error().message}`));
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
    const page = request.frame().page().url();
    const { origin, protocol } = new URL(request.url());
    if (protocol === 'data:' || !page.startsWith('http')) return;
    if (origin !== new URL(page).origin && !origins.includes(origin)) offences.push(`request to ${origin}`);
  });
}
