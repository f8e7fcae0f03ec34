import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeEach, expect, inject, test } from 'vitest';
import { revokeSession } from '#api/auth/sessions.ts';
import { readSite } from '#api/site/site-file.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { openBrowser, untilSettled } from '#tests/setup/e2e/browser.ts';

const { db } = await cloneDatabase();
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const origin = new URL(api.base).origin;
const { newPage } = await openBrowser();
const MINUTE_MS = 60_000;

let administrator: Awaited<ReturnType<typeof addAdministrator>>;

beforeEach(async () => {
  api.clock.now = new Date();
  await db.deleteFrom('users').execute();
  administrator = await addAdministrator(db);
});

async function fillIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function signedInPage(expected = /401/) {
  const page = await newPage({ expected });
  await page.goto(`${origin}/login`);
  await fillIn(page, administrator);
  await page.getByRole('heading', { name: 'Monthly Subscription Stats' }).waitFor();
  return page;
}

const endAllSessions = async () => {
  const sessions = await db.selectFrom('sessions').select('id').execute();
  for (const { id } of sessions) await revokeSession(db, id, api.clock.now);
};

test('an expired session shows the sign-in at /login without a reload; the same user continues', async () => {
  const page = await signedInPage();
  await addUser(db, { first_name: 'Wanted', last_name: randomUUID() });
  await page.getByRole('link', { name: 'Manage Users' }).click();
  const search = page.getByLabel('Search by name, email, phone, or order');
  await search.fill('Wanted');
  await page.getByText('Showing 1 to 1 of 1').waitFor();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  await endAllSessions();
  await search.fill('Wanted too');
  await page.waitForURL(`${origin}/login`);
  await page.getByText('Your session has ended.').waitFor();
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(administrator.email);
  await fillIn(page, administrator);
  await page.waitForURL(`${origin}/users?keyword=Wanted+too`);
  expect(await search.inputValue()).toBe('Wanted too');
  expect(await search.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('another user starts anew', async () => {
  const other = await addAdministrator(db);
  const page = await signedInPage();
  await page.getByRole('link', { name: 'Manage Users' }).click();
  await page.getByText(/^Showing/).waitFor();
  await endAllSessions();
  await page.getByLabel('Search by name, email, phone, or order').fill('x');
  await page.waitForURL(`${origin}/login`);
  await fillIn(page, other);
  await page.waitForURL(`${origin}/`);
  await page.getByRole('heading', { name: 'Monthly Subscription Stats' }).waitFor();
});

test('the same person with a role that sees less starts anew', async () => {
  const page = await signedInPage();
  await page.getByRole('link', { name: 'Manage Users' }).click();
  await page.getByText(/^Showing/).waitFor();
  await db
    .updateTable('users')
    .set({ administrator_role: 'editor' })
    .where('id', '=', administrator.id)
    .execute();
  await endAllSessions();
  await page.getByLabel('Search by name, email, phone, or order').fill('x');
  await page.waitForURL(`${origin}/login`);
  await fillIn(page, administrator);
  await page.waitForURL(`${origin}/`);
  await page.getByRole('region', { name: 'Needs work' }).waitFor();
  expect(await page.getByRole('link', { name: 'Manage Users' }).count()).toBe(0);
});

test('signing out or in affects every tab', async () => {
  const page = await signedInPage();
  const second = await page.context().newPage();
  await second.goto(`${origin}/users`);
  await second.getByText(/^Showing/).waitFor();

  const isLoadedAgain = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Logout' }).click();
  await second.waitForURL(`${origin}/login`);
  await second.getByRole('button', { name: 'Sign in' }).waitFor();

  await isLoadedAgain;
  await page.waitForURL(`${origin}/login`);
  await fillIn(page, administrator);
  await second.waitForURL(`${origin}/users`);
  await second.getByText(/^Showing/).waitFor();
});

test.each([
  [2, 20],
  [10, 4],
])('%i tabs with an expired token refresh at the same time and stay signed in', async (count, rounds) => {
  const first = await signedInPage();
  const others = await Promise.all(Array.from({ length: count - 1 }, () => first.context().newPage()));
  await Promise.all(others.map((tab) => tab.goto(`${origin}/users`)));
  for (let round = 0; round < rounds; round += 1) {
    api.clock.now = new Date(api.clock.now.getTime() + 20 * MINUTE_MS);
    await Promise.all([first, ...others].map((tab) => tab.reload()));
    await first.getByText(administrator.email).waitFor();
    for (const tab of others) await tab.getByText('Showing 1 to 1 of 1').waitFor();
  }
  const addresses = [first, ...others].map((tab) => new URL(tab.url()).pathname);
  expect(addresses).toEqual(['/', ...others.map(() => '/users')]);
});

test('a reload during a refresh ends no session', async () => {
  const page = await signedInPage(/401|ERR_ABORTED/);
  const other = await page.context().newPage();
  await other.goto(`${origin}/recipes`);
  await page.getByText(administrator.email).waitFor();
  api.clock.now = new Date(api.clock.now.getTime() + 20 * MINUTE_MS);
  await db.transaction().execute(async (lock) => {
    // The server answers a refresh only after this transaction.
    await lock.selectFrom('sessions').select('id').forUpdate().execute();
    const refreshRequest = page.waitForRequest('**/auth/refresh-token');
    await page.getByRole('link', { name: 'Manage Users' }).click();
    await refreshRequest;
    await page.reload();
  });
  await page.getByText('Showing 1 to 1 of 1').waitFor();
  await other.getByRole('link', { name: 'Manage Users' }).click();
  await other.getByText('Showing 1 to 1 of 1').waitFor();
});

test.each(['/delete-account/a-token', '/reset-password?token=a-token'])(
  'a signed-in user gets from %s to the dashboard, and no form is hydrated',
  async (link) => {
    const first = await signedInPage();
    for (let round = 0; round < 4; round += 1) {
      const page = await first.context().newPage();
      const session = await first.context().newCDPSession(page);
      await session.send('Network.setCacheDisabled', { cacheDisabled: true });
      await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
      await page.goto(origin + link);
      await page.getByRole('heading', { name: 'Monthly Subscription Stats' }).waitFor();
      await page.waitForURL(`${origin}/`);
      await page.close();
    }
  },
);

test('blocked or invalid storage never leaves a blank page', async () => {
  const page = await newPage({ expected: /401/ });
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    Object.assign(Storage.prototype, { getItem: refuse, setItem: refuse, removeItem: refuse });
  });
  await page.goto(origin);
  await page.getByRole('contentinfo').waitFor();
  await page.goto(`${origin}/login`);
  await fillIn(page, administrator);
  await page.getByRole('alert').getByText('doesn’t let the site store your sign-in').waitFor();
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(administrator.email);

  const invalidPage = await newPage({ expected: /401|422/ });
  await invalidPage.goto(`${origin}/login`);
  await invalidPage.evaluate(() => {
    for (const key of ['access_token', 'refresh_token', 'auth_user'])
      localStorage.setItem(key, '\u0000{"rubbish');
  });
  await invalidPage.goto(`${origin}/users`);
  await invalidPage.waitForURL(`${origin}/login`);
  await invalidPage.getByRole('button', { name: 'Sign in' }).waitFor();
});

test('a form that is sent before hydration puts nothing into the address', async () => {
  const page = await newPage({ expected: /ERR_FAILED|Failed to load/ });
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email', { exact: true }).fill('someone@example.com');
  await page.getByLabel('Password', { exact: true }).fill('secret words');
  expect(await page.getByRole('button', { name: 'Sign in' }).isDisabled()).toBe(true);
  await page.keyboard.press('Enter');
  await untilSettled(page);
  expect(page.url()).toBe(`${origin}/login`);
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('someone@example.com');
});

test('hydration keeps what was typed before', async () => {
  const page = await newPage({ expected: /401/ });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_astro/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${origin}/login`, { waitUntil: 'commit' });
  await page.getByLabel('Email', { exact: true }).fill('early@example.com');
  release();
  await page.locator('button[type="submit"]:not([disabled])').waitFor();
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('early@example.com');
});
