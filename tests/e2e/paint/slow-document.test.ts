import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import { afterAll, expect, inject, test } from 'vitest';
import { listen } from '#api/http/listen.ts';
import { readSite } from '#api/site/site-file.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { keepHeadlineWidth, layoutShifts } from '#tests/setup/e2e/vitals.ts';

/** A document that arrives piece by piece, as over a slow line or to a slow browser, which paints in between. */

const PAINT_MS = 30;

const files = await readSite(inject('siteFolder'));
const app = new Hono().get('*', (context) => {
  const { body, headers } = files.get(context.req.path)?.identity ?? {};
  if (!body) return context.notFound();
  const type = headers?.['content-type'] ?? '';
  if (!type.startsWith('text/html')) return context.body(body, 200, { 'content-type': type });
  const pieces = body
    .toString()
    .split(/(?<=<\/(?:h1|p|ul|li|ol|div|figure|fieldset|details|section|b|small)>)/);
  expect(pieces.length).toBeGreaterThan(200);
  context.header('content-type', type);
  return stream(context, async (arriving) => {
    for (const piece of pieces) {
      await arriving.write(piece);
      await arriving.sleep(PAINT_MS);
    }
  });
});
const listener = await listen(app.fetch, { host: '127.0.0.1', port: 0 });
afterAll(() => listener.close(0));
const { newPage } = await openBrowser();

// Each takes seconds of waiting, so they wait together.
test('at four widths nothing moves that was painted', async () => {
  const shifts = [360, 768, 992, 1440].map(async (width) => {
    // A window nearly as high as the page: a reader may be anywhere when the rest arrives.
    const page = await newPage({ viewport: { width, height: 5400 }, expected: /ERR_FAILED/ });
    await keepHeadlineWidth(page);
    await page.goto(`http://127.0.0.1:${listener.port}/`);
    await page.getByRole('contentinfo').getByRole('link').first().waitFor();
    return { width, shifts: await layoutShifts(page) };
  });
  for (const found of await Promise.all(shifts)) expect(found).toMatchObject({ shifts: [] });
});
