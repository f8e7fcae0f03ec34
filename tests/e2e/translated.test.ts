import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { storeSession } from '#tests/setup/e2e/console-page.ts';
import { serveDemoConsole } from '#tests/setup/e2e/demo-console.ts';
import { translate } from '#tests/setup/e2e/translate.ts';

const { db, api, origin, newPage, administrator } = await serveDemoConsole();

/** What a person reads, without the marks of the translation and the spaces of the layout. */
const read = async (page: Page) =>
  (await page.locator('body').innerText())
    .replaceAll(/[«»\s]/g, '')
    .replaceAll(/\d+(second|minute)s?ago/g, '');

async function open(address: string): Promise<Page> {
  const page = await newPage({ viewport: { width: 1_440, height: 900 } });
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.goto(origin + address);
  await page.locator('main h1').waitFor();
  return page;
}

type Step = (page: Page) => Promise<unknown>;
const press =
  (name: RegExp): Step =>
  (page) =>
    page.getByRole('button', { name }).first().click();
const search =
  (text: string): Step =>
  async (page) => {
    await page.getByRole('searchbox').fill(text);
    // The list asks when the typing has ended.
    await page.waitForURL(({ searchParams }) => (searchParams.get('keyword') ?? '') === text);
  };
const check =
  (index: number): Step =>
  (page) =>
    page.locator('tbody input[type=checkbox]').nth(index).check();
const choose =
  (label: string, index: number): Step =>
  (page) =>
    page.getByLabel(label).first().selectOption({ index });

const walks: Readonly<Record<string, readonly Step[]>> = {
  '/users': [
    press(/Next/),
    press(/Name/),
    press(/Filters/),
    choose('Status', 1),
    search('zzzqq'),
    search(''),
  ],
  '/recipes': [check(0), check(1), press(/Next/), press(/Clear selection/), search('zzzqq'), search('soup')],
  '/payment-recovery': [
    check(0),
    press(/payment details/),
    (page) => page.keyboard.press('Escape'),
    search('a'),
  ],
  '/payment-recovery/figures': [],
  '/recipes/new': [
    press(/Add ingredient/),
    press(/Add step/),
    press(/Paste ingredients/),
    async (page) => {
      await page.locator('dialog[open] textarea').fill('Leek, 2, stalks\nSalt');
      await page.locator('dialog[open]').getByRole('button').first().click();
    },
  ],
  '/': [(page) => page.getByRole('slider').press('ArrowLeft')],
};

/** No answer is waited for: the rows before it would say the same before and after the next step. */
const settle = (page: Page) =>
  expect.poll(() => page.locator('[aria-busy="true"], .skeleton').count()).toBe(0);

/** In the end: the translation may still be under way. */
const expectSame = (plain: Page, translated: Page) =>
  vi.waitFor(async () => expect(await read(translated)).toBe(await read(plain)), { timeout: 20_000 });

test.each(Object.entries(walks))('%s says the same when it is translated', async (address, steps) => {
  const [plain, translated] = [await open(address), await open(address)];
  await translate(translated);
  await Promise.all([settle(plain), settle(translated)]);
  await expectSame(plain, translated);
  for (const [index, step] of steps.entries()) {
    const before = await read(plain);
    await step(plain);
    await step(translated);
    await Promise.all([settle(plain), settle(translated)]);
    const message = `step ${index + 1} changes what the page says`;
    await expect.poll(() => read(plain), { message }).not.toBe(before);
    await expectSame(plain, translated);
  }
});

test('no screen breaks on the way through the console', async () => {
  const page = await open('/');
  await translate(page);
  for (const name of ['Manage Users', 'Manage Recipes', 'Payment Recovery', 'Figures', 'Stores', 'Home']) {
    await page.getByRole('link', { name }).first().click();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => read(page)).not.toMatch(/Loading|UnexpectedApplicationError/);
  }
});
