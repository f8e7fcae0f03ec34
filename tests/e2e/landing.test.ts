import type { Locator, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { dishes, ingredients } from '#site/components/landing/kitchen/kitchen.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { hostStatically } from '#tests/setup/site/static-host.ts';
import { pagesToRead } from '#tests/site/built-site.ts';

const origin = await hostStatically(inject('siteFolder'));
const { newPage } = await openBrowser();

const phone = { viewport: { width: 390, height: 740 }, javaScriptEnabled: false };

async function openLanding(options: Parameters<typeof newPage>[0] = phone): Promise<Page> {
  const page = await newPage(options);
  await page.goto(origin);
  return page;
}

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return { ...box, bottom: box.y + box.height };
};
const dishesShown = (page: Page) => page.locator('.kitchen .table li').filter({ visible: true });
const tick = (page: Page, key: string) => page.locator(`#have-${key}`).check();

test.each([
  [390, 740],
  [360, 740],
  [375, 667],
  [412, 823],
])('the first screen of %i x %i shows the app, which leaves by its bottom edge', async (width, height) => {
  const page = await openLanding({ viewport: { width, height } });
  const app = await boxOf(page.locator('.opening .phone'));
  expect(app.y).toBeLessThanOrEqual(height - 160);
  expect((await boxOf(page.locator('.opening'))).bottom).toBeGreaterThanOrEqual(height);
  expect(app.bottom).toBeGreaterThan((await boxOf(page.locator('.opening'))).bottom);
});

test.each([
  [360, 740, 6_500],
  [390, 740, 6_140],
  [390, 844, 6_140],
  [430, 932, 6_140],
])('on a phone of %i x %i the page is at most %i pixels high', async (width, height, limit) => {
  const page = await openLanding({ ...phone, viewport: { width, height } });
  await page.waitForLoadState('networkidle');
  expect((await boxOf(page.locator('html'))).height).toBeLessThanOrEqual(limit);
});

test('a phone shows six dishes, and all twelve when asked, without JavaScript', async () => {
  const page = await openLanding();
  expect(await dishesShown(page).count()).toBe(6);
  await page.locator('.more summary').press('Enter');
  expect(await dishesShown(page).count()).toBe(12);
  expect((await boxOf(page.getByText('Show fewer'))).height).toBeGreaterThan(0);
  await page.getByText('Show fewer').click();
  expect(await dishesShown(page).count()).toBe(6);
});

test('a wider screen shows all dishes', async () => {
  const page = await openLanding({ viewport: { width: 576, height: 900 } });
  expect(await dishesShown(page).count()).toBe(12);
  expect(await page.getByText('Show all twelve').isVisible()).toBe(false);
});

test('a dish beyond the sixth is shown first once it can be cooked', async () => {
  const page = await openLanding();
  for (const { key } of ingredients) await page.locator(`#have-${key}`).uncheck();
  const last = dishes.at(-1);
  for (const key of last?.needs ?? []) await tick(page, key);
  const shown = dishesShown(page).filter({ hasText: last?.name ?? '' });
  expect(await dishesShown(page).count()).toBe(7);
  const tops = await Promise.all((await dishesShown(page).all()).map(async (one) => (await boxOf(one)).y));
  expect((await boxOf(shown)).y).toBe(Math.min(...tops));
});

test.each([
  [320, 568],
  [390, 740],
  [768, 1024],
  [991, 600],
])('at %i x %i what a tick changes is in view, beside every ingredient', async (width, height) => {
  const page = await openLanding({ viewport: { width, height }, javaScriptEnabled: false });
  for (const { key } of ingredients) await page.locator(`#have-${key}`).uncheck();
  for (const { key } of ingredients) {
    await page.locator(`#have-${key}`).scrollIntoViewIfNeeded();
    await tick(page, key);
    for (const place of [page.getByRole('status'), page.locator('.cookable')]) {
      const { y, bottom } = await boxOf(place);
      expect(y, key).toBeGreaterThanOrEqual(0);
      expect(bottom, key).toBeLessThanOrEqual(height);
    }
  }
  const names = page.locator('.cookable span').filter({ visible: true });
  expect(await names.count()).toBe(dishes.length);
});

