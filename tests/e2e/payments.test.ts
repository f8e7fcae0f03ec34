import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { readSite } from '#api/site/files.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { axeViolations } from '#tests/setup/e2e/axe.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { storeSession } from '#tests/setup/e2e/console-page.ts';
import { layoutShifts } from '#tests/setup/e2e/vitals.ts';

const { db } = await cloneDatabase();
await fillDemo(db, { seed: 4, now: new Date() });
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const origin = new URL(api.base).origin;
const { newPage } = await openBrowser();
const administrator = await addAdministrator(db);

type View = { scheme?: 'light' | 'dark'; width?: number };

async function openPayments(search: string, { scheme = 'light', width = 1280 }: View = {}): Promise<Page> {
  const page = await newPage({ bypassCSP: true, colorScheme: scheme, viewport: { width, height: 900 } });
  await page.clock.install();
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.goto(`${origin}/payment-recovery${search}`);
  await page
    .getByText(/^Showing|^No Record Found/)
    .first()
    .waitFor();
  return page;
}

/** The store still fails for the first payment. */
async function check(page: Page): Promise<void> {
  await page.route('**/retry/*', (route) =>
    route.fulfill({
      json: { success: false, message: 'The subscription is on hold.', outcome: 'still_failing' },
    }),
  );
  await page
    .getByRole('button', { name: /^Retry payment/ })
    .first()
    .click();
  await page.getByText('Not paid yet').first().waitFor();
  await page.route('**/checks', (route) => {
    const attempt = { at: new Date().toISOString(), by: 'Ada King (ada@example.com)' };
    const words = { outcome: 'still_failing', message: 'The subscription is on hold.' };
    return route.fulfill({ json: { data: [{ id: 'a', ...attempt, ...words }] } });
  });
}

/** Half a minute later the first payment has left, and there is a new one. */
async function pollWithChanges(page: Page): Promise<void> {
  await page.route('**/failed-payments', async (route) => {
    const answer = await (await route.fetch()).json();
    const [first, ...others] = answer.data.payments;
    await route.fulfill({
      json: {
        ...answer,
        data: { payments: [{ ...first, id: 900_000, email: 'new@example.com' }, ...others] },
      },
    });
  });
  await page.clock.fastForward(30_000);
  await page.getByText('1 new failed payment.').waitFor();
}

const states: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'with the filters': async (page) => {
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Platform').selectOption('ios');
    await page.getByRole('button', { name: /^Remove the filter Platform/ }).waitFor();
  },
  'with attempts': async (page) => {
    await check(page);
    await page
      .getByRole('button', { name: /^Attempts/ })
      .first()
      .click();
    await page.getByText('Ada King').waitFor();
  },
  'with a payment that has left, and a new one': async (page) => {
    await page.locator('tbody tr').nth(1).hover();
    await pollWithChanges(page);
    await page.getByText('Recovered by a colleague').waitFor();
  },
};

async function expectAccessible(page: Page, name: string): Promise<void> {
  expect(await axeViolations(page), name).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, name).toBe(0);
}

const views = [
  { scheme: 'light', width: 1280 },
  { scheme: 'light', width: 1440 },
  { scheme: 'dark', width: 320 },
] as const;

test.each(Object.entries(states))('%s: no axe violation, no horizontal scrolling', async (_, prepare) => {
  for (const view of views) {
    const page = await openPayments('', view);
    await prepare(page);
    await expectAccessible(page, JSON.stringify(view));
  }
});

test.each(['?state=recovered', '?keyword=zzzz&state=unchecked', '?sort=deadline'])(
  '%s: no axe violation, no horizontal scrolling',
  async (search) => {
    for (const view of views) await expectAccessible(await openPayments(search, view), JSON.stringify(view));
  },
);

test.each([320, 768, 1280, 1440])('%i px: nothing moves while the list loads', async (width) => {
  const page = await openPayments('', { width });
  expect(await layoutShifts(page)).toEqual([]);
});

test.each([320, 1280, 1440])('%i px: what others do moves no row under the pointer', async (width) => {
  const page = await openPayments('', { width });
  const row = page.locator('tbody tr').nth(1);
  await row.hover();
  const before = await row.boundingBox();
  await pollWithChanges(page);
  await page.getByText('Recovered by a colleague').waitFor();
  expect(await row.boundingBox()).toEqual(before);
});
