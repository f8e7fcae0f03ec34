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
  const page = await newPage({
    viewport: { width: 1440, height: 900 },
    expected: /status of 500/,
    getsRoutesLater: true,
  });
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
  for (const address of ['/users', '/recipes', '/payment-recovery']) {
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

test.each([1024, 1440])('at %i px the search of each list shows its whole placeholder', async (width) => {
  const page = await openScreen('/users');
  await page.setViewportSize({ width, height: 800 });
  for (const address of ['/users', '/recipes', '/payment-recovery']) {
    await goTo(page, address);
    const search = page.getByRole('searchbox');
    const room = await search.evaluate((input: HTMLInputElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(input);
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('no canvas');
      context.font = font;
      const text = context.measureText(input.placeholder).width;
      return input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - text;
    });
    expect(room, address).toBeGreaterThanOrEqual(0);
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

test('a screen has at most one filled button: in a form, or at the right end of the title row', async () => {
  const page = await openScreen('/recipes');
  const [draft, recipe, user] = [
    await db
      .selectFrom('recipes')
      .select('id')
      .where('published_at', 'is', null)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .executeTakeFirstOrThrow(),
    await db
      .selectFrom('recipes')
      .select('id')
      .where('published_at', 'is not', null)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .executeTakeFirstOrThrow(),
    await db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'user')
      .where('status', '=', 'active')
      .orderBy('id')
      .executeTakeFirstOrThrow(),
  ];
  for (const [address, filled] of [
    ['/recipes', ['New recipe']],
    [`/recipes/${recipe.id}`, ['Edit']],
    [`/recipes/${recipe.id}/edit`, ['Save']],
    [`/recipes/${draft.id}/edit`, ['Publish']],
    ['/users', []],
    [`/users/${user.id}`, ['Update']],
    ['/payment-recovery', []],
    ['/activity', []],
    ['/administrators', ['Invite']],
    ['/account/keys', ['New key']],
  ] as const) {
    await page.goto(origin + address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => readFilled(page), { message: address }).toEqual(filled);
    const [name] = filled;
    if (!name || ['Save', 'Update'].includes(name)) continue;
    const isLast = await page
      .locator('.screen-head')
      .evaluate((row, text) => [...row.querySelectorAll('a, button')].at(-1)?.textContent === text, name);
    expect(isLast, address).toBe(true);
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
    // It is gone after some seconds, so the page itself looks as soon as it is there.
    const covered = await page.waitForFunction(() => {
      const box = document.querySelector('.toast')?.getBoundingClientRect();
      if (!box) return null;
      return [...document.querySelectorAll(':is(.bar, main) :is(a:not(.skip), button, input)')]
        .filter((element) => element.checkVisibility())
        .filter((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
        })
        .map((element) => element.textContent || element.tagName);
    });
    expect(await covered.jsonValue(), `${size.width}`).toEqual([]);
    await page.unroute('**/admin/recipes?*');
  }
});

test('on a phone the money at risk is in the first screen, and no card scrolls inside', async () => {
  const page = await openScreen('/');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('heading', { name: 'Subscriptions and revenue by month' }).waitFor();
  const risk = await page.getByRole('link', { name: /^Money at risk/ }).boundingBox();
  expect((risk?.y ?? Number.NaN) + (risk?.height ?? 0)).toBeLessThanOrEqual(844);
  const scrolling = await page.locator('main *').evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        return [overflowX, overflowY].some((overflow) => overflow === 'auto' || overflow === 'scroll');
      })
      .map(({ className }) => className),
  );
  expect(scrolling).toEqual([]);
});

const firstRecipe = () =>
  db
    .selectFrom('recipes')
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirstOrThrow();

async function openEditor(page: Page): Promise<void> {
  await page.goto(`${origin}/recipes/${(await firstRecipe()).id}/edit`);
  await page.locator('.row.ingredients').first().waitFor();
}

test('the controls of an ingredient are equally high, and its tools show on hover and focus', async () => {
  const page = await openScreen('/recipes');
  await openEditor(page);
  const row = page.locator('.row.ingredients').first();
  const heights = await row
    .locator('input:not([type="checkbox"]), textarea, .mandatory, .row-buttons button')
    .evaluateAll((controls) => controls.map((control) => control.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThanOrEqual(7);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(0.5);
  const tools = row.locator('.row-buttons');
  const opacity = () => tools.evaluate((element) => getComputedStyle(element).opacity);
  await page.mouse.move(0, 0);
  await page.getByLabel('Title').focus();
  expect(await opacity()).toBe('0');
  await row.locator('input').first().focus();
  expect(await opacity()).toBe('1');
  await page.getByLabel('Title').focus();
  await row.hover();
  expect(await opacity()).toBe('1');
});

test('a touch screen always shows the tools of a row', async () => {
  const page = await newPage({ viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true });
  await storeSession(page, { db, api, administratorId: administrator.id });
  await openEditor(page);
  const tools = page.locator('.row.ingredients .row-buttons').first();
  expect(await tools.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
});

test('from 1200 pixels on, the picture is the first of the right column', async () => {
  const page = await openScreen('/recipes');
  await page.setViewportSize({ width: 1200, height: 900 });
  await openEditor(page);
  const [recipe, picture] = await Promise.all(
    ['Recipe', 'Picture and video'].map((name) =>
      page.getByRole('region', { name, exact: true }).boundingBox(),
    ),
  );
  expect(picture?.y).toBe(recipe?.y);
  expect(picture?.x).toBeGreaterThan((recipe?.x ?? 0) + (recipe?.width ?? Number.NaN));
});
