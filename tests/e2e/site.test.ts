import type { Locator, Page, Request } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { product } from '#brand/product.ts';
import { listStaticScreens } from '#console/routes.ts';
import { dishes } from '#site/components/landing/kitchen/kitchen.ts';
import { publicPages } from '#site/content/pages.ts';
import { openBrowser, openWithoutScripts, untilSettled } from '#tests/setup/e2e/browser.ts';
import { hostStatically } from '#tests/setup/site/static-host.ts';
import { pages } from '#tests/site/built-site.ts';

const origin = await hostStatically(inject('siteFolder'));
const { newPage } = await openBrowser();

/** Console screens, as files for hosts without rewrites. */
const forAdministrators = listStaticScreens().map(({ address }) => address);

test.each(publicPages)('$path can be read with JavaScript off', async ({ path, headline }) => {
  const page = await newPage({ javaScriptEnabled: false });
  const response = await page.goto(origin + path);
  expect(response?.status()).toBe(200);
  await page.getByRole('heading', { level: 1, name: headline }).waitFor();
  expect(await page.getByRole('button').count()).toBe(0);
});

test('the tests cover every page of the site', () => {
  const known = [...publicPages.map(({ path }) => path), ...forAdministrators, '/404.html'];
  expect([...pages].sort()).toEqual(known.sort());
});

test.each(forAdministrators)('%s asks for a sign-in with JavaScript off', async (path) => {
  const page = await newPage({ javaScriptEnabled: false });
  expect((await page.goto(origin + path))?.status()).toBe(200);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor();
});

test('the kitchen works with JavaScript off, on a phone', async () => {
  const page = await newPage({ javaScriptEnabled: false, viewport: { width: 412, height: 823 } });
  await page.goto(origin);
  const kitchen = page.locator('.kitchen');
  const ready = kitchen.getByText('You can cook this');
  const boxes = kitchen.getByRole('checkbox');

  for (const box of await boxes.all()) await box.uncheck();
  await expect.poll(() => ready.filter({ visible: true }).count()).toBe(0);
  expect(await announcedCount(page)).toBe(`You can cook 0 of these ${dishes.length} dishes`);

  await boxes.and(page.getByLabel('Rice')).check();
  await boxes.and(page.getByLabel('Eggs')).check();
  expect(await ready.filter({ visible: true }).count()).toBe(0);
  await boxes.and(page.getByLabel('Carrots')).check();
  expect(await ready.filter({ visible: true }).count()).toBe(1);
  const dish = kitchen.getByRole('listitem').filter({ hasText: 'Egg fried rice' });
  expect(await dish.getByText('You can cook this').isVisible()).toBe(true);
  expect(await announcedCount(page)).toBe(`You can cook 1 of these ${dishes.length} dishes`);

  for (const box of await boxes.all()) await box.check();
  expect(await ready.filter({ visible: true }).count()).toBe(dishes.length);
  expect(await announcedCount(page)).toBe(`You can cook ${dishes.length} of these ${dishes.length} dishes`);
});

test('the screens of the phones follow the kitchen, with JavaScript off', async () => {
  const page = await newPage({ javaScriptEnabled: false, viewport: { width: 1440, height: 900 } });
  await page.goto(origin);
  const boxes = page.locator('.kitchen').getByRole('checkbox');
  const [weekScreen, recipe, list] = [0, 1, 2].map((at) => page.locator('.phones .phone').nth(at));
  if (!weekScreen || !recipe || !list) throw new Error('There are three phones.');
  const shown = (place: Locator, text: string) => place.getByText(text).filter({ visible: true }).count();

  for (const box of await boxes.all()) await box.uncheck();
  expect(await list.locator('li').filter({ visible: true }).count()).toBe(12);
  expect(await shown(weekScreen, 'You have everything')).toBe(0);
  expect(await shown(recipe, 'On hand')).toBe(0);
  expect(await shown(recipe, 'On your list')).toBe(2);

  await boxes.and(page.getByLabel('Eggs')).check();
  expect(await list.getByRole('listitem').filter({ hasText: 'Eggs' }).count()).toBe(0);
  expect(await shown(recipe, 'On hand')).toBe(1);
  await boxes.and(page.getByLabel('Tomatoes')).check();
  const monday = weekScreen.getByRole('listitem').filter({ hasText: 'Eggs in tomato sauce' });
  expect(await shown(monday, 'You have everything')).toBe(1);
  expect(await shown(monday, 'Buy')).toBe(0);
  expect(await shown(weekScreen, 'You have everything')).toBe(1);

  expect(await shown(list, 'Nothing to buy.')).toBe(0);
  for (const box of await boxes.all()) await box.check();
  expect(await shown(weekScreen, 'You have everything')).toBe(7);
  expect(await list.getByRole('listitem').count()).toBe(0);
  expect(await shown(list, 'Nothing to buy.')).toBe(1);
});

