import { Hono } from 'hono';
import { afterAll, expect, inject, test } from 'vitest';
import { listen } from '#api/http/listen.ts';
import { readSite } from '#api/site/site-file.ts';
import { product } from '#brand/product.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';

const { db } = await cloneDatabase();
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const { newPage } = await openBrowser();

/** Answers every page from its cache, as the workers of single-page apps do. */
const oldWorker = `addEventListener('install', (event) => {
  event.waitUntil(caches.open('old').then((cache) => cache.addAll(['/'])));
  skipWaiting();
});
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(caches.match('/'));
});`;

/** One origin on which an older site stood until `replace` is called. */
async function serveOldSite(worker: string) {
  const site = new Hono()
    .get(worker, ({ body }) => body(oldWorker, 200, { 'content-type': 'text/javascript' }))
    .get('*', ({ html }) =>
      html(`<title>Old site</title><script>navigator.serviceWorker.register('${worker}')</script>`),
    );
  let isReplaced = false;
  const listener = await listen(
    (request) => {
      if (!isReplaced) return site.fetch(request);
      const { pathname, search } = new URL(request.url);
      return fetch(new URL(pathname + search, api.base), { headers: { 'accept-encoding': 'identity' } });
    },
    { host: '127.0.0.1', port: 0 },
  );
  afterAll(() => listener.close(0));
  const replace = () => {
    isReplaced = true;
  };
  return { origin: `http://127.0.0.1:${listener.port}`, replace };
}

test.each(['/sw.js', '/service-worker.js'])(
  'the site replaces an older one whose worker was %s, at the second visit',
  async (worker) => {
    const { origin, replace } = await serveOldSite(worker);
    const page = await newPage();
    await page.goto(origin);
    await page.evaluate('navigator.serviceWorker.ready');
    await expect.poll(() => page.evaluate('Boolean(navigator.serviceWorker.controller)')).toBe(true);
    replace();
    await page.goto(`${origin}/forgot-password`);
    // The old page, until the browser has looked for a newer worker: then it is loaded again.
    await expect.poll(() => page.title()).toContain(product.name);
    expect(page.url()).toBe(`${origin}/forgot-password`);
    const left = 'Promise.all([navigator.serviceWorker.getRegistrations(), caches.keys()])';
    await expect.poll(() => page.evaluate(left)).toEqual([[], []]);
  },
);

test('the worker’s file is asked for at each visit', async () => {
  for (const worker of ['/sw.js', '/service-worker.js']) {
    const { status, headers } = await fetch(new URL(worker, api.base));
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'no-cache',
    ]);
  }
});
