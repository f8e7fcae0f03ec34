import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { axeViolations, expectAccessible } from '#tests/setup/e2e/axe.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { tabTo } from '#tests/setup/e2e/keyboard.ts';

const { db } = await cloneDatabase();
const { base } = await serveApi(db);
const { newPage } = await openBrowser();

// The icon of the site, which another server has here, is missing.

test('the description of the API has no axe violation, with everything open, and scrolls down only', async () => {
  const page = await newPage({ bypassCSP: true, expected: /404/ });
  await page.goto(`${base}/docs`);
  await expectAccessible(page, 'closed');
  await page.locator('article details').evaluateAll((all) => {
    for (const details of all.slice(0, 60)) details.setAttribute('open', '');
  });
  expect(await axeViolations(page)).toEqual([]);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth, `${width} pixels`).toBe(clientWidth);
  }
});

test('its policy lets the page have its own style and nothing else, and the keyboard opens a call', async () => {
  const page = await newPage({ viewport: { width: 1280, height: 800 }, expected: /404/ });
  const response = await page.goto(`${base}/docs`);
  expect(response?.headers()['content-security-policy'] ?? '').not.toContain('unsafe');
  expect(await page.locator('body').evaluate((body) => getComputedStyle(body).maxWidth)).toBe('960px');
  await tabTo(page, /^summary +App: users/);
  await page.keyboard.press('Enter');
  await tabTo(page, /Create or update a user/);
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).hash).toBe('#putAppUser');
});
