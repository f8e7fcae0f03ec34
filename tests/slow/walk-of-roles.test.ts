import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { rolesOf } from '#api/auth/access.ts';
import { matchesRoute, routes } from '#console/routes.ts';
import { capabilities } from '#contract/capabilities.ts';
import { administratorRoles } from '#contract/roles.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { consoleAddresses } from '#tests/setup/e2e/console-page.ts';
import { serveDemoConsole } from '#tests/setup/e2e/demo-console.ts';

const { db, origin, newPage, administrator: colleague } = await serveDemoConsole();
const everyAddress = await consoleAddresses(db);
// The page of an administrator has other controls than that of a user.
everyAddress.push(`/users/${colleague.id}`);

const IDLE_MS = 250;

/** Resolves when the page has asked for nothing for a while. */
function watchNetwork(page: Page): () => Promise<void> {
  let pending = 0;
  let lastChange = Date.now();
  const count = (change: 1 | -1) => () => {
    pending += change;
    lastChange = Date.now();
  };
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
  return () =>
    expect
      .poll(() => pending <= 0 && Date.now() - lastChange > IDLE_MS, { timeout: 60_000, interval: 50 })
      .toBe(true);
}

/** Screens that look alike are opened once: the screen, and which parameters its address has. */
function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, origin);
  const screen = Object.values(routes).find((route) => matchesRoute(route, pathname)) ?? pathname;
  // The views of a list have other rows and other controls.
  return [screen, ...[...searchParams.keys()].sort(), searchParams.get('view') ?? ''].join(' ');
}

const readLinks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')]
      .filter((link) => link.checkVisibility())
      .map((link) => link.getAttribute('href') ?? ''),
  );

/** Presses the next button that opens something and was not pressed yet; null: there is none. One row stands for all. */
const openNext = (page: Page, pressed: readonly string[]) =>
  page.evaluate((known) => {
    const nameOf = (button: Element) =>
      button.closest('tbody') || button.matches('.opener') ? `row ${button.className}` : button.textContent;
    const found = [
      ...document.querySelectorAll<HTMLElement>(
        'button[aria-expanded="false"], button[aria-haspopup="dialog"]',
      ),
    ].find((button) => button.checkVisibility() && !known.includes(nameOf(button)));
    found?.click();
    return found ? nameOf(found) : null;
  }, pressed);

test.each(administratorRoles)('nothing that %s can open is refused', async (role) => {
  const person = await addAdministrator(db, role);
  const page = await newPage({ viewport: { width: 1440, height: 900 } });
  const refused: string[] = [];
  const asked = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/')) asked.add(pathname);
    if (response.status() === 403)
      refused.push(`${response.request().method()} ${pathname} on ${page.url()}`);
  });
  const settle = watchNetwork(page);

  await page.goto(`${origin}/login`);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('auth_user') ?? 'null'));
  const allowed = capabilities.filter((capability) => rolesOf[capability].includes(role));
  expect(allowed).toEqual(expect.arrayContaining(stored.capabilities));

  const waiting = ['/'];
  const seen = new Set<string>();
  const closed: string[] = [];
  async function open(address: string) {
    seen.add(kindOf(address));
    await page.goto(origin + address);
    await page.locator('main h1').waitFor();
    await settle();
    if (await page.getByText(/can’t open this screen/).isVisible()) {
      closed.push(address);
      return;
    }
    const pressed: string[] = [];
    for (;;) {
      waiting.push(...(await readLinks(page)));
      const name = await openNext(page, pressed);
      if (name === null) break;
      pressed.push(name);
      await settle();
      waiting.push(...(await readLinks(page)));
      await page.keyboard.press('Escape');
    }
  }
  async function walk() {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      if (!seen.has(kindOf(address))) await open(address);
    }
  }

  await walk();
  expect(closed, 'links to what the role may not open').toEqual([]);
  expect(refused).toEqual([]);
  expect(seen.size).toBeGreaterThan(role === 'editor' ? 8 : 12);
  expect(asked.size).toBeGreaterThan(role === 'editor' ? 5 : 12);

  // Addresses that nothing leads to.
  for (const address of everyAddress) await open(address);
  await walk();
  expect(refused).toEqual([]);
  expect(closed.length > 0).toBe(role !== 'owner');

  await page.goto(`${origin}/recipes`);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('combobox', { name: /^Search/ }).fill('a');
  await page.getByRole('option').first().waitFor();
  await settle();
  expect(refused).toEqual([]);
});
