import { setTimeout } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { storeSession } from '#tests/setup/e2e/console-page.ts';
import { serveDemoConsole } from '#tests/setup/e2e/demo-console.ts';

/** What a signed-in administrator's page asks for, and when. */

const { db, api, origin, newPage, administrator } = await serveDemoConsole();
const MINUTE_MS = 60_000;

async function signedInPage(expected = /$^/): Promise<{ page: Page; requests: Request[] }> {
  const page = await newPage({ expected });
  await storeSession(page, { db, api, administratorId: administrator.id });
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return { page, requests };
}

/** Holds back a script of the console until the returned function is called. */
async function hold(page: Page, name: string): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  await page.route(new RegExp(`/_astro/${name}\\.[\\w-]+\\.js$`), async (route) => {
    await released;
    await route.continue();
  });
  return resolve;
}

/** Names without their hashes. */
const filesIn = (requests: readonly Request[]) =>
  requests
    .filter((request) => ['script', 'stylesheet'].includes(request.resourceType()))
    .map((request) => request.url().replace(/^.*\/_astro\/([\w-]+)\.[\w-]+\.(\w+)$/, '$1.$2'))
    .sort();
const callsIn = (requests: readonly Request[]) =>
  requests
    .filter((request) => request.url().startsWith(`${api.base}/admin/`))
    .map((request) => request.url().slice(api.base.length));
const firstRow = (page: Page) => page.locator('tbody tr:not(.skeleton)').first().waitFor();

const firstUsers = '/admin/users?keyword=&page=1&pageSize=10';
const firstRecipes = '/admin/recipes?keyword=&page=1&pageSize=10';
const everywhere = ['App.css', 'App.js', 'console.js', 'shared.js'];

test.each(['/', '/users', '/recipes'])(
  '%s: the files of every screen are asked for at once',
  async (path) => {
    const { page, requests } = await signedInPage();
    const release = await hold(page, 'console');
    await page.goto(origin + path, { waitUntil: 'commit' });
    await expect.poll(() => filesIn(requests)).toEqual(everywhere);
    release();
    await firstRow(page);
  },
);

test.each([
  ['/', ['Dashboard.js'], ['/admin/subscriptions/stats', '/admin/users']],
  ['/users', ['UsersList.js'], [firstUsers]],
  ['/recipes', ['RecipesList.js', 'recipes.css'], [firstRecipes]],
])(
  '%s: its own files and data are asked for while the console loads, each once',
  async (path, files, calls) => {
    const { page, requests } = await signedInPage();
    const release = await hold(page, 'App');
    await page.goto(origin + path, { waitUntil: 'commit' });
    await expect.poll(() => filesIn(requests)).toEqual(expect.arrayContaining(files));
    await expect.poll(() => callsIn(requests)).toEqual(calls);
    release();
    await firstRow(page);
    await page.waitForLoadState('networkidle');
    for (const call of calls) expect(callsIn(requests).filter((sent) => sent === call)).toEqual([call]);
  },
);

test.each(['/users', '/recipes', '/'])(
  '%s: no number format of Intl before the first row, because the first one takes long',
  async (path) => {
    const { page } = await signedInPage();
    await page.addInitScript(() => {
      const early: string[] = [];
      Object.assign(window, { early });
      const note = (name: string) => {
        if (!document.querySelector('tbody tr:not(.skeleton)')) early.push(name);
      };
      const { NumberFormat } = Intl;
      Intl.NumberFormat = new Proxy(NumberFormat, {
        construct: (format, options) => {
          note('NumberFormat');
          return Reflect.construct(format, options);
        },
      });
      const write = Number.prototype.toLocaleString;
      Number.prototype.toLocaleString = function (...options) {
        note('toLocaleString');
        return write.apply(this, options);
      };
    });
    await page.goto(origin + path);
    await firstRow(page);
    expect(await page.evaluate('window.early')).toEqual([]);
  },
);

test.each([
  ['/users?keyword=a', '/admin/users?keyword=a&page=1&pageSize=10'],
  ['/users?page=2', '/admin/users?keyword=&page=2&pageSize=10'],
])('%s asks only for what it shows', async (address, call) => {
  const { page, requests } = await signedInPage();
  await page.goto(origin + address);
  await firstRow(page);
  // The bar asks for its count after that.
  expect(callsIn(requests).filter((other) => other !== '/admin/overview')).toEqual([call]);
});

test('first calls with an expired token cause one refresh', async () => {
  const { page, requests } = await signedInPage(/401/);
  api.clock.now = new Date(api.clock.now.getTime() + 20 * MINUTE_MS);
  await page.goto(origin);
  await firstRow(page);
  const first = ['/admin/subscriptions/stats', '/admin/users'];
  // What the dashboard asks for later may have been sent by now, and one of the first not yet again.
  const sent = () => callsIn(requests).filter((call) => first.includes(call));
  await expect.poll(() => sent().sort()).toEqual(first.flatMap((call) => [call, call]));
  const refreshes = requests.filter((request) => request.url().endsWith('/auth/refresh-token'));
  expect(refreshes).toHaveLength(1);
});

test.each(['never-good', 'with a space'])(
  'first calls with the tokens %j say that the refresh failed',
  async (token) => {
    const page = await newPage({ expected: /401/ });
    await page.addInitScript((stored) => {
      if (location.pathname !== '/users') return;
      localStorage.setItem('access_token', stored);
      localStorage.setItem('refresh_token', stored);
    }, token);
    // Later than the first rendering.
    await page.route(`${api.base}/admin/users?*`, async (route) => {
      await setTimeout(500);
      await route.continue();
    });
    await page.goto(`${origin}/users`);
    await page.getByText('You’re signed out.').waitFor();
    await page.getByRole('alert').filter({ hasText: 'Failed to refresh token' }).waitFor();
  },
);

test('a visitor asks for none of it', async () => {
  const page = await newPage();
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(origin, { waitUntil: 'networkidle' });
  expect([...filesIn(requests), ...callsIn(requests)]).toEqual([]);
});