/** The number comes from a CSS counter, so only the accessibility tree contains it. */
async function announcedCount(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  await devtools.detach();
  const status = nodes.find(({ role }) => role?.value === 'status');
  const textOf = (id: string): string => {
    const node = nodes.find(({ nodeId }) => nodeId === id);
    if (node?.role?.value === 'StaticText') return String(node.name?.value);
    return (node?.childIds ?? []).map(textOf).join('');
  };
  return status ? textOf(status.nodeId) : '';
}

test('the link of a deletion mail works without rewrites, and keeps its address', async () => {
  const page = await newPage({ expected: /404/ });
  await page.goto(`${origin}/delete-account/a-token`);
  await page.getByRole('heading', { level: 1, name: `Delete your ${product.name} account?` }).waitFor();
  await page.getByRole('button', { name: 'Delete my account' }).waitFor();
  expect(await page.getByText('Page not found').isVisible()).toBe(false);
  expect(page.url()).toBe(`${origin}/delete-account/a-token`);
});

test.each(['/reset-password', '/delete-account/confirm'])(
  'without a token %s shows an error and no button',
  async (address) => {
    const page = await newPage();
    await page.goto(origin + address);
    await page.getByText('Token is missing.').waitFor();
    expect(await page.locator('main form button').filter({ visible: true }).count()).toBe(0);
  },
);

test.each(['/reset-password?token=a-token', '/delete-account/a-token'])(
  'no request of %s contains the token, without any header from the host',
  async (address) => {
    const page = await newPage({ expected: /404/ });
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    await page.goto(origin + address);
    await page.getByRole('button', { name: /^(Set new password|Delete my account)$/ }).waitFor();
    const types = () => requests.map((request) => request.resourceType());
    await expect.poll(types).toEqual(expect.arrayContaining(['font', 'script']));
    await untilSettled(page);
    const loaded = requests.filter((request) => !request.isNavigationRequest());
    for (const request of loaded) {
      expect(request.url()).not.toContain('a-token');
      expect((await request.allHeaders()).referer ?? '').not.toContain('a-token');
    }
  },
);

test('an unknown address ends at the sign-in, which says so once', async () => {
  const page = await newPage({ expected: /404/ });
  const sentence = page.getByText('There’s no page at that address.');
  for (const address of ['/nowhere', '/abuot?from=a-card']) {
    await page.goto(origin + address);
    await page.waitForURL(`${origin}/login`);
    await sentence.waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await sentence.isVisible()).toBe(false);
  }
});

test('a visitor who asks for a screen of the console is told nothing', async () => {
  const page = await newPage();
  await page.goto(`${origin}/users`);
  await page.waitForURL(`${origin}/login`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await page.getByText('There’s no page at that address.').isVisible()).toBe(false);
});

test('an unknown address shows a message with links, without JavaScript', async () => {
  const page = await newPage({ javaScriptEnabled: false, expected: /404/ });
  const response = await page.goto(`${origin}/nowhere`);
  expect(response?.status()).toBe(404);
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await page.waitForURL(`${origin}/`);
});

test('the address for password managers redirects to the page that sends a link', async () => {
  const page = await newPage({ javaScriptEnabled: false });
  await page.goto(`${origin}/.well-known/change-password`);
  await page.waitForURL(`${origin}/forgot-password`);
});

test.each([
  ['a small phone', { viewport: { width: 320, height: 640 } }],
  ['a wide screen at 200 %', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
  ['forced colours', { viewport: { width: 768, height: 900 }, forcedColors: 'active' as const }],
])('no page scrolls horizontally on %s', async (_name, options) => {
  const page = await newPage({ ...options, expected: /404/ });
  for (const path of [...publicPages.map((one) => one.path), '/nowhere/at/all']) {
    if (path === '/nowhere/at/all') await openWithoutScripts(page, origin + path);
    else await page.goto(origin + path);
    const { wide, shown } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      shown: document.documentElement.clientWidth,
    }));
    expect(wide, path).toBeLessThanOrEqual(shown);
  }
});
