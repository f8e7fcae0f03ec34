import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { readSite } from '#api/site/site-file.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { focused, tabTo } from '#tests/setup/e2e/keyboard.ts';

/** A day's work with the keyboard alone, and the keys of what is done most often. */

const { db } = await cloneDatabase();
await fillDemo(db, { seed: 3, now: new Date() });
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const { origin } = new URL(api.base);
const { newPage } = await openBrowser();
const administrator = await addAdministrator(db);
const user = await addUser(db, { first_name: 'Odalys', last_name: 'Winterbourne', phone: '+1 202 555 0100' });

/** The keys of a page, but for those of a text that is typed. */
function countKeys({ keyboard }: Page) {
  let count = 0;
  return {
    press: async (key: string) => {
      count += 1;
      await keyboard.press(key);
    },
    restart: () => {
      count = 0;
    },
    get count() {
      return count;
    },
  };
}

type Keys = ReturnType<typeof countKeys>;

/** Opens what the palette finds for a text, by the arrows if another result comes first. */
async function choose(page: Page, keys: Keys, { text, option }: { text: string; option: RegExp }) {
  await keys.press('Control+k');
  await page.locator('dialog.palette[open]').waitFor();
  await page.keyboard.type(text);
  const wanted = page.getByRole('option', { name: option });
  await wanted.first().waitFor();
  for (let presses = 0; presses < 10; presses += 1) {
    if ((await wanted.first().getAttribute('aria-selected')) === 'true') break;
    await keys.press('ArrowDown');
  }
  await keys.press('Enter');
  await page.locator('dialog.palette').waitFor({ state: 'detached' });
}

async function tabUntil(page: Page, keys: Keys, wanted: RegExp) {
  for (let presses = 0; !wanted.test(await focused(page)); presses += 1) {
    if (presses > 40) throw new Error(`Tab never reached ${wanted}`);
    await keys.press('Tab');
  }
}

test('sign in, correct, recover, write, export, sign out', async () => {
  const page = await newPage();
  const { keyboard } = page;
  const keys = countKeys(page);

  await page.goto(`${origin}/login`);
  await page.locator('button[type="submit"]:not([disabled])').waitFor();
  await tabTo(page, /^input.*Email/);
  await keyboard.type(administrator.email);
  await tabTo(page, /^input.*Password/);
  await keyboard.type(administrator.password);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Monthly Subscription Stats' }).waitFor();
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor();

  keys.restart();
  await choose(page, keys, { text: 'winterb', option: /Odalys Winterbourne/ });
  await page.getByRole('heading', { level: 1, name: 'Odalys Winterbourne' }).waitFor();
  await tabUntil(page, keys, /^input.*Phone/);
  // Tab has selected the number.
  await keyboard.type('+1 202 555 0142');
  await keys.press('Control+s');
  await page
    .getByRole('status')
    .getByText(/updated|saved/i)
    .waitFor();
  const saved = await db
    .selectFrom('users')
    .where('id', '=', user.id)
    .select('phone')
    .executeTakeFirstOrThrow();
  expect(saved.phone).toBe('+1 202 555 0142');
  expect(keys.count, 'keys to a corrected phone').toBeLessThanOrEqual(15);

  const failed = await db
    .selectFrom('failed_payments')
    .innerJoin('subscriptions', 'subscriptions.id', 'failed_payments.subscription_id')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .where('purchase_token', 'like', 'sandbox:active:%')
    .where('recovered_at', 'is', null)
    .select(['users.email', 'failed_payments.id'])
    .orderBy('failed_payments.id')
    .executeTakeFirstOrThrow();
  keys.restart();
  await choose(page, keys, { text: failed.email, option: new RegExp(`· ${failed.id}$`) });
  await page.getByRole('button', { name: `Retry payment for ${failed.email}` }).waitFor();
  const option = new RegExp(`^Retry payment for ${RegExp.escape(failed.email)}`);
  await choose(page, keys, { text: 'retry', option });
  await page.getByText('Payment recovered successfully!').waitFor();
  expect(keys.count, 'keys to a retried payment').toBeLessThanOrEqual(6);

  await choose(page, keys, { text: 'manage recipes', option: /^Manage Recipes/ });
  await page.getByRole('link', { name: 'New recipe' }).waitFor();
  await choose(page, keys, { text: 'new', option: /^New recipe/i });
  await page.getByRole('heading', { level: 1, name: /new recipe/i }).waitFor();
  await tabTo(page, /^(input|textarea).*Title/);
  await keyboard.type('Soup of the keyboard');
  await keyboard.press('Control+s');
  await page.waitForURL(/\/recipes\/\d+/);
  expect(
    await db.selectFrom('recipes').where('title', '=', 'Soup of the keyboard').select('id').execute(),
  ).toHaveLength(1);

  await choose(page, keys, { text: 'manage users', option: /^Manage Users/ });
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor();
  await choose(page, keys, { text: 'export', option: /^Export/ });
  await tabTo(page, /^button.*CSV/);
  const [download] = await Promise.all([page.waitForEvent('download'), keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toMatch(/^users-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(await focused(page), 'the focus is never lost').not.toBe('');

  await tabTo(page, /^button.*Logout/);
  await Promise.all([page.waitForEvent('load'), keyboard.press('Enter')]);
  await page.waitForURL(`${origin}/login`);
});
