import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeEach, expect, inject, test } from 'vitest';
import yazl from 'yazl';
import { readSite } from '#api/site/site-file.ts';
import { pageOf, recipe } from '#tests/api/imports/import.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { axeViolations } from '#tests/setup/e2e/axe.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { storeSession } from '#tests/setup/e2e/console-page.ts';
import { focused, tabTo } from '#tests/setup/e2e/keyboard.ts';
import { layoutDefects } from '#tests/setup/e2e/layout.ts';

const { db } = await cloneDatabase();
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const origin = new URL(api.base).origin;
const { newPage } = await openBrowser();
const administrator = await addAdministrator(db);

beforeEach(async () => {
  await db.deleteFrom('recipes').execute();
  await db.deleteFrom('background_jobs').execute();
});

async function openImport(): Promise<Page> {
  const page = await newPage({ bypassCSP: true });
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.goto(`${origin}/recipes/import`);
  await page.getByRole('heading', { name: 'Choose files' }).waitFor();
  return page;
}

async function makeZip(files: Readonly<Record<string, string>>): Promise<string> {
  const zip = new yazl.ZipFile();
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return (await buffer(zip.outputStream)).toString('base64');
}

/** Drops a file as a person does. */
async function drop(page: Page, target: string, { name, base64 }: { name: string; base64: string }) {
  const transfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const bytes = Uint8Array.from(atob(content ?? ''), (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], fileName ?? ''));
      return data;
    },
    [name, base64],
  );
  for (const type of ['dragover', 'drop']) {
    await page.locator(target).dispatchEvent(type, { dataTransfer: transfer });
  }
}

const titles = async () =>
  (
    await db.selectFrom('recipes').where('deleted_at', 'is', null).select('title').orderBy('id').execute()
  ).map(({ title }) => title);

test('a ZIP is dropped; looked at, imported and undone with the keyboard alone', async () => {
  const page = await openImport();
  const { keyboard } = page;
  const base64 = await makeZip({
    'soup.json': pageOf([recipe('Soup'), recipe('S'.repeat(120), { cookTime: 'x'.repeat(250) })]),
    'pages/pie.html': `<script type="application/ld+json">${pageOf([recipe('Pie')])}</script>`,
  });
  // Anywhere on the page, with a name that says nothing.
  await drop(page, 'header.screen-head', { name: 'recipes.backup', base64 });
  expect(page.url()).toBe(`${origin}/recipes/import`);
  await page.getByText('recipes.backup').waitFor();
  await page.locator('.uploads .badge').waitFor();

  await tabTo(page, /^button.*Read the files/);
  await keyboard.press('Enter');
  await page.getByRole('button', { name: 'Import 3 recipes' }).waitFor();
  expect(await focused(page)).toMatch(/^h2/);
  await page.getByText('pages/pie.html').waitFor();
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(layoutDefects), `${width}`).toEqual([]);
    expect(await axeViolations(page), `${width}`).toEqual([]);
  }
  await tabTo(page, /^button.*Import 3 recipes/);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The import is done' }).waitFor();
  expect(await focused(page)).toContain('The import is done');
  expect(await titles()).toEqual(['Soup', 'S'.repeat(120), 'Pie']);

  await tabTo(page, /^button.*Undo this import/);
  await keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Undo this import?' }).waitFor();
  await tabTo(page, /^button.*Undo this import/);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The import is undone' }).waitFor();
  expect(await focused(page)).toContain('The import is undone');
  expect(await titles()).toEqual([]);
  expect(page.url()).toMatch(/\/recipes\/import\?id=\d+$/);
});

test('a large file shows its progress, and Cancel stops it', async () => {
  const page = await openImport();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 200_000,
  });
  const text = `title\n${'Soup\n'.repeat(400_000)}`;
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'large.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByText(/^[1-9]\d?%$/).waitFor();
  await page.getByRole('button', { name: 'Cancel large.csv' }).click();
  expect(await focused(page)).toContain('Choose files');
  await expect.poll(() => page.getByText('large.csv').count()).toBe(0);
  await expect.poll(() => db.selectFrom('import_files').select('id').execute()).toEqual([]);
});
