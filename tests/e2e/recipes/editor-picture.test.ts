import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, inject, test } from 'vitest';
import { readSite } from '#api/site/site-file.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { makePicture } from '#tests/setup/api/pictures.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { axeViolations } from '#tests/setup/e2e/axe.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { storeSession } from '#tests/setup/e2e/console-page.ts';
import { layoutDefects } from '#tests/setup/e2e/layout.ts';

const { db } = await cloneDatabase();
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const origin = new URL(api.base).origin;
const administrator = await addAdministrator(db);
const { newPage } = await openBrowser();

async function openEditor(options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await newPage(options);
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.goto(`${origin}/recipes/new`);
  await page.getByLabel('Title', { exact: true }).fill('Soup');
  return page;
}

const preview = (page: Page) => page.locator('.preview img');
const loadedWidth = (page: Page, selector: string) =>
  page.locator(selector).evaluate((image: HTMLImageElement) => image.naturalWidth);
/** On the page, which may have scrolled. */
const boxOfPicture = (page: Page) =>
  page.locator('.preview .picture').evaluate((picture) => {
    const { x, y, width, height } = picture.getBoundingClientRect();
    return { x, y: y + scrollY, width, height };
  });
const address = (page: Page) => page.getByLabel('Picture address').inputValue();

/** About 8 MB: no file of noise is smaller. */
const largeFile = async () => ({
  name: 'noise.png',
  mimeType: 'image/png',
  buffer: await sharp({
    create: {
      width: 1_900,
      height: 1_400,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  })
    .png()
    .toBuffer(),
});

test('a chosen picture is shown in its size without a shift, saved, and hidden with its recipe', async () => {
  const page = await openEditor({ bypassCSP: true });
  const box = await boxOfPicture(page);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a picture' }).press('Enter'),
  ]);
  await chooser.setFiles({ name: 'soup.jpg', mimeType: 'image/jpeg', buffer: await makePicture() });
  await preview(page).waitFor();
  expect(await boxOfPicture(page)).toEqual(box);
  await expect.poll(() => loadedWidth(page, '.preview img')).toBeGreaterThan(0);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Everything is saved').waitFor();
  const { id, image_url } = await db
    .selectFrom('recipes')
    .select(['id', 'image_url'])
    .executeTakeFirstOrThrow();
  expect((await fetch(`${api.base}/${image_url}`)).status).toBe(200);

  await db.updateTable('recipes').set({ deleted_at: api.clock.now }).execute();
  expect((await fetch(`${api.base}/${image_url}`)).status).toBe(404);
  await db.updateTable('recipes').set({ deleted_at: null }).execute();
  await page.goto(`${origin}/recipes`);
  await expect.poll(() => loadedWidth(page, 'tbody img')).toBeGreaterThan(0);
  // 56 pixels high, half as wide again.
  expect(await page.locator('tbody img').evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(
    /\/320\.webp$/,
  );
  expect(id).toBeGreaterThan(0);
});

test('the security policy allows everything that a deleted recipe shows', async () => {
  const page = await openEditor();
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'soup.jpg', mimeType: 'image/jpeg', buffer: await makePicture() });
  await expect.poll(() => address(page)).toMatch(/\/1280\.webp$/);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Everything is saved').waitFor();
  const { id } = await db
    .selectFrom('recipes')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.updateTable('recipes').set({ deleted_at: api.clock.now }).where('id', '=', id).execute();
  await page.goto(`${origin}/recipes/${id}`);
  await expect.poll(() => loadedWidth(page, '.recipe-facts img')).toBe(320);
});

test('a slow upload shows its progress at 320 pixels, and Cancel ends it', async () => {
  const page = await openEditor({ bypassCSP: true, viewport: { width: 320, height: 700 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const limitUpload = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
    });
  await limitUpload(1_000_000);
  await page.getByLabel('Picture address').fill('/api/v1/pictures/egg.svg');
  const posted = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
  await page.locator('input[type="file"]').setInputFiles(await largeFile());
  const bar = page.getByRole('progressbar', { name: 'Upload of the picture' });
  await expect.poll(() => bar.evaluate((element: HTMLProgressElement) => element.value)).toBeGreaterThan(4);
  await page.getByText(/^[1-9]\d?%$/).waitFor();
  // It can't end before it is canceled.
  await limitUpload(1_000);
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(layoutDefects)).toEqual([]);
  const small = await page
    .locator('.picture-upload button')
    .evaluateAll((buttons) =>
      buttons.filter((one) => one.getBoundingClientRect().height < 24).map((one) => one.textContent),
    );
  expect(small).toEqual([]);
  await page.getByRole('button', { name: 'Cancel upload' }).press('Enter');
  await bar.waitFor({ state: 'detached' });
  await posted;
  expect(await address(page)).toBe('/api/v1/pictures/egg.svg');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Choose a picture');
});

test('pictures are dropped and pasted', async () => {
  const page = await openEditor();
  const bytes = [...(await makePicture())];
  for (const [type, target] of [
    ['drop', '.preview'],
    ['paste', 'input[name="image_url"]'],
  ] as const) {
    const before = await address(page);
    await page.locator(target).evaluate(
      (element, [kind, content]) => {
        const transfer = new DataTransfer();
        const part = kind === 'drop' ? content : [...content, 0];
        transfer.items.add(new File([new Uint8Array(part)], 'soup.jpg', { type: 'image/jpeg' }));
        const init = { bubbles: true, cancelable: true };
        element.dispatchEvent(
          kind === 'drop'
            ? new DragEvent('drop', { ...init, dataTransfer: transfer })
            : new ClipboardEvent('paste', { ...init, clipboardData: transfer }),
        );
      },
      [type, bytes] as const,
    );
    await expect.poll(() => address(page)).not.toBe(before);
    await expect.poll(() => address(page)).toMatch(/\/1280\.webp$/);
  }
});
