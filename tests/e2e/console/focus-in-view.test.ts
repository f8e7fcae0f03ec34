import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { readSite } from '#api/site/site-file.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { openBrowser, untilSettled } from '#tests/setup/e2e/browser.ts';
import { storeSession } from '#tests/setup/e2e/console-page.ts';

/** On a phone with a keyboard, what has the focus stays in view when something above it grows or shrinks. */

const { db } = await cloneDatabase();
await fillDemo(db, { seed: 8, now: new Date() });
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const { origin } = new URL(api.base);
const { newPage } = await openBrowser();
const administrator = await addAdministrator(db);

async function openScreen(address: string): Promise<Page> {
  const page = await newPage({
    viewport: { width: 320, height: 640 },
    reducedMotion: 'reduce',
    getsRoutesLater: true,
  });
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.goto(origin + address);
  // What arrives later moves what is below it.
  await untilSettled(page);
  return page;
}

/** The lowest part of the focused element, from the top of the window, and where the free window ends. */
const places = (page: Page) =>
  page.evaluate(() => ({
    focused: document.activeElement?.textContent ?? '',
    bottom: Math.round(document.activeElement?.getBoundingClientRect().bottom ?? 0),
    end: Math.round(document.querySelector('.save-bar')?.getBoundingClientRect().top ?? innerHeight),
  }));

async function expectInView(page: Page, text?: string) {
  const { focused, bottom, end } = await places(page);
  if (text !== undefined) expect(focused).toBe(text);
  expect(bottom, focused).toBeLessThanOrEqual(end);
  expect(bottom, focused).toBeGreaterThan(0);
}

test('Next and Previous of a list, with longer and shorter pages', async () => {
  const page = await openScreen('/users');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByText('Page 1 of').waitFor();
  // The first page is shorter.
  await db
    .updateTable('users')
    .set({ first_name: 'A name that is too long for one line of a phone' })
    .where('id', 'not in', (query) =>
      query.selectFrom('users').select('id').orderBy('created_at', 'desc').limit(10),
    )
    .execute();
  await pages.getByRole('button', { name: 'Next' }).focus();
  await pages.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await page.keyboard.press('Enter');
  await pages.getByText(/^Showing 11 to 20/).waitFor();
  await expectInView(page, 'Next');
});

test('Retry, above which the outcome of the check appears', async () => {
  const page = await openScreen('/payment-recovery');
  await page.route('**/retry/*', (route) =>
    route.fulfill({
      json: { success: false, message: 'The subscription is on hold. '.repeat(6), outcome: 'still_failing' },
    }),
  );
  const retry = page.getByRole('button', { name: /^Retry payment/ }).nth(1);
  await retry.focus();
  await retry.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await page.keyboard.press('Enter');
  await page.getByText('Not paid yet').first().waitFor();
  await expectInView(page, 'Retry');
});

test('Add note, below which the note appears', async () => {
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const page = await openScreen(`/users/${id}`);
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await page.getByLabel('New note').fill('A long note. '.repeat(40));
  const button = page.getByRole('button', { name: 'Add note' });
  await button.focus();
  await button.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await page.keyboard.press('Enter');
  await page.locator('.timeline [data-kind="note"]').first().waitFor();
  await expectInView(page, 'Add note');
});

test('every field of a recipe, above the bar with Save', async () => {
  const page = await openScreen('/recipes/new');
  await page.getByLabel('Title').focus();
  const seen = new Set<string>();
  while ((await places(page)).focused !== 'Save') {
    await expectInView(page);
    seen.add((await places(page)).focused);
    await page.keyboard.press('Tab');
  }
  expect([...seen]).toContain('Paste steps');
});
