import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { makePicture } from '#tests/setup/api/pictures.ts';
import { takePort } from '#tests/setup/api/port.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { whileNothingElseBuilds } from '#tests/setup/site/build-lock.ts';
import { buildSite } from '#tests/setup/site/site.ts';
import { hostStatically } from '#tests/setup/site/static-host.ts';

/** The export on a static host, our API on another origin, which it allows. */

const port = await takePort();
const apiOrigin = `http://127.0.0.1:${port}`;
const publicApiUrl = `${apiOrigin}/api/v1`;
const parent = mkdtempSync(join(tmpdir(), 'mealwright-cross-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));
await whileNothingElseBuilds(() => buildSite(join(parent, 'dist'), { PUBLIC_API_URL: publicApiUrl }));
const allowed = await hostStatically(join(parent, 'dist'));
const forbidden = await hostStatically(join(parent, 'dist'));
const { db } = await cloneDatabase();
await fillDemo(db, { seed: 5, now: new Date() });
const administrator = await addAdministrator(db);
await serveApi(
  db,
  { environment: { allowedOrigins: [allowed], publicApiUrl, trustedProxies: [] } },
  { port },
);
const { newPage } = await openBrowser();

test('the console works from an allowed origin, pictures too', async () => {
  const page = await newPage({ origins: [apiOrigin] });
  const pictures: number[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'image' && response.url().startsWith(apiOrigin)) {
      pictures.push(response.status());
    }
  });
  await page.goto(`${allowed}/login`);
  await page.getByLabel('Email', { exact: true }).fill(administrator.email);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Monthly Subscription Stats' }).waitFor();
  await page.getByRole('link', { name: 'Manage Users' }).click();
  await page.getByText('Showing 1 to 10 of 251').waitFor();
  await page.getByRole('link', { name: 'Manage Recipes' }).click();
  await page.getByText('Showing 1 to 10 of 62').waitFor();
  const picture = page.locator('tbody img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(new Set(pictures)).toEqual(new Set([200]));

  await page.goto(`${allowed}/recipes/new`);
  await page.getByLabel('Title', { exact: true }).fill('Soup');
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'soup.jpg', mimeType: 'image/jpeg', buffer: await makePicture() });
  const uploaded = page.locator('.preview img');
  await expect
    .poll(() => uploaded.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Everything is saved').waitFor();
  // The browser has the public answer, which its own request with the token must not take.
  await db.updateTable('recipes').set({ deleted_at: new Date() }).where('title', '=', 'Soup').execute();
  await page.goto(`${allowed}/recipes?state=deleted`);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);

  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Logout' }).click()]);
  const live = await db.selectFrom('sessions').where('revoked_at', 'is', null).selectAll().execute();
  expect(live).toEqual([]);
});

test('the browser blocks another origin, and the form shows an error', async () => {
  const page = await newPage({ origins: [apiOrigin], expected: /CORS|ERR_FAILED/ });
  await page.goto(`${forbidden}/login`);
  await page.getByLabel('Email', { exact: true }).fill(administrator.email);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('The server can’t be reached.').waitFor();
});
