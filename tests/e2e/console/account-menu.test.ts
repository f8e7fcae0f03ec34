import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { readSite } from '#api/site/site-file.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { axeViolations } from '#tests/setup/e2e/axe.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { consoleAddresses, storeSession } from '#tests/setup/e2e/console-page.ts';
import { focused, tabTo } from '#tests/setup/e2e/keyboard.ts';
import { layoutDefects } from '#tests/setup/e2e/layout.ts';

const { db } = await cloneDatabase();
await fillDemo(db, { seed: 4, now: new Date() });
// A mail that was given up, and entries of the log.
await consoleAddresses(db);
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const origin = new URL(api.base).origin;
const { newPage } = await openBrowser();
const administrator = await addAdministrator(db);
await addAdministrator(db);

async function open(address: string, options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await newPage({ bypassCSP: true, ...options });
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.goto(origin + address);
  await page.locator('tbody tr:not(.skeleton)').first().waitFor();
  return page;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test.each([
  ['light', 1440],
  ['dark', 1000],
  ['light', 768],
  ['dark', 320],
] as const)('menu, panels and errors have no axe violation: %s, %i px', async (colorScheme, width) => {
  const page = await open('/administrators', { colorScheme, viewport: { width, height: 900 } });
  const check = async () => {
    // Each scheme once.
    if (width >= 1000) expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(layoutDefects)).toEqual([]);
  };
  await button(page, 'Invite').click();
  await button(page, 'Send invitation').click();
  await page.getByText('First Name is required').waitFor();
  await check();
  await button(page, /^Your account/).click();
  await check();
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('heading', { name: 'Emails that couldn’t be sent' }).waitFor();
  await button(page, 'Filters').click();
  await page.getByLabel('What').selectOption({ label: 'Updated' });
  await page.getByRole('list', { name: 'Active filters' }).waitFor();
  // Rows are dimmed while others load.
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  await check();
});

test('the menu works with the keyboard alone, and covers nothing that has the focus', async () => {
  const page = await open('/users');
  await tabTo(page, /^button.*Your account/);
  await page.keyboard.press('Enter');
  const menu = page.getByRole('navigation', { name: 'Your account' });
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  expect(await focused(page)).toMatch(/^button.*Your account/);
  await page.keyboard.press('Space');
  await tabTo(page, /^a.*Administrators/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Administrators' }).waitFor();
  expect(await focused(page)).toContain('h1');
  await menu.waitFor({ state: 'detached' });
});
