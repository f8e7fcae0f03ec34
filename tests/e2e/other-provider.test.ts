import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { publicPages } from '#site/content/pages.ts';
import { takePort } from '#tests/setup/api/port.ts';
import { Provider, shapes } from '#tests/setup/client/provider.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { whileNothingElseBuilds } from '#tests/setup/site/build-lock.ts';
import { buildSite } from '#tests/setup/site/site.ts';
import { hostStatically } from '#tests/setup/site/static-host.ts';

/** The export on a static host, with the API of another provider on another origin. */

const BASE = '/their/v1';
const apiPort = await takePort();
const apiOrigin = `http://127.0.0.1:${apiPort}`;
const parent = mkdtempSync(join(tmpdir(), 'mealwright-other-provider-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));
await whileNothingElseBuilds(() => buildSite(join(parent, 'dist'), { PUBLIC_API_URL: apiOrigin + BASE }));
const origin = await hostStatically(join(parent, 'dist'));
const { newPage } = await openBrowser();

async function signIn(page: Page) {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill('boss@example.com');
  await page.getByLabel('Password', { exact: true }).fill('whatever it is');
  await page.getByLabel('Remember me').check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Monthly Subscription Stats' }).waitFor();
}

describe.each(Object.keys(shapes))('a provider that answers %s', (name) => {
  test('serves every screen with only the calls of the specification', async () => {
    const shape = shapes[name];
    if (!shape) throw new Error(name);
    const provider = new Provider(shape);
    const stop = await provider.listen(apiPort, BASE);
    const page = await newPage({ origins: [apiOrigin], expected: /401|404/ });
    const { mark } = provider;

    await signIn(page);
    await page.getByRole('row', { name: 'January 3 29.90' }).waitFor();
    await page.getByRole('link', { name: `Uma ${mark}`, exact: true }).waitFor();
    expect(provider.calls.map(({ method, path, query }) => `${method} ${path}${query}`).sort()).toEqual([
      'GET /admin/subscriptions/stats',
      'GET /admin/users',
      'POST /auth/admin-login',
    ]);
    await page.getByRole('link', { name: 'Check all users' }).click();
    await page.getByRole('link', { name: `Uma ${mark}` }).click();
    await page.getByRole('heading', { name: 'User Detail' }).waitFor();
    await page.getByText(`Plan ${mark}`).waitFor();
    await page.getByLabel('Last Name').fill('Typed');
    await page.getByRole('button', { name: 'Update' }).click();
    await page.getByText(`Saved ${mark}`).waitFor();

    await page.getByRole('link', { name: 'Manage Recipes' }).click();
    await page.getByText(`${'x'.repeat(100)}…`).waitFor();
    await page.getByRole('link', { name: `Soup ${mark}` }).click();
    await page.getByText('Cut the leek.').waitFor();

    provider.expire();
    await page.getByRole('link', { name: 'Payment Recovery' }).click();
    await page.getByText(`pay-${mark}@example.net`).waitFor();
    await page.getByRole('button', { name: /Retry/ }).click();
    await page.getByText('Payment recovered successfully!').waitFor();
    await page.getByText(`pay-${mark}@example.net`).waitFor({ state: 'detached' });

    // A deep link without rewrites: 404.html loads the console.
    const id = shape.ids === 'number' ? '5' : 'id-5';
    await page.goto(`${origin}/users/${id}`);
    await page.getByRole('heading', { name: 'User Detail' }).waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${origin}/login`);

    const requested = new Set(provider.calls.map((call) => `${call.method} ${call.path}${call.query}`));
    expect([...requested].sort()).toEqual(
      [
        'GET /admin/recipes?keyword=&page=1&pageSize=10',
        `GET /admin/recipes/${shape.ids === 'number' ? '7' : 'id-7'}`,
        'GET /admin/subscriptions/failed-payments',
        `GET /admin/subscriptions/history/${id}`,
        'GET /admin/subscriptions/stats',
        'GET /admin/users',
        `GET /admin/users/${id}`,
        'GET /admin/users?keyword=&page=1&pageSize=10',
        'POST /admin/logout',
        `POST /admin/subscriptions/retry/${shape.ids === 'number' ? '9' : 'id-9'}`,
        'POST /auth/admin-login',
        'POST /auth/refresh-token',
        `PUT /admin/users/${id}`,
      ].sort(),
    );
    const bodies = Object.fromEntries(
      provider.calls.filter(({ body }) => body).map(({ method, path, body }) => [`${method} ${path}`, body]),
    );
    expect(bodies['POST /auth/admin-login']).toEqual({
      email: 'boss@example.com',
      password: 'whatever it is',
      rememberMe: true,
    });
    expect(bodies[`PUT /admin/users/${id}`]).toEqual({
      id: shape.ids === 'number' ? 5 : 'id-5',
      first_name: `Uma ${mark}`,
      last_name: 'Typed',
      email: 'uma@example.net',
      role: null,
      onboarding_status: 'half_way_there',
      phone: '12345',
    });
    expect(Object.entries(bodies).find(([call]) => call.includes('/retry/'))?.[1]).toEqual({
      notes: 'Manual retry from admin dashboard',
    });
    expect(provider.calls.filter(({ path }) => path === '/auth/refresh-token')).toHaveLength(1);
    await stop();
  });
});

test('a visitor can open every page and confirm a deletion without rewrites', async () => {
  const page = await newPage({ expected: /404/ });
  for (const { path } of publicPages) {
    expect((await page.goto(origin + path))?.status(), path).toBe(200);
  }
  await page.goto(`${origin}/delete-account/some-token`);
  await page.getByRole('button', { name: 'Delete my account' }).waitFor();
  expect(page.url()).toBe(`${origin}/delete-account/some-token`);
  await page.goto(`${origin}/nowhere`);
  await page.waitForURL(`${origin}/login`);
});