test('the bar at the bottom names the dishes that can be cooked, and no other', async () => {
  const page = await openLanding();
  const names = page.locator('.cookable span').filter({ visible: true });
  // The later ones of the list come first.
  expect(await names.allInnerTexts()).toEqual(['Tomato and bread soup', 'Eggs in tomato sauce']);
  const [first, second] = [await names.nth(0).boundingBox(), await names.nth(1).boundingBox()];
  expect(first?.x).toBeLessThan(second?.x ?? 0);
  for (const { key } of ingredients) await page.locator(`#have-${key}`).uncheck();
  expect(await names.count()).toBe(0);
  await tick(page, 'potato');
  await tick(page, 'egg');
  expect(await names.allInnerTexts()).toEqual(['Potato omelet']);
});

test.each([320, 390, 768])('%i px: the bar at the bottom cuts no name', async (width) => {
  const page = await openLanding({ ...phone, viewport: { width, height: 740 } });
  for (const { key } of ingredients) await tick(page, key);
  const shown = await page.locator('.cookable').evaluate((line) => {
    const { top, bottom, left, right } = line.getBoundingClientRect();
    return [...line.querySelectorAll('span')]
      .map((name) => ({ name, box: name.getBoundingClientRect() }))
      .filter(({ box }) => box.top < bottom && box.bottom > top)
      .map(({ name, box }) => [
        box.top >= top && box.bottom <= bottom && box.left >= left && box.right <= right,
        name.scrollWidth - name.clientWidth,
      ]);
  });
  expect(shown.length).toBeGreaterThan(0);
  expect(new Set(shown.map(String))).toEqual(new Set(['true,0']));
});

test('going through the ingredients with the keyboard, the bar covers none', async () => {
  const page = await openLanding({ viewport: { width: 390, height: 600 } });
  await page.locator('#have-egg').focus();
  for (const { key } of ingredients) {
    const isFree = await page.locator(`#have-${key}`).evaluate((box) => {
      const { left, top, width, height } = box.getBoundingClientRect();
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      return document.activeElement === box && found === box;
    });
    expect(isFree, key).toBe(true);
    await page.keyboard.press('Tab');
  }
});

/** The longest duration of a transition or an animation, in seconds, of the elements that have one. */
const motions = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) =>
      [null, '::before', '::after'].flatMap((part) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(element, part);
        const moves = animationName === 'none' ? transitionDuration : animationDuration;
        const seconds = Math.max(...moves.split(',').map(Number.parseFloat));
        return seconds > 0 ? [{ seconds, isKitchen: element.closest('.kitchen .table') !== null }] : [];
      }),
    ),
  );

test('the kitchen has the one motion of the pages without a form, of at most 150 ms', async () => {
  const page = await newPage();
  const found = [];
  for (const path of pagesToRead) {
    await page.route(origin + path, async (route) => {
      // Without their script, which would leave the pages of the console.
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace(/<script>.*?<\/script>/s, '') });
    });
    await page.goto(origin + path);
    found.push(...(await motions(page)));
  }
  expect(found.length).toBeGreaterThan(12);
  expect(found.filter(({ seconds, isKitchen }) => seconds > 0.15 || !isKitchen)).toEqual([]);
});

test('nothing moves for people who want no motion', async () => {
  const page = await openLanding({ reducedMotion: 'reduce' });
  expect(await motions(page)).toEqual([]);
});

test('a browser without :has() shows what each dish needs, and claims nothing', async () => {
  const page = await newPage({ viewport: phone.viewport, bypassCSP: true });
  await page.route(`${origin}/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(':has(', ':unknown(') });
  });
  await page.goto(origin);
  expect(await dishesShown(page).count()).toBe(12);
  expect(await page.getByText('Show all twelve').isVisible()).toBe(false);
  const kitchen = page.locator('.kitchen');
  for (const text of ['You can cook', 'missing:', 'You have everything', 'Nothing to buy', 'On hand']) {
    expect(await kitchen.getByText(text).filter({ visible: true }).count(), text).toBe(0);
  }
  expect(await page.locator('.needs span').filter({ visible: true }).count()).toBe(
    dishes.flatMap(({ needs }) => [...needs]).length,
  );
});
