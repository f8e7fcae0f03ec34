import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import { afterAll, expect, inject, test } from 'vitest';
import { listen } from '#api/http/listen.ts';
import { readSite } from '#api/site/site-file.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { keepHeadlineWidth, layoutShifts } from '#tests/setup/e2e/vitals.ts';

/** A document that arrives piece by piece, as over a slow line or to a slow browser, which paints in between. */

const PAINT_MS = 40;

const files = await readSite(inject('siteFolder'));
const app = new Hono().get('*', (context) => {
  const { body, headers } = files.get(context.req.path)?.identity ?? {};
  if (!body) return context.notFound();
  const type = headers?.['content-type'] ?? '';
  if (!type.startsWith('text/html')) return context.body(body, 200, { 'content-type': type });
  const [opening = '', ...others] = body.toString().split(/(?<=<\/section>)/);
  const pieces = [...opening.split(/(?<=<\/(?:h1|p|ul|li|ol|div|figure|b|small)>)/), others.join('')];
  expect(pieces.length).toBeGreaterThan(20);
  context.header('content-type', type);
  return stream(context, async (arriving) => {
    for (const piece of pieces) {
      await arriving.write(piece);
      await arriving.sleep(PAINT_MS);
    }
  });
});
const listener = await listen(app.fetch, '127.0.0.1', 0);
afterAll(() => listener.close(0));
const { newPage } = await openBrowser();

test.each([
  [360, 740],
  [768, 1024],
  [992, 768],
  [1440, 900],
])('at %i x %i nothing moves that was painted', async (width, height) => {
  const page = await newPage({ viewport: { width, height }, expected: /ERR_FAILED/ });
  await keepHeadlineWidth(page);
  await page.goto(`http://127.0.0.1:${listener.port}/`);
  await page.getByRole('contentinfo').getByRole('link').first().waitFor();
  expect(await layoutShifts(page)).toEqual([]);
});
