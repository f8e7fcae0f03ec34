import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { product } from '#brand/product.ts';
import { publicPages } from '#site/content/pages.ts';
import { paidCharge } from '#tests/setup/api/charges.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { startProduct } from '#tests/setup/e2e/product.ts';
import { keepHeadlineWidth, layoutShifts, recordPaints, recordScripts } from '#tests/setup/e2e/vitals.ts';

const { db, url } = await cloneDatabase();
const administrator = { email: 'chief@example.com', password: randomUUID() };
const origin = await startProduct({
  DATABASE_URL: url,
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
});
const { newPage } = await openBrowser();

/** Forms need script. */
const pages = publicPages
  .map(({ path }) => path)
  .filter((path) => !/login|password|delete-account/.test(path));

async function signIn(page: Page) {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Monthly Subscription Stats' }).waitFor();
}

test.each(pages)('a visitor reads %s without a byte of script', async (address) => {
  const page = await newPage({ expected: /ERR_FAILED/ });
  await keepHeadlineWidth(page);
  const scripts = recordScripts(page);
  const response = await page.goto(origin + address, { waitUntil: 'networkidle' });
  expect(response?.status()).toBe(200);
  expect(response?.url()).toBe(origin + address);
  expect(scripts).toEqual([]);
  await page.getByText(product.tagline).first().waitFor();
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  const links = await page.getByRole('contentinfo').getByRole('link').allTextContents();
  expect(links).toEqual(['Home', 'About', 'Login', 'Privacy', 'Eula', 'Terms and Conditions']);
  expect(await layoutShifts(page)).toEqual([]);
});

test('an unknown address redirects a visitor to the sign-in', async () => {
  const page = await newPage({ expected: /404/ });
  for (const address of ['/nowhere', '/users', '/recipes/7']) {
    await page.goto(origin + address);
    await page.waitForURL(`${origin}/login`);
  }
});

test('an administrator signs in, sees new rows, searches, pages and signs out', async () => {
  const page = await newPage();
  await signIn(page);
  expect(page.url()).toBe(`${origin}/`);

  const last = randomUUID();
  const user = await addUser(db, { first_name: 'Änne', last_name: last });
  const subscription = await db
    .insertInto('subscriptions')
    .values({
      user_id: user.id,
      plan: 'Monthly',
      product_id: 'monthly',
      platform: 'android',
      status: 'active',
      start_date: '2999-05-01T00:00:00Z',
      end_date: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const charge = {
    subscription_id: subscription.id,
    charged_at: '2999-05-02T00:00:00Z',
    amount_cents: 4_242_42,
  };
  await db.insertInto('charges').values(paidCharge(charge)).execute();
  for (let index = 0; index < 12; index += 1) await addUser(db);

  await page.reload();
  await page.getByRole('row', { name: '2999-05 1 4,242.42' }).waitFor();
  await page.getByRole('link', { name: 'Manage Users' }).click();
  await page.getByText('Showing 1 to 10 of 14').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Showing 11 to 14 of 14').waitFor();
  await page.getByLabel('Search by name, email, phone, or order').fill(`anne ${last.slice(0, 8)}`);
  await page.getByRole('link', { name: `Änne ${last}` }).waitFor();
  await page.getByText('Showing 1 to 1 of 1').waitFor();

  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Logout' }).click()]);
  await page.waitForURL(`${origin}/login`);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  const live = await db.selectFrom('sessions').where('revoked_at', 'is', null).selectAll().execute();
  expect(live).toEqual([]);
});

test('a wrong password shows an error and keeps the fields', async () => {
  const page = await newPage({ expected: /401/ });
  await page.goto(`${origin}/login`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Email is required').waitFor();
  await page.getByText('Password is required').waitFor();
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Incorrect email or password.').waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(administrator.email);
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('not the password');
  expect(page.url()).toBe(`${origin}/login`);
});

test('signed in, the first and the largest paint show the console', async () => {
  const page = await newPage();
  await signIn(page);
  const paints = await recordPaints(page);
  await page.goto(`${origin}/`);
  await page.getByRole('heading', { name: 'Registered Users List' }).waitFor();
  await page
    .getByRole('link', { name: /^View Details/ })
    .first()
    .waitFor();
  // The browser reports a paint some frames later.
  const seen = await vi.waitUntil(async () => ((await paints()).length > 0 ? paints() : null), {
    timeout: 20_000,
  });
  expect(seen.filter((text) => text.includes(product.tagline))).toEqual([]);
  expect(await page.getByText(product.tagline).count()).toBe(0);
  await page.goto(`${origin}/privacy`);
  await page.waitForURL(`${origin}/`);
});

test('if the console fails to load, a message and Retry are shown', async () => {
  const page = await newPage({ expected: /ERR_FAILED|Failed to load/ });
  await signIn(page);
  await page.route('**/_astro/console.*.js', (route) => route.abort());
  await page.goto(`${origin}/`);
  await page.getByRole('alert').getByText('The console couldn’t be loaded.').waitFor();
  await page.unroute('**/_astro/console.*.js');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { name: 'Monthly Subscription Stats' }).waitFor();
});

test('after 10 seconds without the console a message is shown; a late console still replaces it', async () => {
  const page = await newPage();
  await signIn(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_astro/console.*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.goto(`${origin}/`, { waitUntil: 'domcontentloaded' });
  await page.clock.fastForward(9_000);
  expect(await page.evaluate(() => document.documentElement.hidden)).toBe(true);
  await page.clock.fastForward(1_500);
  await page.getByRole('alert').getByText('The console couldn’t be loaded.').waitFor();
  await page.getByRole('button', { name: 'Retry' }).waitFor();
  await page.clock.resume();
  release();
  await page.getByRole('heading', { name: 'Monthly Subscription Stats' }).waitFor();
  expect(await page.getByText('The console couldn’t be loaded.').count()).toBe(0);
});
