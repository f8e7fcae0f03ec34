import { randomUUID } from 'node:crypto';
import type { Request } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { readSite } from '#api/site/site-file.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';

/** How a browser handles the headers of our server. */

const { db } = await cloneDatabase();
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const { origin } = new URL(api.base);
const { newPage } = await openBrowser();

test('a drawing opened by itself keeps its colours under the strict policy', async () => {
  const page = await newPage();
  const response = await page.goto(`${origin}/icon.svg`);
  expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
  const fill = await page.evaluate(() => {
    const shape = document.querySelector('circle');
    return shape && getComputedStyle(shape).fill;
  });
  expect(fill).toBe('rgb(47, 107, 79)');
});

test('a drawing works as an image and as a sprite', async () => {
  const page = await newPage();
  await page.goto(origin);
  const wide = await page.evaluate(async () => {
    const image = new Image();
    image.src = '/icon.svg';
    await image.decode();
    return image.naturalWidth;
  });
  expect(wide).toBeGreaterThan(0);
  const plates = page.locator('svg use[href^="/food.svg#"]');
  expect(await plates.count()).toBeGreaterThan(0);
  const box = await plates.first().evaluate((use) => (use as SVGGraphicsElement).getBBox().width);
  expect(box).toBeGreaterThan(0);
});

const tokenPages = ['/reset-password?token=', '/delete-account/'];

test.each(tokenPages)('no request of %s has the token in its referrer', async (address) => {
  const token = randomUUID();
  const page = await newPage();
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(origin + address + token);
  await page.waitForLoadState('networkidle');
  const referers = await Promise.all(requests.map(refererOf));
  expect(referers.length).toBeGreaterThan(2);
  expect(referers.filter((referer) => referer.includes(token))).toEqual([]);
});

test.each(tokenPages)(
  'nor has the console chunk, which %s requests before its meta elements',
  async (address) => {
    const token = randomUUID();
    // The invented session may still be refused before the page is closed.
    const page = await newPage({ expected: /401/ });
    await page.addInitScript(() => localStorage.setItem('access_token', 'x'));
    const consoleRequest = page.waitForRequest(/\/_astro\/console\..+\.js$/);
    await page.goto(origin + address + token, { waitUntil: 'commit' });
    expect(await refererOf(await consoleRequest)).not.toContain(token);
    await page.close();
  },
);

/** The header as sent; `headers()` may lack the referrer. */
async function refererOf(request: Request): Promise<string> {
  return (await request.allHeaders()).referer ?? '';
}
