import axe from 'axe-core';
import { expect, inject, test } from 'vitest';
import { publicPages } from '#site/content/pages.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { hostStatically } from '#tests/setup/site/static-host.ts';

const origin = await hostStatically(inject('siteFolder'));
const { newPage } = await openBrowser();

const screens = [320, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);
/** The last two are 404.html: unchanged, and as the confirmation of a deletion. */
const paths = [...publicPages.map(({ path }) => path), '/users', '/nowhere', '/delete-account/some-token'];

const headings: Readonly<Record<string, string>> = {
  '/users': 'Manage Users',
  '/nowhere': 'Page not found',
  '/delete-account/some-token': 'Delete your Mealwright account?',
};

test.each(paths)('no axe violation on %s, small and wide, light and dark', async (path) => {
  // The policy would block axe. Without motion axe measures no color in transition.
  const page = await newPage({ bypassCSP: true, reducedMotion: 'reduce', expected: /404/ });
  // Without their script, which would leave the page.
  if (['/users', '/nowhere'].includes(path)) {
    await page.route(origin + path, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/<script>.*?<\/script>/s, '');
      await route.fulfill({ response, body });
    });
  }
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  const heading = page.getByRole('heading', { level: 1 }).filter({ visible: true });
  expect(await heading.textContent()).toBe(
    headings[path] ?? publicPages.find((one) => one.path === path)?.headline,
  );
  await page.evaluate(axe.source);
  for (const { width, colorScheme } of screens) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate(async () => {
      const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
      return violations.flatMap(({ id, impact, nodes }) =>
        nodes.map(({ html }) => `${impact} ${id}: ${html}`),
      );
    });
    expect(found, `${colorScheme} at ${width} pixels`).toEqual([]);
  }
});
