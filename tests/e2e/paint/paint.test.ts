import { expect, inject, test } from 'vitest';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { keepHeadlineWidth, layoutShifts } from '#tests/setup/e2e/vitals.ts';
import { hostStatically } from '#tests/setup/site/static-host.ts';

const origin = await hostStatically(inject('siteFolder'));
const { newPage } = await openBrowser();

type Paint = { url: string; tag: string; text: string };

const screens = [
  [360, 740],
  [768, 1024],
  [1440, 900],
] as const;

test.each(screens)(
  'at %i x %i the largest paint of the landing page is text of the document',
  async (width, height) => {
    const page = await newPage({ viewport: { width, height } });
    await page.addInitScript(() => {
      const paints: Paint[] = [];
      window.paints = paints;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { url = '', element = null } = entry as PerformanceEntry & {
            url?: string;
            element?: Element;
          };
          paints.push({ url, tag: element?.tagName ?? '', text: element?.textContent?.trim() ?? '' });
        }
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    });
    await page.goto(origin);
    await page.waitForLoadState('networkidle');
    const last = () => page.evaluate(() => window.paints?.at(-1));
    await expect.poll(last).toMatchObject({ url: '', tag: expect.stringMatching(/^(H1|P)$/) });
    expect((await last())?.text).not.toBe('');
  },
);

test.each(screens)(
  'at %i x %i a reload of the landing page keeps its scroll position without layout shift',
  async (width, height) => {
    const page = await newPage({ viewport: { width, height }, expected: /ERR_FAILED/ });
    await keepHeadlineWidth(page);
    await page.goto(origin);
    const expectScrollTop = async (place: number) => {
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
      // The position stays, and Chromium stores it for the reload.
      await page.waitForTimeout(200);
      expect(await page.evaluate(() => scrollY)).toBe(place);
    };
    // Also the ends of sections: there Chromium anchors its position to a section that is hardly visible.
    const places = await page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      const ends = [...document.querySelectorAll('main section')].map(
        (section) => section.getBoundingClientRect().bottom - 15,
      );
      return [...ends, 0.1 * scrollHeight, 0.5 * scrollHeight].map((place) =>
        Math.round(Math.min(place, scrollHeight - clientHeight)),
      );
    });
    expect(places.length).toBeGreaterThan(8);
    for (const place of new Set(places)) {
      await page.evaluate((top) => scrollTo(0, top), place);
      await expectScrollTop(place);
      await page.reload();
      await expectScrollTop(place);
      await page.getByRole('contentinfo').getByRole('link').first().waitFor();
      await expectScrollTop(place);
      expect(await layoutShifts(page)).toEqual([]);
    }
  },
);

test.each([
  ['what the landing page paints first', '/', '.top, .opening', 6],
  ['the landing page down to its kitchen', '/', '.top, .opening, .kitchen', 7],
  ['the whole landing page', '/', 'body', 8],
  ['a legal text', '/privacy', 'body', 6],
  ['another one', '/terms', 'body', 6],
  ['a text without contents', '/about', 'body', 6],
])('%s uses few fonts', async (_, path, parts, maximum) => {
  const page = await newPage({ viewport: { width: 412, height: 823 } });
  await page.goto(origin + path);
  const fonts = await page.evaluate(
    (chosen) => [
      ...new Set(
        [...document.querySelectorAll(`:is(${chosen}) *`)]
          .filter((element) => element.checkVisibility())
          .map((element) => getComputedStyle(element))
          .map(({ fontFamily, fontSize, fontStyle, fontWeight }) =>
            [fontStyle, fontWeight, fontSize, fontFamily].join(' '),
          ),
      ),
    ],
    parts,
  );
  expect(fonts.length).toBeGreaterThan(4);
  expect(fonts.length, fonts.join('\n')).toBeLessThanOrEqual(maximum);
});

declare global {
  interface Window {
    paints?: Paint[];
  }
}
