import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import { fillDemo } from '#api/demo/fill.ts';
import { readSite } from '#api/site/files.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { axeViolations } from '#tests/setup/e2e/axe.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { consoleAddresses } from '#tests/setup/e2e/console-page.ts';

const { db } = await cloneDatabase();
await fillDemo(db, { seed: 4, now: new Date() });
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const origin = new URL(api.base).origin;
const { newPage } = await openBrowser();
const administrator = await addAdministrator(db);

const addresses = await consoleAddresses(db);

/** How the API answers. */
const states: Record<string, (page: Page) => Promise<unknown>> = {
  full: async () => {},
  loading: (page) => page.route('**/api/v1/admin/**', () => new Promise<void>(() => {})),
  failed: (page) =>
    page.route('**/api/v1/admin/**', (route) => route.fulfill({ status: 500, json: { message: 'Broken.' } })),
  'failing with a page': (page) =>
    page.route('**/api/v1/admin/**', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' })),
  'cut off': (page) => page.route('**/api/v1/admin/**', (route) => route.abort()),
  'wrong-typed': (page) =>
    page.route('**/api/v1/admin/**', (route) => route.fulfill({ json: { status: 200, data: 'surprise' } })),
  empty: (page) =>
    page.route('**/api/v1/admin/**', (route) => {
      const isRecipes = route.request().url().includes('/recipes');
      return route.fulfill({ json: { status: 200, data: isRecipes ? { recipes: [] } : [], total: 0 } });
    }),
};

/** The widest has columns beyond the specification. */
const views = [
  ['light', 1440],
  ['light', 1280],
  ['dark', 1280],
  ['dark', 320],
  ['light', 320],
] as const;

async function openScreen(address: string, state: string) {
  const page = await newPage({
    bypassCSP: true,
    viewport: { width: 1440, height: 900 },
    expected: /500|502|ERR_FAILED|404/,
  });
  const tokens = await openSession(db, { userId: administrator.id, rememberMe: false }, api.clock.now);
  await page.addInitScript(
    ([token, refresh]) => {
      localStorage.setItem('access_token', token ?? '');
      localStorage.setItem('refresh_token', refresh ?? '');
    },
    [tokens.token, tokens.refreshToken],
  );
  await states[state]?.(page);
  await page.goto(origin + address);
  await page.getByRole('heading', { level: 1 }).or(page.getByText('not found')).first().waitFor();
  if (state !== 'loading') await page.waitForLoadState('networkidle');
  return page;
}

/** One page for all views, which is much faster than opening it for each. */
async function expectAccessible(page: Page, part = '') {
  for (const [colorScheme, width] of views) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await settleColors(page);
    const view = `${part} ${colorScheme} ${width}`;
    let violations = await axeViolations(page);
    if (violations.length > 0) {
      // A toast may have been fading out.
      await settleColors(page);
      violations = await axeViolations(page);
    }
    expect.soft(violations, view).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, view).toBe(0);
  }
}

/** A color on its way to another one has another contrast. */
const settleColors = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

describe.each(addresses.map((address) => address.replace(/\d+/, ':id')))('%s', (pattern) => {
  const address = addresses.find((candidate) => candidate.replace(/\d+/, ':id') === pattern) ?? '/';

  test.each(Object.keys(states))('%s: no axe violation, no horizontal scrolling', async (state) => {
    await expectAccessible(await openScreen(address, state));
  });
});

/** Pages of one user beside the first one with a subscription. */
const people: Record<string, () => Promise<{ id: number }>> = {
  'with a deletion under way': () =>
    db.selectFrom('users').where('is_deletion_under_way', '=', true).select('id').executeTakeFirstOrThrow(),
  'with failed payments': () =>
    db
      .selectFrom('failed_payments')
      .where('state', '=', 'unchecked')
      .select('user_id as id')
      .executeTakeFirstOrThrow(),
  'who is an administrator': async () => administrator,
};

test.each(Object.keys(people))('the page of a user %s, with what is shown on demand', async (kind) => {
  const user = await people[kind]?.();
  const page = await openScreen(`/users/${user?.id}`, 'full');
  const charges = page.getByRole('button', { name: /^Charges of/ }).first();
  if ((await charges.count()) > 0) {
    await charges.click();
    await page
      .getByRole('list', { name: /^Charges of/ })
      .or(page.getByText('Nothing was charged.'))
      .waitFor();
  }
  await expectAccessible(page);
  if (kind === 'with a deletion under way') {
    await page.getByRole('button', { name: 'Stop deletion' }).click();
    await expectAccessible(page, 'question');
  }
});
