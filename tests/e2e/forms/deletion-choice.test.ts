import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { product } from '#brand/product.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { focused, tabTo } from '#tests/setup/e2e/keyboard.ts';
import { hostStatically } from '#tests/setup/site/static-host.ts';

const origin = await hostStatically(inject('siteFolder'));
const { newPage } = await openBrowser();

/** The last one is 404.html. */
const addresses = ['/delete-account/confirm', '/delete-account/a-token'];

const keep = (page: Page) => page.getByRole('link', { name: 'Keep my account' });
const remove = (page: Page) => page.getByRole('button', { name: 'Delete my account' });
const kept = (page: Page) => page.getByRole('status').filter({ hasText: 'Nothing was deleted' });

test.each(addresses)('%s: what goes, what stays, the subscription, then two equal choices', async (path) => {
  const page = await newPage({ expected: /404/ });
  // The file without a token shows no button: see site.test.ts.
  if (path.endsWith('confirm')) {
    await page.route(`${origin}/delete-account/a-token`, async (route) =>
      route.fulfill({ response: await route.fetch({ url: origin + path }) }),
    );
  }
  await page.goto(`${origin}/delete-account/a-token`);
  await remove(page).waitFor();
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const headings = await page.getByRole('heading').filter({ visible: true }).allTextContents();
    expect(headings.map((text) => text.trim())).toEqual([
      `Delete your ${product.name} account?`,
      'What we delete',
      'What we keep, and for how long',
      'Your subscription continues',
    ]);
    const [facts, one, other] = await Promise.all(
      [page.locator('.facts').filter({ visible: true }), remove(page), keep(page)].map((part) =>
        part.boundingBox(),
      ),
    );
    expect((facts?.y ?? 0) + (facts?.height ?? 0)).toBeLessThan(one?.y ?? 0);
    expect(one?.width).toBeCloseTo(other?.width ?? 0, 0);
    expect(one?.height).toBeCloseTo(other?.height ?? 0, 0);
    expect(one?.height).toBeGreaterThanOrEqual(44);
  }
});

test('keeping the account calls nothing, takes the focus, and leads back to the choice', async () => {
  const page = await newPage({ expected: /404/ });
  await page.goto(`${origin}/delete-account/a-token`, { waitUntil: 'networkidle' });
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await tabTo(page, /^button.*Delete my account/);
  await page.keyboard.press('Tab');
  expect(await focused(page)).toMatch(/^a.*Keep my account/);
  await page.keyboard.press('Enter');
  await kept(page).waitFor();
  expect(await focused(page)).toContain('Nothing was deleted');
  expect(await remove(page).count()).toBe(0);
  expect(await keep(page).count()).toBe(0);

  await page.keyboard.press('Tab');
  expect(await focused(page)).toMatch(/^a.*Back to the two choices/);
  await page.keyboard.press('Enter');
  await remove(page).waitFor();
  expect(await kept(page).count()).toBe(0);
  await page.keyboard.press('Tab');
  expect(await focused(page)).toMatch(/^button.*Delete my account/);
  // Scripts and icons only.
  expect(calls.filter((address) => !/\/_astro\/|icon/.test(address))).toEqual([]);
});

test('without JavaScript the account can be kept', async () => {
  const page = await newPage({ javaScriptEnabled: false });
  await page.goto(`${origin}/delete-account/confirm`);
  expect(await remove(page).count()).toBe(0);
  await keep(page).click();
  await kept(page).waitFor();
  await page.getByRole('link', { name: 'Back to the two choices' }).click();
  await keep(page).waitFor();
});

test('after a deletion the message that nothing was deleted never shows', async () => {
  const page = await newPage({ expected: /404/ });
  await page.route('**/auth/verify-delete-account-request', (route) =>
    route.fulfill({ json: { status: 200, message: 'Your account is closed.' } }),
  );
  await page.goto(`${origin}/delete-account/a-token`);
  await remove(page).waitFor();
  await keep(page).click();
  await page.getByRole('link', { name: 'Back to the two choices' }).click();
  await remove(page).click();
  await page.getByText('Your account is closed.').waitFor();
  await page.goBack();
  expect(page.url()).toContain('#kept');
  expect(await kept(page).count()).toBe(0);
  expect(await page.getByText('Your account is closed.').isVisible()).toBe(true);
});

test('on a phone the button works before it is scrolled to, so that Tab reaches it first', async () => {
  const page = await newPage({ expected: /404/, viewport: { width: 320, height: 640 } });
  await page.goto(`${origin}/delete-account/a-token`);
  await page.locator('.choices button:not([disabled])').waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
