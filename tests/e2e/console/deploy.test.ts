import type { Page, Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { untilSettled } from '#tests/setup/e2e/browser.ts';
import { storeSession } from '#tests/setup/e2e/console-page.ts';
import { serveDemoConsole } from '#tests/setup/e2e/demo-console.ts';
import { reloadIfFailuresLast } from '#tests/setup/e2e/failed-files.ts';

/** A deploy while the console is open. */

const { db, api, origin, newPage, administrator } = await serveDemoConsole();
const QUARTER_HOUR_MS = 900_000;
const REMOVED = /Failed to load resource.*404/;

/** The files of a part that loads late. */
const PARTS = /\/Palette\.[\w-]+\.(js|css)$/;

/** A faked clock ends notifications unseen after a stall, so only a test that moves it has one. */
async function openUsers({ hasClock = true } = {}): Promise<Page> {
  const page = await newPage({ expected: REMOVED, getsRoutesLater: true });
  if (hasClock) await page.clock.install();
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.goto(`${origin}/users`);
  await page.locator('tbody tr:not(.skeleton)').first().waitFor();
  return page;
}

/** The host serves another build from now on, without the parts of the old one; a reload gets the real ones. */
async function deploy(page: Page): Promise<{ checks: number; loads: number }> {
  const seen = { checks: 0, loads: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest()) seen.loads += 1;
  });
  await page.route(PARTS, (route) =>
    seen.loads === 0 ? route.fulfill({ status: 404, body: '' }) : route.fallback(),
  );
  await page.route(/\/users$/, async (route) => {
    if (route.request().resourceType() !== 'fetch' || route.request().url().startsWith(api.base)) {
      return route.fallback();
    }
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/console\.[\w-]+\.js/g, 'console.another.js');
    await route.fulfill({ response, body });
    seen.checks += 1;
  });
  return seen;
}

test('a new version is offered, and not while something is typed', async () => {
  const page = await openUsers();
  const offer = page.getByText('A new version of this console is ready.');
  const isCheck = (response: Response) =>
    response.request().resourceType() === 'fetch' && response.url() === `${origin}/users`;
  await Promise.all([page.waitForResponse(isCheck), page.clock.runFor(QUARTER_HOUR_MS)]);
  await untilSettled(page);
  expect(await offer.count()).toBe(0);
  await page.locator('tbody a').first().click();
  await page.getByLabel('Phone').fill('+1 555 0101');
  const seen = await deploy(page);
  await page.clock.runFor(QUARTER_HOUR_MS);
  await expect.poll(() => seen.checks).toBeGreaterThan(0);
  await untilSettled(page);
  expect(await offer.count()).toBe(0);
  await page.getByRole('button', { name: 'Update' }).click();
  await offer.waitFor();
  await page.getByRole('button', { name: 'Later' }).click();
  await offer.waitFor({ state: 'detached' });
});

test('a screen whose file a deploy removed opens after one reload', async () => {
  const page = await openUsers();
  const seen = await deploy(page);
  await page.route(/PaymentRecovery\.[\w-]+\.js$/, (route) =>
    seen.loads === 0 ? route.fulfill({ status: 404, body: '' }) : route.fallback(),
  );
  await page.getByRole('link', { name: 'Payment Recovery' }).click();
  await page.getByRole('heading', { level: 1, name: 'Payment Recovery' }).waitFor();
  expect(seen.loads).toBe(1);
});

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and actions' });

test('a press on a part whose file a deploy removed reloads once, and the next one opens it', async () => {
  const page = await openUsers();
  const seen = await deploy(page);
  await page.keyboard.press('Control+k');
  await expect.poll(() => seen.loads).toBe(1);
  await page.locator('tbody tr:not(.skeleton)').first().waitFor();
  await page.keyboard.press('Control+k');
  await palette(page).waitFor();
  expect(seen.loads).toBe(1);
});

test('a part that could not be loaded without a deploy says so, and the next press tries again', async () => {
  const page = await openUsers({ hasClock: false });
  await page.route(PARTS, (route) => route.fulfill({ status: 404, body: '' }));
  const message = 'This part couldn’t be loaded. Try again, or reload the page.';
  // It is gone after three seconds.
  await Promise.all([page.getByRole('alert').getByText(message).waitFor(), page.keyboard.press('Control+k')]);
  await page.unroute(PARTS);
  await reloadIfFailuresLast(page);
  await page.locator('tbody tr:not(.skeleton)').first().waitFor();
  await page.keyboard.press('Control+k');
  await palette(page).waitFor();
});
