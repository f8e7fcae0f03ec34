import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test, vi } from 'vitest';
import { stores } from '#brand/stores.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { startProduct } from '#tests/setup/e2e/product.ts';

const { db, url } = await cloneDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'mealwright-account-forms-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const administratorAccount = { email: 'chief@example.com', password: randomUUID() };
const origin = await startProduct({
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  ADMIN_EMAIL: administratorAccount.email,
  ADMIN_PASSWORD: administratorAccount.password,
});
const { newPage } = await openBrowser();

async function mailedLink(email: string, path: string): Promise<string> {
  return vi.waitFor(
    () => {
      const outbox = join(dataDir, 'outbox');
      const mails = readdirSync(outbox)
        .filter((file) => file.endsWith('.eml'))
        .map((file) => readFileSync(join(outbox, file), 'utf8'))
        .filter((mail) => mail.includes(`To: ${email}`))
        .map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='));
      const links = mails.flatMap((mail) => mail.match(new RegExp(`${origin}${path}[\\w-]+`))?.[0] ?? []);
      const link = links.at(-1);
      if (!link) throw new Error(`no mail to ${email} with ${path}`);
      return link;
    },
    { timeout: 20_000, interval: 100 },
  );
}

/** Whether a field accepts pasted text, for password managers. */
async function acceptsPaste(field: Locator): Promise<boolean> {
  return field.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'pasted words');
    return input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
}

/** Expects the warning that the subscription continues, with a link to each store. */
async function expectStoreWarning(page: Page): Promise<void> {
  await page.getByText('Your subscription continues').waitFor();
  for (const { owner, subscriptions } of stores) {
    const link = page.getByRole('link', { name: `Your ${owner} subscriptions` });
    expect(await link.isVisible()).toBe(true);
    expect(await link.getAttribute('href')).toBe(subscriptions);
  }
}

test('a forgotten password is reset by mail and used to sign in', async () => {
  const administrator = await addAdministrator(db);
  const page = await newPage({ expected: /400|401/ });
  await page.goto(`${origin}/login`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email', { exact: true }).fill(administrator.email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await page.getByText('The link works for one hour.').waitFor();

  const link = await mailedLink(administrator.email, '/reset-password\\?token=');
  await page.goto(link);
  await page.waitForURL(`${origin}/reset-password`);
  await page.reload();
  const password = `new ${randomUUID()}`;
  // A form without its script takes no Enter, and has no handler that could refuse to paste.
  const isReady = () => page.locator('button[type="submit"]:enabled').waitFor();
  await isReady();
  for (const name of ['New password', 'Confirm password']) {
    expect(await acceptsPaste(page.getByLabel(name))).toBe(true);
  }
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByText('Use it to sign in to the app.').waitFor();

  await page.getByRole('link', { name: 'sign in here' }).click();
  await page.waitForURL(/\/login$/);
  await isReady();
  await page.getByLabel('Email', { exact: true }).fill(administrator.email);
  expect(await acceptsPaste(page.getByLabel('Password', { exact: true }))).toBe(true);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Monthly Subscription Stats' }).waitFor();

  // The link is used: another attempt fails.
  const other = await newPage({ expected: /400/ });
  await other.goto(link);
  await other.getByLabel('New password').fill(password);
  await other.getByLabel('Confirm password').fill(password);
  await other.getByRole('button', { name: 'Set new password' }).click();
  await other.getByRole('alert').waitFor();
});

test('an account is deleted by form and mail', async () => {
  const user = await addUser(db, { email: `${randomUUID()}@example.com` });
  const page = await newPage();
  await page.goto(`${origin}/delete-account`);
  await expectStoreWarning(page);
  await page.getByLabel('Email', { exact: true }).fill(user.email);
  await page.getByLabel('Reason (optional)').fill('I cook by heart now.');
  await page.getByLabel('Type "DELETE" to confirm').fill('DELETE');
  await page.getByRole('button', { name: 'Request deletion' }).click();
  await page.getByText('Nothing is deleted until you open the link').waitFor();
  expect(page.url()).toBe(`${origin}/delete-account`);

  const link = await mailedLink(user.email, '/delete-account/');
  const response = await page.goto(link);
  expect(response?.status()).toBe(200);
  expect(await page.locator('meta[name="referrer"]').getAttribute('content')).toBe('no-referrer');
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toContain('noindex');
  await expectStoreWarning(page);
  const untouched = await db.selectFrom('users').where('id', '=', user.id).selectAll().executeTakeFirst();
  expect(untouched?.status).toBe('active');

  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('status').last().waitFor();
  await expectStoreWarning(page);
  expect(page.url()).toBe(link);
  const gone = await db.selectFrom('users').where('id', '=', user.id).selectAll().executeTakeFirst();
  expect(gone?.status ?? 'deleted').toBe('deleted');
});

test('a signed-in administrator who opens a mailed link is asked to sign out first', async () => {
  const page = await newPage();
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email', { exact: true }).fill(administratorAccount.email);
  await page.getByLabel('Password', { exact: true }).fill(administratorAccount.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Monthly Subscription Stats' }).waitFor();
  for (const address of ['/reset-password?token=abc', '/delete-account/abc']) {
    await page.goto(origin + address);
    await page.waitForURL(`${origin}/`);
    await page.getByText('sign out first', { exact: false }).waitFor();
  }
});
