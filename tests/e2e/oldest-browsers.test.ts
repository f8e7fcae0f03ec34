import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserNames } from '#site/build/browsers.ts';
import { makePicture } from '#tests/setup/api/pictures.ts';
import { consoleAddresses, storeSession } from '#tests/setup/e2e/console-page.ts';
import { serveDemoConsole } from '#tests/setup/e2e/demo-console.ts';
import { removeNewerFeatures } from '#tests/setup/site/browser-support.ts';

/** Chromium without what the oldest supported browsers lack. */

const { db, api, origin, newPage, administrator } = await serveDemoConsole();

async function openPage(): Promise<Page> {
  const page = await newPage();
  await page.addInitScript(removeNewerFeatures());
  await storeSession(page, { db, api, administratorId: administrator.id });
  return page;
}

test('every screen opens, and no function is missing', async () => {
  const page = await openPage();
  for (const address of await consoleAddresses(db)) {
    await page.goto(origin + address);
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('body').innerText(), address).not.toMatch(
      /Unexpected|is not a function|couldn’t be loaded/,
    );
  }
  expect(
    await page.evaluate(() => ['any' in AbortSignal, 'parse' in URL, 'union' in Set.prototype, 'at' in []]),
  ).toEqual([false, false, false, true]);
});

test('a file is imported, whatever its name', async () => {
  const page = await openPage();
  await page.goto(`${origin}/recipes/import`);
  await page.locator('input[type=file]').setInputFiles({
    name: 'soups of the 70s.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('title,ingredients,instructions\nLeek soup,1 leek,Boil\n'),
  });
  await page.getByRole('button', { name: 'Read the files' }).click();
  await page.getByRole('button', { name: 'Import 1 recipe' }).waitFor();
});

test.each(['/users', '/recipes'])('%s is exported', async (address) => {
  const page = await openPage();
  await page.goto(origin + address);
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /CSV/ }).first().click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

test('a picture is uploaded, and shown of a deleted recipe, too', async () => {
  const page = await openPage();
  await page.goto(`${origin}/recipes/new`);
  await page.getByLabel('Title', { exact: true }).fill('Old soup');
  await page.getByLabel('Video address').fill('https://video.example/soup');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'soup.jpg', mimeType: 'image/jpeg', buffer: await makePicture() });
  await page.locator('.preview img').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Everything is saved').waitFor();
  await db
    .updateTable('recipes')
    .set({ deleted_at: api.clock.now })
    .where('title', '=', 'Old soup')
    .execute();
  await page.goto(page.url().replace('/edit', ''));
  const width = () =>
    page.locator('.recipe-facts img').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBe(320);
});

test('an unsaved draft is offered again', async () => {
  const page = await openPage();
  await page.goto(`${origin}/recipes/new`);
  await page.getByLabel('Title', { exact: true }).fill('Half a soup');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Restore' }).click();
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Half a soup');
});

test('an older browser is told at the start which ones the console needs', async () => {
  const page = await newPage();
  await page.addInitScript('delete Array.prototype.toSorted');
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.goto(`${origin}/users`);
  expect(await page.getByRole('alert').innerText()).toBe(
    `The console needs a newer browser: ${browserNames} or newer.`,
  );
});
