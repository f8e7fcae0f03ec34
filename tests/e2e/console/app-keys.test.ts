import { expect, inject, test } from 'vitest';
import { makeAppKey, revokeAppKey } from '#api/auth/app-keys.ts';
import { readSite } from '#api/site/site-file.ts';
import { appScopes } from '#contract/app/keys.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { axeViolations } from '#tests/setup/e2e/axe.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { storeSession } from '#tests/setup/e2e/console-page.ts';
import { focused, tabTo } from '#tests/setup/e2e/keyboard.ts';
import { layoutDefects } from '#tests/setup/e2e/layout.ts';

const { db } = await cloneDatabase();
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const origin = new URL(api.base).origin;
const { newPage } = await openBrowser();
const { id: administratorId } = await addAdministrator(db);

const made = {
  expiresOn: '2099-12-31',
  requestsPerMinute: 100_000,
  actor: { kind: 'command_line', requestId: null },
} as const;
await makeAppKey(db, { ...made, name: 'Servers', scopes: [...appScopes] }, new Date());
await makeAppKey(
  db,
  {
    ...made,
    name: 'A nightly job with a very long name '.repeat(2).slice(0, 60),
    scopes: appScopes.slice(1),
  },
  new Date(),
);
const lost = await makeAppKey(db, { ...made, name: 'Lost', scopes: ['users:read'] }, new Date());
await revokeAppKey(db, { id: lost.id, actor: made.actor }, new Date());

async function open(options: Parameters<typeof newPage>[0] = {}) {
  const page = await newPage({ bypassCSP: true, ...options });
  await storeSession(page, { db, api, administratorId });
  await page.goto(`${origin}/account/keys`);
  await page.getByRole('rowheader', { name: 'Servers' }).waitFor();
  return page;
}

test.each([
  ['light', 1440],
  ['dark', 1024],
  ['light', 768],
  ['dark', 320],
] as const)(
  'table, form and secret have no axe violation, and nothing is cut: %s, %i px',
  async (colorScheme, width) => {
    const page = await open({ colorScheme, viewport: { width, height: 900 } });
    const check = async () => {
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate(layoutDefects)).toEqual([]);
    };
    await check();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Choose at least one scope').waitFor();
    await check();
    await page.getByRole('button', { name: 'Roll Servers' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Roll' }).click();
    await page.getByRole('heading', { name: 'Secret of Servers' }).waitFor();
    await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
    await check();
  },
);

test('a key is created with the keyboard alone', async () => {
  const page = await open();
  await tabTo(page, /^button.*New key/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^input.*Name/);
  await page.keyboard.type('By keyboard');
  await tabTo(page, /^input.*Read published recipes/);
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Secret of By keyboard' }).waitFor();
  await expect.poll(() => focused(page)).toContain('Secret of By keyboard');
  await tabTo(page, /^button.*Done/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Secret of By keyboard' }).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toContain('h1');
});
