import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { readSite } from '#api/site/site-file.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { openBrowser, untilSettled } from '#tests/setup/e2e/browser.ts';
import { consoleAddresses, storeSession } from '#tests/setup/e2e/console-page.ts';

const { db } = await cloneDatabase();
await fillDemo(db, { seed: 4, now: new Date() });
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const origin = new URL(api.base).origin;
const { newPage } = await openBrowser();
const administrator = await addAdministrator(db);
const addresses = await consoleAddresses(db);

async function openScreen(address: string, options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await newPage(options);
  await storeSession(page, { db, api, administratorId: administrator.id });
  await goTo(page, address);
  return page;
}

async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(origin + address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilSettled(page);
}

/** Rules of pages, whose stylesheets are inline, without font faces; and the fonts of headings. */
async function readStyles(page: Page) {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const foreign = [...document.styleSheets]
      .filter(({ href }) => href === null)
      .flatMap(({ cssRules }) => [...cssRules])
      .filter((rule) => !(rule instanceof CSSFontFaceRule) && !rule.cssText.startsWith(':root'));
    const loaded = [...document.fonts].filter(({ status }) => status === 'loaded');
    const headings = [...document.querySelectorAll('h1, h2')].filter(
      (heading) => !heading.closest('.titles') || heading.tagName === 'H1',
    );
    const families = headings.map((heading) => getComputedStyle(heading).fontFamily.split(',')[0]?.trim());
    return {
      foreign: foreign.map(({ cssText }) => cssText.slice(0, 80)),
      loaded: loaded.map(({ family }) => family),
      headings: [...new Set(families.map((family) => family?.replaceAll('"', '')))],
    };
  });
}

test('every screen, opened by its address, has only the styles of the console and the headline font', async () => {
  const page = await newPage();
  await storeSession(page, { db, api, administratorId: administrator.id });
  for (const address of addresses) {
    await goTo(page, address);
    const { foreign, loaded, headings } = await readStyles(page);
    expect(foreign, address).toEqual([]);
    expect(headings, address).toHaveLength(1);
    expect(headings[0], address).toMatch(/^Fraunces/);
    expect(loaded, address).toContain(headings[0]);
  }
});

test('a screen looks the same opened by its address and reached by a link', async () => {
  for (const [address, link] of [
    ['/users', 'Manage Users'],
    ['/recipes', 'Manage Recipes'],
    ['/payment-recovery', 'Payment Recovery'],
  ] as const) {
    const [opened, reached] = await Promise.all([openScreen(address), openScreen('/')]);
    await reached.getByRole('link', { name: link }).click();
    await reached.waitForURL(origin + address);
    await reached.getByRole('heading', { level: 1 }).waitFor();
    // Nothing may be asked for yet when the address has changed.
    for (const page of [opened, reached]) {
      await page.locator('tbody tr:not(.skeleton)').first().waitFor();
      await untilSettled(page);
    }
    const styles = (page: Page) =>
      page.evaluate(() =>
        [...document.querySelectorAll('main *')].map((element) => {
          const { display, fontFamily, borderRadius, padding, backgroundColor } = getComputedStyle(element);
          return [element.tagName, display, fontFamily, borderRadius, padding, backgroundColor].join(' ');
        }),
      );
    const differences = async () => {
      const [one, other] = [await styles(opened), await styles(reached)];
      return [one.length - other.length, ...one.filter((style, index) => style !== other[index])];
    };
    // What is loaded after the rows may still be on its way.
    await expect.poll(differences, { message: address }).toEqual([0]);
  }
});

test.each([320, 768, 1440])(
  'at %i pixels a notification is in the middle, and covers neither the bar nor a link in it',
  async (width) => {
    const page = await newPage({ viewport: { width, height: 800 }, expected: /500/ });
    await storeSession(page, { db, api, administratorId: administrator.id });
    await page.route('**/api/v1/admin/users?*', (route) =>
      route.fulfill({ status: 500, json: { message: 'Broken.' } }),
    );
    await page.goto(`${origin}/users`);
    const toast = await page.locator('.toast').first().boundingBox();
    const bar = await page.locator('.bar').boundingBox();
    const center = (toast?.x ?? 0) + (toast?.width ?? Number.NaN) / 2;
    expect(Math.abs(center - width / 2)).toBeLessThan(10);
    expect(toast?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? Number.NaN));
  },
);

test('what can be done at the head of a screen is 24 pixels high', async () => {
  const page = await openScreen('/');
  for (const address of addresses) {
    await goTo(page, address);
    const low = await page
      .locator('.screen-head :is(a, button)')
      .filter({ visible: true })
      .evaluateAll((targets) =>
        targets
          .filter((target) => target.getBoundingClientRect().height < 24)
          .map((target) => target.outerHTML),
      );
    expect(low, address).toEqual([]);
  }
});

test('on a wide screen bar and content align, and the name is not cut off', async () => {
  const page = await openScreen('/users', { viewport: { width: 1920, height: 900 } });
  const left = (selector: string) =>
    page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().left));
  expect(await left('.brand')).toBe(await left('main h1'));
  const cut = await page.locator('.account-name').evaluate((name) => name.scrollWidth > name.clientWidth);
  expect(cut).toBe(false);
});

test('what needs attention and the months end together', async () => {
  const page = await openScreen('/');
  await page.locator('.needs-attention').waitFor();
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const bottoms = await page
      .locator('.dashboard-now > *')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().bottom));
    expect(bottoms).toHaveLength(2);
    expect(Math.abs((bottoms[0] ?? 0) - (bottoms[1] ?? 0))).toBeLessThan(2);
  }
});

test('the revenue of a million users is not cut off', async () => {
  const page = await newPage();
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.route('**/admin/subscriptions/stats', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    for (const month of answer.data) {
      Object.assign(month, { subscription_count: 203_456, total_revenue: 2_345_678.9 });
    }
    await route.fulfill({ response, json: answer });
  });
  await page.goto(origin);
  await page.getByRole('cell', { name: '2,345,678.90' }).first().waitFor();
  for (const width of [320, 390, 992, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const { content, room } = await page.locator('.months .table-frame').evaluate((frame) => ({
      content: frame.scrollWidth,
      room: frame.clientWidth,
    }));
    expect(content, `${width} pixels`).toBe(room);
  }
});
