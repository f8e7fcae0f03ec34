import { expect, inject, test } from 'vitest';
import { product } from '#brand/product.ts';
import { publicPages } from '#site/content/pages.ts';
import { expectAccessible } from '#tests/setup/e2e/axe.ts';
import { openBrowser, openWithoutScripts, untilSettled } from '#tests/setup/e2e/browser.ts';
import { hostStatically } from '#tests/setup/site/static-host.ts';

const origin = await hostStatically(inject('siteFolder'));
const { newPage } = await openBrowser();

/** The last two are 404.html: unchanged, and as the confirmation of a deletion. */
const paths = [...publicPages.map(({ path }) => path), '/users', '/nowhere', '/delete-account/some-token'];

const headings: Readonly<Record<string, string>> = {
  '/users': 'Manage Users',
  '/nowhere': 'Page not found',
  '/delete-account/some-token': `Delete your ${product.name} account?`,
};

test.each(paths)('no axe violation on %s, light and dark, and no horizontal scrolling', async (path) => {
  // The policy would block axe. Without motion axe measures no color in transition.
  const page = await newPage({ bypassCSP: true, reducedMotion: 'reduce', expected: /404/ });
  if (['/users', '/nowhere'].includes(path)) await openWithoutScripts(page, origin + path);
  else await page.goto(origin + path);
  await untilSettled(page);
  const heading = page.getByRole('heading', { level: 1 }).filter({ visible: true });
  expect(await heading.textContent()).toBe(
    headings[path] ?? publicPages.find((one) => one.path === path)?.headline,
  );
  await expectAccessible(page);
});
