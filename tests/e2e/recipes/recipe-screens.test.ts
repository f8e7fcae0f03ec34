import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { readSite } from '#api/site/site-file.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { storeSession } from '#tests/setup/e2e/console-page.ts';
import { focused, tabTo } from '#tests/setup/e2e/keyboard.ts';

const { db } = await cloneDatabase();
await fillDemo(db, { seed: 4, now: new Date() });
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const origin = new URL(api.base).origin;
const { newPage } = await openBrowser();
const administrator = await addAdministrator(db);

async function openScreen(address: string): Promise<Page> {
  const page = await newPage();
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.goto(origin + address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

test('the bar is left out on paper only while a recipe is shown', async () => {
  const { id } = await db
    .selectFrom('recipes')
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const page = await openScreen(`/recipes/${id}`);
  await page.getByRole('button', { name: 'Print' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.bar').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Manage Users' }).click();
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.bar').isVisible()).toBe(true);
});

test('after a bulk change by keyboard the heading has the focus', async () => {
  const page = await openScreen('/recipes');
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  for (const keys of [['Enter'], ['Enter', 'Tab', 'Enter']]) {
    await tabTo(page, keys.length === 1 ? /^button .*Unpublish$/ : /^button .*Delete$/);
    for (const key of keys) await page.keyboard.press(key);
    await page.getByRole('region', { name: 'Selected recipes' }).waitFor({ state: 'detached' });
    expect(await focused(page)).toContain('Recipes');
    await page.getByRole('row').nth(2).getByRole('checkbox').check();
  }
});
