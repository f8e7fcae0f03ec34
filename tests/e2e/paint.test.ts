import { expect, inject, test } from 'vitest';
import { publicPages } from '#site/content/pages.ts';
import { openBrowser } from '#tests/setup/browser.ts';
import { hostStatically } from '#tests/setup/static-host.ts';

const origin = await hostStatically(inject('siteFolder'));
const { newPage } = await openBrowser();

test.each([
  [360, 740],
  [768, 1024],
  [1440, 900],
])(
  'at %i x %i the largest paint of the landing page is text that needs nothing but the document',
  async (width, height) => {
    const page = await newPage({ viewport: { width, height } });
    await page.addInitScript(() => {
      const seen: { url: string; tag: string; text: string }[] = [];
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { url = '', element = null } = entry as PerformanceEntry & {
            url?: string;
            element?: Element;
          };
          seen.push({ url, tag: element?.tagName ?? '', text: element?.textContent?.trim() ?? '' });
        }
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    });
    await page.goto(origin);
    await page.waitForLoadState('networkidle');
    type Paint = { url: string; tag: string; text: string };
    const last = () => page.evaluate(() => (window as unknown as { seen: Paint[] }).seen.at(-1));
    await expect.poll(last).toMatchObject({ url: '', tag: expect.stringMatching(/^(H1|P)$/) });
    expect((await last())?.text).not.toBe('');
  },
);

test('what the landing page paints first is set in seven fonts at most', async () => {
  const page = await newPage({ viewport: { width: 412, height: 823 } });
  await page.goto(origin);
  const fonts = await page.evaluate(() => [
    ...new Set(
      [...document.querySelectorAll('.top *, .opening *, .kitchen *')]
        .filter((element) => element.checkVisibility())
        .map((element) => getComputedStyle(element))
        .map(({ fontFamily, fontSize, fontStyle, fontWeight }) =>
          [fontStyle, fontWeight, fontSize, fontFamily].join(' '),
        ),
    ),
  ]);
  expect(fonts.length).toBeGreaterThan(4);
  expect(fonts.length, fonts.join('\n')).toBeLessThanOrEqual(7);
});

test.each(publicPages.map(({ path }) => path))(
  '%s asks for its headline font when it is there whole',
  async (path) => {
    const page = await newPage();
    const family = () =>
      page.evaluate(() => {
        const headline = document.querySelector('h1');
        return headline && getComputedStyle(headline).fontFamily;
      });
    await page.goto(origin + path);
    expect(await family()).toMatch(/^Fraunces/);
    await page.route(origin + path, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace(/<footer.*/s, '') });
    });
    await page.goto(origin + path);
    expect(await family()).toMatch(/^"Stand-in Times"/);
  },
);
