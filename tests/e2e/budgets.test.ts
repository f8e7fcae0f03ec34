import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { readSite } from '#api/site/site-file.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { storeSession } from '#tests/setup/e2e/console-page.ts';

/** Downloads until a screen shows its data, in bytes of gzip level 9. */

const { db } = await cloneDatabase();
await fillDemo(db, { seed: 4, now: new Date() });
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const origin = new URL(api.base).origin;
const { newPage } = await openBrowser();
const administrator = await addAdministrator(db);

type Downloads = { script: number; stylesheet: number; requests: number };

async function downloadsUntil(
  address: string,
  waitForData: (page: Page) => Promise<unknown>,
  { counts = /^/ }: { counts?: RegExp } = {},
): Promise<Downloads> {
  const page = await newPage();
  await storeSession(page, { db, api, administratorId: administrator.id });
  const bodies: Promise<{ type: string; bytes: number }>[] = [];
  let counting = true;
  page.on('response', (response) => {
    if (!counting || !counts.test(response.url())) return;
    const type = response.request().resourceType();
    bodies.push(response.body().then((body) => ({ type, bytes: gzipSync(body, { level: 9 }).length })));
  });
  await page.goto(origin + address, { waitUntil: 'commit' });
  await waitForData(page);
  counting = false;
  const loaded = await Promise.all(bodies);
  const sum = (wanted: string) =>
    loaded.reduce((total, { type, bytes }) => total + (type === wanted ? bytes : 0), 0);
  return { script: sum('script'), stylesheet: sum('stylesheet'), requests: loaded.length };
}

/** What a screen asks for after its rows, maybe before the browser says that they are there. */
const BULK_RETRY = 'BulkRetries|RetryBar';
const REST_OF_HOME = 'NeedsAttention|MonthsCard';
const filesOf = (names: string) => new RegExp(`/(${names})\\.[\\w-]+\\.(js|css)$`);
const filesWithout = (names: string) => new RegExp(`^(?!.*${filesOf(names).source})`);

/** Resolves when each of these files of script was loaded, and the styles that came with them. */
const hasLoaded = (names: string) => (page: Page) =>
  page.waitForFunction((parts) => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
    return (
      parts.every((part) => loaded.some((name) => name.includes(`/${part}.`) && name.endsWith('.js'))) &&
      styles.every(({ href }) => loaded.includes(href))
    );
  }, names.split('|'));

const firstRow = (page: Page) => page.locator('tbody tr:not(.skeleton)').first().waitFor();

let usersList: Promise<Downloads> | undefined;
/** What other screens are compared with. */
function downloadsOfUsersList(): Promise<Downloads> {
  usersList ??= downloadsUntil('/users', firstRow);
  return usersList;
}

test('the dashboard: 150,000 bytes of script and 14,000 of style until its newest users show', async () => {
  const newestUser = (page: Page) =>
    page
      .getByRole('link', { name: /^View Details/ })
      .first()
      .waitFor();
  const downloads = await downloadsUntil('/', newestUser, { counts: filesWithout(REST_OF_HOME) });
  expect(downloads.script).toBeGreaterThan(60_000);
  expect(downloads.script).toBeLessThanOrEqual(150_000);
  expect(downloads.stylesheet).toBeGreaterThan(2_000);
  expect(downloads.stylesheet).toBeLessThanOrEqual(14_000);
});

test('the rest of Home: 6,500 bytes with its style, after the newest users', async () => {
  const rest = await downloadsUntil('/', hasLoaded(REST_OF_HOME), { counts: filesOf(REST_OF_HOME) });
  expect(rest.script).toBeGreaterThan(1_000);
  expect(rest.script + rest.stylesheet).toBeLessThanOrEqual(6_500);
});

test('the users list: 150,000 bytes of script, 14,000 of style and 12 requests until its first row', async () => {
  const downloads = await downloadsOfUsersList();
  expect(downloads.script).toBeGreaterThan(60_000);
  expect(downloads.script).toBeLessThanOrEqual(150_000);
  expect(downloads.stylesheet).toBeGreaterThan(2_000);
  expect(downloads.stylesheet).toBeLessThanOrEqual(14_000);
  // Two of them may be asked for before the browser says that the row is there.
  expect(downloads.requests).toBeLessThanOrEqual(12);
});

