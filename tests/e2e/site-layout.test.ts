import { expect, inject, test } from 'vitest';
import { publicPages } from '#site/content/pages.ts';
import { openBrowser, openWithoutScripts } from '#tests/setup/e2e/browser.ts';
import { hostStatically } from '#tests/setup/site/static-host.ts';

const origin = await hostStatically(inject('siteFolder'));
const { newPage } = await openBrowser();

test.each([390, 1280])('no page scrolls horizontally at twice the font size, at %s pixels', async (width) => {
  const page = await newPage({ viewport: { width, height: 800 }, bypassCSP: true, expected: /404/ });
  for (const path of [...publicPages.map((one) => one.path), '/nowhere/at/all']) {
    if (path === '/nowhere/at/all') await openWithoutScripts(page, origin + path);
    else await page.goto(origin + path);
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
    const { wide, shown } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      shown: document.documentElement.clientWidth,
    }));
    expect(wide, path).toBeLessThanOrEqual(shown);
  }
});

test.each([
  ['/login', '.reveal, .check, .aside a'],
  ['/eula', '.legal nav a, .text .way'],
  ['/delete-account', '.facts .way'],
  ['/', '.opening .soon a, .closing .soon a, .cancel a, summary'],
])('touch targets on %s are 44 pixels high: %s', async (path, selector) => {
  const page = await newPage({ viewport: { width: 390, height: 800 } });
  await page.goto(origin + path);
  const boxes = await Promise.all((await page.locator(selector).all()).map((one) => one.boundingBox()));
  expect(boxes.length).toBeGreaterThan(1);
  expect(boxes.filter((box) => !box || box.height < 44)).toEqual([]);
});

test('forced colours keep the icons of questions and the plates', async () => {
  const page = await newPage({ forcedColors: 'active' });
  await page.goto(origin);
  const lines = () =>
    page
      .locator('.questions details')
      .first()
      .evaluate((question) => {
        const summary = question.querySelector('summary');
        return ['::before', '::after'].map((part) => {
          const { content, display, borderTopWidth, borderLeftWidth } = getComputedStyle(
            summary as Element,
            part,
          );
          return (
            content !== 'none' &&
            display !== 'none' &&
            (borderTopWidth !== '0px' || borderLeftWidth !== '0px')
          );
        });
      });
  expect(await lines()).toEqual([true, true]);
  await page.locator('.questions summary').first().click();
  expect(await lines()).toEqual([false, true]);
  const plate = page.locator('.kitchen .plate').first();
  expect(await plate.evaluate((one) => getComputedStyle(one).borderTopStyle)).toBe('solid');
});

test.each([992, 1050, 1112, 1199, 1440])(
  'at %s pixels the tomato does not overlap the text',
  async (width) => {
    const page = await newPage({ viewport: { width, height: 900 } });
    await page.goto(origin);
    const plate = await page.locator('.tomato-plate').boundingBox();
    const lead = await page.locator('.opening .lead').boundingBox();
    expect(plate?.x).toBeGreaterThanOrEqual((lead?.x ?? 0) + (lead?.width ?? Number.POSITIVE_INFINITY));
  },
);

test.each([1024, 1440])(
  'at %s pixels the second columns of the landing page begin on one line',
  async (width) => {
    const page = await newPage({ viewport: { width, height: 900 } });
    await page.goto(origin);
    const seconds = page.locator(
      '.beside > :nth-child(2), .kitchen > .wrap > :nth-child(2), .closing > :nth-child(2)',
    );
    const lines = await Promise.all((await seconds.all()).map(async (one) => (await one.boundingBox())?.x));
    expect(lines.length).toBeGreaterThan(4);
    expect(new Set(lines.map((x) => Math.round(x ?? 0))).size).toBe(1);
  },
);
