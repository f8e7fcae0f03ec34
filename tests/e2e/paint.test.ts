import { expect, inject, test } from 'vitest';
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

test('the landing page asks the system for eight fonts at most before it paints', async () => {
  const page = await newPage({ viewport: { width: 412, height: 823 } });
  await page.goto(origin);
  const fonts = await page.evaluate(() => [
    ...new Set(
      [...document.body.querySelectorAll('*')]
        .filter((element) => element.checkVisibility())
        .map((element) => getComputedStyle(element))
        .map(({ fontFamily, fontSize, fontWeight }) => `${fontWeight} ${fontSize} ${fontFamily}`),
    ),
  ]);
  expect(fonts.length).toBeGreaterThan(4);
  expect(fonts.length, fonts.join('\n')).toBeLessThanOrEqual(8);
});
