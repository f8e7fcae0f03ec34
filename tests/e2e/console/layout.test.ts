import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { storeSession } from '#tests/setup/e2e/console-page.ts';
import { serveDemoConsole } from '#tests/setup/e2e/demo-console.ts';

const { db, api, origin, newPage, administrator } = await serveDemoConsole();

const sizes = [
  { width: 320, height: 740 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
] as const;

async function openScreen(address: string): Promise<Page> {
  const page = await newPage({ viewport: { width: 1440, height: 900 }, expected: /status of 500/ });
  await storeSession(page, { db, api, administratorId: administrator.id });
  await goTo(page, address);
  return page;
}

async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(origin + address);
  await page.locator('main:has(h1) tbody tr:not(.skeleton)').first().waitFor();
}

/** Each link and button of the bar that can be seen, by its name, and whether the bar has room for it. */
const readBar = (page: Page) =>
  page.locator('.bar').evaluate((bar) => ({
    height: bar.getBoundingClientRect().height,
    outside: [...bar.querySelectorAll('a:not(.skip), button')]
      .filter((item) => item.checkVisibility())
      .filter((item) => {
        const { left, right, top, bottom } = item.getBoundingClientRect();
        return left < 0 || right > innerWidth || top < 0 || bottom > 56;
      })
      .map(({ textContent }) => textContent),
  }));

test('the bar is one row of 56 pixels at every width, with its four links and Logout', async () => {
  const page = await openScreen('/users');
  for (const size of sizes) {
    await page.setViewportSize(size);
    expect(await readBar(page), `${size.width}`).toEqual({ height: 56, outside: [] });
    for (const name of ['Home', 'Manage Users', 'Manage Recipes', 'Payment Recovery'])
      expect(await page.getByRole('link', { name, exact: true }).isVisible(), name).toBe(true);
    expect(await page.getByRole('button', { name: 'Logout' }).isVisible()).toBe(true);
  }
});

test('the bar is the same while a screen loads and after it failed', async () => {
  const page = await openScreen('/users');
  const answer = Promise.withResolvers<void>();
  await page.route('**/admin/recipes?*', async (route) => {
    await answer.promise;
    await route.fulfill({ status: 500, json: { message: 'Broken.' } });
  });
  await page.getByRole('link', { name: 'Manage Recipes', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Recipes' }).waitFor();
  expect(await readBar(page)).toEqual({ height: 56, outside: [] });
  answer.resolve();
  await page.getByText('The recipes couldn’t be loaded.').waitFor();
  expect(await readBar(page)).toEqual({ height: 56, outside: [] });
});

test('lists are tables from 768 pixels on, and at 1024 x 768 nine rows are in view', async () => {
  const page = await openScreen('/users');
  for (const address of ['/users', '/recipes']) {
    await goTo(page, address);
    for (const { width, height } of sizes.filter((size) => size.width >= 768)) {
      await page.setViewportSize({ width, height });
      const table = await page.locator('main table').evaluate((element) => ({
        display: getComputedStyle(element).display,
        rows: [...element.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().bottom),
      }));
      expect(table.display, `${address} ${width}`).toBe('table');
      if (width === 1024)
        expect(table.rows.filter((bottom) => bottom <= 768).length, address).toBeGreaterThanOrEqual(9);
    }
  }
});

test('a recipe’s row is at most 56 pixels high, however long its texts are', async () => {
  await db
    .updateTable('recipes')
    .set({ title: 'A very long title of a very long recipe '.repeat(4), description: 'Long. '.repeat(90) })
    .where('id', '=', (builder) => builder.selectFrom('recipes').select((part) => part.fn.max('id').as('id')))
    .execute();
  const page = await openScreen('/recipes');
  for (const { width, height } of sizes.filter((size) => size.width >= 768)) {
    await page.setViewportSize({ width, height });
    const heights = await page
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights), `${width}`).toBeLessThanOrEqual(56);
  }
});

/** The buttons and links with a background as dark as their screen’s main one, outside of dialogs. */
const readFilled = (page: Page) =>
  page.evaluate(() => {
    const isFilled = (element: Element) => {
      const { backgroundColor, color } = getComputedStyle(element);
      const lightness = (text: string) => {
        const [red = 0, green = 0, blue = 0, alpha = 1] = text.match(/[\d.]+/g)?.map(Number) ?? [];
        return alpha === 0 ? 255 : (red + green + blue) / 3;
      };
      return lightness(backgroundColor) < 128 && lightness(color) > 128;
    };
    return [...document.querySelectorAll('main :is(a, button)')]
      .filter((element) => element.checkVisibility() && !element.closest('dialog') && isFilled(element))
      .map(({ textContent }) => textContent?.trim());
  });

test('a screen has at most one filled button', async () => {
  const page = await openScreen('/recipes');
  const [recipe, user] = [
    await db
      .selectFrom('recipes')
      .select('id')
      .where('published_at', 'is not', null)
      .executeTakeFirstOrThrow(),
    await db.selectFrom('users').select('id').where('role', '=', 'user').executeTakeFirstOrThrow(),
  ];
  for (const [address, filled] of [
    ['/recipes', ['New recipe']],
    [`/recipes/${recipe.id}`, ['Edit']],
    [`/recipes/${recipe.id}/edit`, ['Save']],
    ['/users', []],
    [`/users/${user.id}`, ['Update']],
    ['/payment-recovery', []],
    ['/activity', []],
    ['/administrators', ['Invite']],
  ] as const) {
    await page.goto(origin + address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => readFilled(page), { message: address, timeout: 10_000 }).toEqual(filled);
  }
});

test('a notification covers no button', async () => {
  const page = await openScreen('/recipes');
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.route('**/admin/recipes?*', (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong on our end. Please try again.' } }),
    );
    await page.reload();
    const toast = page.locator('.toast');
    await toast.waitFor();
    const covered = await page.evaluate(() => {
      const box = document.querySelector('.toast')?.getBoundingClientRect() ?? new DOMRect();
      return [...document.querySelectorAll(':is(.bar, main) :is(a:not(.skip), button, input)')]
        .filter((element) => element.checkVisibility())
        .filter((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
        })
        .map((element) => element.textContent || element.tagName);
    });
    expect(covered, `${size.width}`).toEqual([]);
    await page.unroute('**/admin/recipes?*');
  }
});
