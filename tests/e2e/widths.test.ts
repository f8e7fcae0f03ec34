import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { readSite } from '#api/site/site-file.ts';
import { publicPages } from '#site/content/pages.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { openBrowser, resize, untilSettled } from '#tests/setup/e2e/browser.ts';
import { consoleAddresses, storeSession } from '#tests/setup/e2e/console-page.ts';
import { breakpointWidths, layoutDefects, lengthen, type Values, widths } from '#tests/setup/e2e/layout.ts';

const { db } = await cloneDatabase();
await fillDemo(db, { seed: 4, now: new Date() });
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const origin = new URL(api.base).origin;
const { newPage } = await openBrowser();
const administrator = await addAdministrator(db);
const addresses = await consoleAddresses(db);

/** Layout defects at each of the widths. */
async function defectsOf(page: Page, among = widths): Promise<string[]> {
  const found: string[] = [];
  for (const width of among) {
    await resize(page, width);
    const lines = await page.evaluate(layoutDefects);
    found.push(...lines.map((line) => `${width}: ${line}`));
  }
  return found;
}

/** Every answer of the API with the values that the session storage of the page names. */
async function lengthenAnswers(page: Page): Promise<void> {
  // In the page, because a request that Playwright answers turns off the browser's cache.
  await page.addInitScript(`window.lengthen = ${lengthen};`);
  await page.addInitScript(() => {
    const ask = window.fetch;
    window.fetch = async (input, options) => {
      const response = await ask(input, options);
      const values = sessionStorage.getItem('values') as Values | null;
      if (!values || !response.url.includes('/api/v1/admin/')) return response;
      const { status, headers } = response;
      return Response.json(window.lengthen(values, await response.json()), { status, headers });
    };
  });
}

test.each(addresses)(
  '%s with the values of the demo, with long ones and with unbroken ones',
  async (address) => {
    const page = await newPage();
    await storeSession(page, { db, api, administratorId: administrator.id });
    await lengthenAnswers(page);
    await page.goto(`${origin}/robots.txt`);
    for (const values of ['demo', 'long', 'unbroken'] satisfies Values[]) {
      await page.evaluate((chosen) => sessionStorage.setItem('values', chosen), values);
      await page.goto(origin + address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await untilSettled(page);
      expect.soft(await page.getByRole('alert').allTextContents(), values).toEqual([]);
      // Long values are the hardest to lay out.
      expect.soft(await defectsOf(page, values === 'long' ? widths : breakpointWidths), values).toEqual([]);
    }
  },
);

test.each(publicPages.map(({ path }) => path))('%s', async (path) => {
  const page = await newPage({ bypassCSP: true });
  await page.goto(origin + path);
  await untilSettled(page);
  expect(await defectsOf(page)).toEqual([]);
  await resize(page, 320);
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
  expect(await page.evaluate(layoutDefects)).toEqual([]);
});

declare global {
  interface Window {
    lengthen: typeof lengthen;
  }
}
