import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from '#tests/setup/e2e/axe.ts';
import { storeSession } from '#tests/setup/e2e/console-page.ts';
import { serveDemoConsole } from '#tests/setup/e2e/demo-console.ts';
import { keepHeadlineWidth, layoutShifts } from '#tests/setup/e2e/vitals.ts';

/** Filters, order and export of the users list in a browser. */

const { db, api, origin, newPage, administrator } = await serveDemoConsole();
const row = (page: Page) => page.locator('tbody tr:not(.skeleton)').first();

async function openList(address: string, options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await newPage(options);
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.goto(origin + address, { waitUntil: 'commit' });
  return page;
}

test.each([360, 800, 1440])('at %i px the answer moves nothing that is above the rows', async (width) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const page = await newPage({ viewport: { width, height: 900 }, expected: /ERR_FAILED/ });
  await keepHeadlineWidth(page);
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.route(`${api.base}/admin/users?*`, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${origin}/users`, { waitUntil: 'commit' });
  await page.locator('tr.skeleton').first().waitFor();
  const places = () =>
    page.locator('h1, .search, thead th, tbody tr:first-child').evaluateAll((elements) =>
      elements.map((element) => {
        const { x, y } = element.getBoundingClientRect();
        return [element.textContent, Math.round(x), Math.round(y)].slice(element.matches('tr') ? 2 : 0);
      }),
    );
  const before = await places();
  release();
  await row(page).waitFor();
  await page.waitForLoadState('networkidle');
  const y = (all: unknown[][]) => all.map((place) => place.at(-1));
  expect(y(await places())).toEqual(y(before));
  expect(await layoutShifts(page)).toEqual([]);
});

test.each(['light', 'dark'] as const)(
  'the panels are usable by keyboard and pass axe: %s',
  async (colorScheme) => {
    for (const width of [320, 1280]) {
      const page = await openList('/users', {
        bypassCSP: true,
        colorScheme,
        viewport: { width, height: 900 },
      });
      await row(page).waitFor();
      await page.getByRole('button', { name: 'Filters' }).focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('Subscription').waitFor();
      // Columns, Export, the first filter.
      for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('label')?.textContent)).toMatch(
        /^Status/,
      );
      expect(await axeViolations(page)).toEqual([]);
      await page.locator('.filter-fields select').first().selectOption('suspended');
      await page.getByRole('button', { name: /^Remove the filter Status/ }).waitFor();
      // Rows that are about to be replaced are pale.
      await page.locator('.table-frame[aria-busy="true"]').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('button', { name: 'CSV' }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Columns' }).press('Enter');
      await page.getByRole('checkbox', { name: 'Phone' }).press('Space');
      await page.getByRole('columnheader', { name: 'Phone' }).waitFor({ state: 'detached' });
      expect(await axeViolations(page)).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      await page.close();
    }
  },
);

test('an export is saved under the name of its filter', async () => {
  const page = await openList('/users?status=suspended');
  await row(page).waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^users-suspended-\d{4}-\d\d-\d\d\.csv$/);
});