test('the recipe editor: 30,000 bytes of script beyond the recipes list; each adds 2,500 of style', async () => {
  const users = await downloadsOfUsersList();
  const list = await downloadsUntil('/recipes', firstRow);
  const editor = await downloadsUntil('/recipes/new', (page) => page.getByLabel('Title').waitFor());
  // The list has the code of its filters and of its bulk changes.
  expect(editor.script - list.script).toBeGreaterThan(2_000);
  expect(editor.script - list.script).toBeLessThanOrEqual(30_000);
  for (const { stylesheet } of [list, editor]) {
    expect(stylesheet - users.stylesheet).toBeGreaterThan(500);
    expect(stylesheet - users.stylesheet).toBeLessThanOrEqual(2_500);
  }
});

test('the import: 15,000 bytes of script and 2,500 of style beyond the users list', async () => {
  const users = await downloadsOfUsersList();
  const screen = await downloadsUntil('/recipes/import', (page) =>
    page.getByText('No imports yet.').waitFor(),
  );
  expect(screen.script - users.script).toBeGreaterThan(2_000);
  expect(screen.script - users.script).toBeLessThanOrEqual(15_000);
  expect(screen.stylesheet - users.stylesheet).toBeLessThanOrEqual(2_500);
});

test('the retry of many payments: 6,500 bytes with its style, after the rows', async () => {
  const bulk = await downloadsUntil('/payment-recovery', hasLoaded(BULK_RETRY), {
    counts: filesOf(BULK_RETRY),
  });
  expect(bulk.script).toBeGreaterThan(1_000);
  expect(bulk.stylesheet).toBeGreaterThan(200);
  expect(bulk.script + bulk.stylesheet).toBeLessThanOrEqual(6_500);
});

test('payment recovery: 15,000 bytes of script and 2,500 of style beyond the users list', async () => {
  const users = await downloadsOfUsersList();
  const payments = await downloadsUntil('/payment-recovery', firstRow, {
    counts: filesWithout(BULK_RETRY),
  });
  expect(payments.script - users.script).toBeGreaterThan(1_000);
  expect(payments.script - users.script).toBeLessThanOrEqual(15_000);
  expect(payments.stylesheet - users.stylesheet).toBeGreaterThan(300);
  expect(payments.stylesheet - users.stylesheet).toBeLessThanOrEqual(2_500);
});

test('store connections: 15,000 bytes of script and 2,500 of style beyond the users list', async () => {
  const users = await downloadsOfUsersList();
  const screen = await downloadsUntil('/payment-recovery/stores', (page) =>
    page.getByText('Every purchase has a user.').waitFor(),
  );
  expect(screen.script - users.script).toBeGreaterThan(1_000);
  expect(screen.script - users.script).toBeLessThanOrEqual(15_000);
  expect(screen.stylesheet - users.stylesheet).toBeGreaterThan(50);
  expect(screen.stylesheet - users.stylesheet).toBeLessThanOrEqual(2_500);
});

test.each([
  ['/activity', 'Activity'],
  ['/administrators', 'Administrators'],
  ['/payment-recovery/figures', 'Recovery by store'],
  ['/payment-recovery/refunds', 'Refund requests'],
])('%s: 15,000 bytes of script and 2,500 of style beyond the users list', async (address, title) => {
  const users = await downloadsOfUsersList();
  const screen = await downloadsUntil(address, (page) =>
    page.getByRole('table', { name: title }).or(page.getByText('No Record Found').first()).first().waitFor(),
  );
  // It may have less than a list, but not less than the start of the console.
  expect(screen.script).toBeGreaterThan(100_000);
  expect(screen.script - users.script).toBeLessThanOrEqual(15_000);
  expect(screen.stylesheet - users.stylesheet).toBeGreaterThan(50);
  expect(screen.stylesheet - users.stylesheet).toBeLessThanOrEqual(2_500);
});
