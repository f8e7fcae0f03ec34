import { randomUUID } from 'node:crypto';
import type { Request } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { readSite } from '#api/site/files.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';

/** What a browser makes of the headers that our own server sends. */

const { db } = await cloneDatabase();
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const { origin } = new URL(api.base);
const { newPage } = await openBrowser();

test('a drawing that is opened by itself keeps its colours under a policy that allows nothing', async () => {
  const page = await newPage();
  const response = await page.goto(`${origin}/icon.svg`);
  expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
  const fill = await page.evaluate(() => {
    const shape = document.querySelector('circle');
    return shape && getComputedStyle(shape).fill;
  });
  expect(fill).toBe('rgb(47, 107, 79)');
});

test('a drawing is shown as an icon and as a part of a page', async () => {
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

const secretive = ['/reset-password?token=', '/delete-account/'];

test.each(secretive)('nothing that %s loads tells anybody the token', async (address) => {
  const token = randomUUID();
  const page = await newPage();
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(origin + address + token);
  await page.waitForLoadState('networkidle');
  const told = await Promise.all(requests.map(refererOf));
  expect(told.length).toBeGreaterThan(2);
  expect(told.filter((referer) => referer.includes(token))).toEqual([]);
});

test.each(secretive)('nor does the console, which %s asks for before its meta elements', async (address) => {
  const token = randomUUID();
  // The server refuses a session that was made up, when the console comes to ask before the page is closed.
  const page = await newPage({ expected: /401/ });
  await page.addInitScript(() => localStorage.setItem('access_token', 'x'));
  const asked = page.waitForRequest(/\/_astro\/console\..+\.js$/);
  await page.goto(origin + address + token, { waitUntil: 'commit' });
  expect(await refererOf(await asked)).not.toContain(token);
  await page.close();
});

/** As it left; what the browser had in mind before says nothing of referrers. */
async function refererOf(request: Request): Promise<string> {
  return (await request.allHeaders()).referer ?? '';
}
