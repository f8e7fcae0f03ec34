import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { readSite } from '#api/site/site-file.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { takePort } from '#tests/setup/api/port.ts';
import { codeAt, signInWithTotp } from '#tests/setup/api/second-factor.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { axeViolations, expectAccessible } from '#tests/setup/e2e/axe.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { storeSession } from '#tests/setup/e2e/console-page.ts';
import { focused, tabTo } from '#tests/setup/e2e/keyboard.ts';
import { layoutDefects } from '#tests/setup/e2e/layout.ts';

/** A passkey belongs to a name: an IP address has none. */
const port = await takePort();
const origin = `http://localhost:${port}`;
const database = await cloneDatabase();
const { db } = database;
const site = await readSite(inject('siteFolder'));
const api = await serveApi(db, { site, siteUrl: origin }, { port });
const { newPage } = await openBrowser();

const ELEVEN_MINUTES_MS = 11 * 60_000;

/** A device with a fingerprint reader, whose owner always touches it. */
async function addDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

async function typePassword(page: Page, { email, password }: { email: string; password: string }) {
  await page.locator('button[type="submit"]:enabled').waitFor();
  await tabTo(page, /^input.*Email/);
  await page.keyboard.type(email);
  await tabTo(page, /^input.*Password/);
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
}

async function openSecurity(page: Page, administratorId: number) {
  await storeSession(page, { db, api, administratorId });
  await page.goto(`${origin}/account/security`);
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
}

test('a passkey is added, signs in and confirms a sensitive step, with the keyboard alone', async () => {
  const administrator = await addAdministrator(db);
  const page = await newPage({ expected: /403/ });
  await addDevice(page);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  const hasLoaded = (name: string) => scripts.some((address) => address.includes(`/${name}.`));

  await page.goto(`${origin}/login`);
  await typePassword(page, administrator);
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  expect(hasLoaded('SecondFactorStep')).toBe(false);
  await page.goto(`${origin}/account/security`);
  await tabTo(page, /^input.*Name/);
  await page.keyboard.type('Laptop');
  expect(hasLoaded('passkeys')).toBe(false);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
  expect(hasLoaded('passkeys')).toBe(true);
  await expect.poll(() => focused(page)).toContain('Save your recovery codes');
  await page.getByRole('rowheader', { name: 'Laptop' }).waitFor();
  await tabTo(page, /^button.*Done/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^button.*Logout/);
  // The address changes before the page is loaded again.
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  await page.waitForURL(`${origin}/login`);

  await typePassword(page, administrator);
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.waitForFunction(() => document.activeElement?.textContent === 'Use a passkey');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();

  api.clock.now = new Date(api.clock.now.getTime() + ELEVEN_MINUTES_MS);
  await page.goto(`${origin}/account/keys`);
  await tabTo(page, /^button.*New key/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^input.*Name/);
  await page.keyboard.type('By keyboard');
  await tabTo(page, /^input.*Read users/);
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Use a passkey');
  await page.keyboard.press('Escape');
  await page.getByText('Please confirm that it’s you, then try again.').waitFor();
  await tabTo(page, /^button.*Create key/);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.textContent === 'Use a passkey');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Secret of By keyboard' }).waitFor();
});

test('an authenticator app is added and signs in, with the keyboard alone', async () => {
  const administrator = await addAdministrator(db);
  const page = await newPage();
  await openSecurity(page, administrator.id);
  await tabTo(page, /^button.*Add an authenticator app/);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.getAttribute('autocomplete') === 'one-time-code');
  const secret = (await page.locator('.key code').innerText()).replaceAll(' ', '');
  await page.keyboard.type(codeAt(secret, api.clock.now));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
  const [code = ''] = await page.locator('.new-codes li').allInnerTexts();

  const other = await newPage({ expected: /401/ });
  await other.goto(`${origin}/login`);
  await typePassword(other, administrator);
  await other.waitForFunction(() => document.activeElement?.getAttribute('autocomplete') === 'one-time-code');
  await other.keyboard.type('000000');
  await other.keyboard.press('Enter');
  await other.getByText('That code isn’t right, or it was used before.').waitFor();
  expect(await focused(other)).toContain('Code from your authenticator app');
  await tabTo(other, /^button.*Use a recovery code/);
  await other.keyboard.press('Enter');
  expect(await focused(other)).toContain('Recovery code');
  await other.keyboard.type(code);
  await other.keyboard.press('Enter');
  await other.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});

test('the second step of the sign-in is accessible', async () => {
  const administrator = await signInWithTotp(database, api);
  const page = await newPage({ bypassCSP: true, expected: /401/ });
  await page.goto(`${origin}/login`);
  await typePassword(page, administrator.administrator);
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
  await expectAccessible(page, 'second step');
  await page.getByLabel('Code from your authenticator app').fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('That code isn’t right, or it was used before.').waitFor();
  await expectAccessible(page, 'second step with an error');
});

test('sign-in security is accessible without a factor, during the setup, and with codes and passkeys', async () => {
  const administrator = await addAdministrator(db);
  const page = await newPage({ bypassCSP: true });
  await addDevice(page);
  await openSecurity(page, administrator.id);
  const check = async (name: string) => {
    await expectAccessible(page, name);
    await page.setViewportSize({ width: 320, height: 800 });
    expect.soft(await page.evaluate(layoutDefects), name).toEqual([]);
  };
  await check('without a factor');
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  await page.getByLabel('Code from the app').waitFor();
  await check('setup');
  await page.getByLabel('Name').fill('A laptop with quite a long name for its passkey');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
  await page.getByRole('rowheader', { name: /^A laptop/ }).waitFor();
  await check('codes and passkeys');
});

test.each(['light', 'dark'] as const)(
  'the dialog before a sensitive step is accessible: %s',
  async (colorScheme) => {
    const { administrator } = await signInWithTotp(database, api);
    const page = await newPage({
      ...{ bypassCSP: true, expected: /403/ },
      colorScheme,
      viewport: { width: 320, height: 700 },
    });
    await openSecurity(page, administrator.id);
    api.clock.now = new Date(api.clock.now.getTime() + ELEVEN_MINUTES_MS);
    await page.getByRole('button', { name: 'Get new codes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Get new codes' }).click();
    await page
      .getByRole('dialog', { name: 'Confirm it’s you' })
      .getByLabel('Code from your authenticator app')
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(layoutDefects)).toEqual([]);
  },
);
