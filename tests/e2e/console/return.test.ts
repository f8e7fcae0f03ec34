import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { readSite } from '#api/site/site-file.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { openBrowser, untilSettled } from '#tests/setup/e2e/browser.ts';
import { storeSession } from '#tests/setup/e2e/console-page.ts';

/** Returning to a list in a browser: what the first frame after it shows. */

const { db } = await cloneDatabase();
await fillDemo(db, { seed: 8, now: new Date() });
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const { origin } = new URL(api.base);
const { newPage } = await openBrowser();
const administrator = await addAdministrator(db);

async function openList(address: string, width: number): Promise<Page> {
  const page = await newPage({ viewport: { width, height: 600 }, reducedMotion: 'reduce' });
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.goto(origin + address, { waitUntil: 'commit' });
  await rows(page).first().waitFor();
  return page;
}

const rows = (page: Page) => page.locator('tbody tr:not(.skeleton)');
const link = (page: Page, row: number) => rows(page).nth(row).locator('th a');
const record = (page: Page) => page.getByRole('button', { name: 'Back', exact: true });
const view = (page: Page) =>
  page.evaluate(() => ({
    path: location.pathname,
    top: Math.round(scrollY),
    focused: document.activeElement?.textContent,
    rows: document.querySelectorAll('tbody tr:not(.skeleton)').length,
  }));

/** The frames from the change of the address on, each as it is painted. */
async function framesOf(page: Page, action: () => Promise<unknown>) {
  await page.evaluate(() => {
    window.frames5 = [];
    addEventListener(
      'popstate',
      () => {
        const look = () => {
          // After every other callback of the frame.
          queueMicrotask(() => {
            window.frames5?.push([
              Math.round(scrollY),
              document.activeElement?.textContent ?? '',
              document.querySelectorAll('tbody tr:not(.skeleton)').length,
            ]);
          });
          if ((window.frames5?.length ?? 0) < 4) requestAnimationFrame(look);
        };
        requestAnimationFrame(() => requestAnimationFrame(look));
      },
      { once: true },
    );
  });
  await action();
  await page.waitForFunction(() => (window.frames5?.length ?? 0) >= 4);
  return page.evaluate(() => window.frames5 ?? []);
}

declare global {
  interface Window {
    frames5?: [number, string, number][];
  }
}

/** Opens the record of a row that is scrolled into view, by keyboard. */
async function follow(page: Page, row: number) {
  await link(page, row).focus();
  await link(page, row).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const before = await view(page);
  expect(before.top).toBeGreaterThan(40);
  await page.keyboard.press('Enter');
  await record(page).waitFor();
  expect((await view(page)).top).toBe(0);
  return before;
}

const ways = {
  'Back of the browser': (page: Page) => page.goBack(),
  'the Back button': (page: Page) => record(page).press('Enter'),
};

test.each(
  [320, 1280].flatMap((width) =>
    ['/users?pageSize=20', '/recipes', '/payment-recovery?pageSize=20'].map((address) => ({
      width,
      address,
    })),
  ),
)('$address at $width px: every way back restores rows, scroll and focus', async ({ width, address }) => {
  const page = await openList(address, width);
  for (const [name, goBack] of Object.entries(ways)) {
    // A user's Back button leads to the users.
    if (name !== 'Back of the browser' && address.startsWith('/payment')) continue;
    const before = await follow(page, 6);
    const frames = await framesOf(page, () => goBack(page));
    for (const frame of frames) expect(frame, name).toEqual([before.top, before.focused, before.rows]);
    expect(await view(page)).toEqual(before);
  }
  await page.goForward();
  await record(page).waitFor();
  await page.goBack();
  await rows(page).first().waitFor();
  const top = (await view(page)).top;
  expect(top).toBeGreaterThan(40);

  // Opened from the bar it begins at the top.
  await follow(page, 6);
  await page.locator(`nav a[href="${address.split('?')[0]}"]`).click();
  await rows(page).first().waitFor();
  const fresh = await view(page);
  expect([fresh.top, fresh.focused]).toEqual([0, await page.locator('h1').textContent()]);
});

test('a list that is not the first screen of the tab is restored too', async () => {
  const page = await openList('/account', 1280);
  for (const [name, goBack] of Object.entries(ways)) {
    await page.getByRole('link', { name: 'Manage Users' }).click();
    await link(page, 6).waitFor();
    const before = await follow(page, 6);
    const frames = await framesOf(page, () => goBack(page));
    for (const frame of frames) expect(frame, name).toEqual([before.top, before.focused, before.rows]);
  }
});

test.each([320, 1280])('at %i px after a save the Back button restores the list', async (width) => {
  const page = await openList('/users?pageSize=20', width);
  const before = await follow(page, 9);
  await page.getByLabel('Last Name').fill('Changed');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByText('User updated successfully').waitFor();
  const frames = await framesOf(page, () => record(page).press('Enter'));
  const [, focused = ''] = frames[0] ?? [];
  expect(focused).toMatch(/ Changed$/);
  for (const frame of frames) expect(frame).toEqual([before.top, focused, before.rows]);
  await page.close();
});

test.each([320, 1280])('at %i px the way back is the same after the skip link', async (width) => {
  const page = await openList('/users?pageSize=20', width);
  await page.locator('a.skip').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.id === 'main');
  const before = await follow(page, 9);
  const frames = await framesOf(page, () => page.goBack());
  for (const frame of frames) expect(frame).toEqual([before.top, before.focused, before.rows]);
  expect(await view(page)).toEqual(before);
});

test.each([320, 1280])(
  'at %i px Back to the dashboard focuses the figure that was followed',
  async (width) => {
    const page = await newPage({ viewport: { width, height: 500 }, reducedMotion: 'reduce' });
    await storeSession(page, { db, api, administratorId: administrator.id });
    await page.goto(origin, { waitUntil: 'commit' });
    const figure = page.getByRole('link', { name: 'Failed payments, Android' });
    await figure.waitFor();
    await untilSettled(page);
    await figure.focus();
    await figure.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const before = await view(page);
    expect(before.top).toBeGreaterThan(40);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Payment Recovery' }).waitFor();
    const frames = await framesOf(page, () => page.goBack());
    for (const frame of frames) expect(frame).toEqual([before.top, before.focused, before.rows]);
    expect(await view(page)).toEqual(before);
  },
);

test('a reload keeps the scroll position', async () => {
  const page = await openList('/users?pageSize=20', 1280);
  const scrollAndReload = async () => {
    await page.evaluate(() => scrollTo(0, 300));
    await page.reload();
    await rows(page).first().waitFor();
    return page.evaluate(() => scrollY);
  };
  // Chromium notes the position some time after the scrolling, and tells nobody when.
  await expect.poll(scrollAndReload).toBe(300);
});
