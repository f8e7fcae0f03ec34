import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { createSandboxToken } from '#api/purchases/sandbox/token.ts';
import { readSite } from '#api/site/site-file.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { expectAccessible } from '#tests/setup/e2e/axe.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { storeSession } from '#tests/setup/e2e/console-page.ts';

const { db } = await cloneDatabase();
await fillDemo(db, { seed: 4, now: new Date() });
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const origin = new URL(api.base).origin;
const { newPage } = await openBrowser();
const administrator = await addAdministrator(db);
await db
  .insertInto('purchases')
  .values({ platform: 'android', key: 'x', product_id: 'mealwright.monthly' })
  .execute();

const timelineButton = (page: Page) => page.getByRole('button', { name: /^Timeline/ }).last();

async function open(): Promise<Page> {
  const page = await newPage({
    bypassCSP: true,
    viewport: { width: 1440, height: 900 },
    expected: /422|ERR_FAILED/,
    getsRoutesLater: true,
  });
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.goto(`${origin}/payment-recovery/stores`);
  await timelineButton(page).waitFor();
  return page;
}

const order = `${createSandboxToken('active', new Date(Date.now() + 86_400_000), 'mia')}..1`;

const states: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'an order': async (page) => {
    await page.getByLabel('Order number').fill(order);
    await page.keyboard.press('Enter');
    await page.getByText('The store answered').waitFor();
  },
  'a number that is unknown': async (page) => {
    await page.getByLabel('Order number').fill('GPA.3345-1234-5678-90123');
    await page.keyboard.press('Enter');
    await page.getByText('Google Play isn’t connected').waitFor();
  },
  'a mistake': async (page) => {
    await page.getByLabel('Order number').fill('GPA/1');
    await page.keyboard.press('Enter');
    await page.getByText('An order number has only').waitFor();
  },
  'a test notification': async (page) => {
    // As time passes.
    api.clock.now = new Date();
    await page.getByRole('button', { name: 'Send test notification' }).click();
    await page.getByText('The test notification has arrived.').waitFor();
  },
};

test.each(Object.entries(states))('%s: no axe violation, no horizontal scrolling', async (name, prepare) => {
  const page = await open();
  await prepare(page);
  await expectAccessible(page, name);
});

test('by keyboard: a timeline opens, Escape closes it, the focus is on its button again, and opens it again', async () => {
  const page = await open();
  const button = timelineButton(page);
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Timeline' });
  await dialog.getByText('Nothing is on record yet.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await dialog.getByText('Nothing is on record yet.').waitFor();
});

test('an order whose timeline cannot be loaded has Retry', async () => {
  const page = await open();
  await page.route('**/timeline', (route) => route.abort());
  await page.getByLabel('Order number').fill(order);
  await page.keyboard.press('Enter');
  const panel = page.getByRole('alert').filter({ hasText: 'The timeline couldn’t be loaded.' });
  await panel.waitFor();
  await page.unroute('**/timeline');
  await panel.getByRole('button', { name: 'Retry' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('The store answered').waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Store connections');
});
