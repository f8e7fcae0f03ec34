import type { Page } from 'playwright-core';
import { inject, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { readSite } from '#api/site/site-file.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { expectAccessible } from '#tests/setup/e2e/axe.ts';
import { openBrowser, untilSettled } from '#tests/setup/e2e/browser.ts';
import { consoleAddresses, findUserInGracePeriod, storeSession } from '#tests/setup/e2e/console-page.ts';

const { db } = await cloneDatabase();
await fillDemo(db, { seed: 4, now: new Date() });
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const origin = new URL(api.base).origin;
const { newPage } = await openBrowser();
const administrator = await addAdministrator(db);

const addresses = await consoleAddresses(db);

/**
 * How the API answers: as it is, never, or with one answer to every call. `states.test.tsx` has other ways to fail, which
 * look like this one.
 */
const states = {
  full: null,
  loading: 'never',
  failed: { status: 500, body: '{"message": "Broken."}' },
  empty: { status: 200, body: '{"status": 200, "data": [], "total": 0}' },
} as const;
type State = keyof typeof states;

/** A signed-in page. Its API answers as `answerAs` says from the next navigation on. */
async function openPage() {
  const page = await newPage({
    bypassCSP: true,
    viewport: { width: 1440, height: 900 },
    expected: /500|404/,
  });
  await storeSession(page, { db, api, administratorId: administrator.id });
  // In the page, because a request that Playwright answers turns off the browser's cache.
  await page.addInitScript(() => {
    const answer = JSON.parse(sessionStorage.getItem('answer') ?? 'null');
    if (answer === null) return;
    const ask = window.fetch;
    window.fetch = async (input, options) => {
      const url = input instanceof Request ? input.url : String(input);
      if (!url.includes('/api/v1/admin/')) return ask(input, options);
      if (answer === 'never') return new Promise(() => {});
      const { status, body } = answer;
      const isEmptyRecipes = status === 200 && url.includes('/recipes');
      return new Response(isEmptyRecipes ? body.replace('[]', '{"recipes": []}') : body, {
        status,
        headers: { 'content-type': 'application/json' },
      });
    };
  });
  await page.goto(`${origin}/robots.txt`);
  const answerAs = (state: State) =>
    page.evaluate((answer) => sessionStorage.setItem('answer', answer), JSON.stringify(states[state]));
  return { page, answerAs };
}

async function openScreen(page: Page, address: string, state: State = 'full') {
  await page.goto(origin + address);
  await page.getByRole('heading', { level: 1 }).or(page.getByText('not found')).first().waitFor();
  if (state !== 'loading') await untilSettled(page);
}

test.each(addresses)(
  '%s: no axe violation and no horizontal scrolling, however the API answers',
  async (address) => {
    const { page, answerAs } = await openPage();
    for (const state of Object.keys(states) as State[]) {
      await answerAs(state);
      await openScreen(page, address, state);
      await expectAccessible(page, state);
    }
  },
);

/** Users whose page shows more on demand. */
const people: Record<string, () => Promise<{ id: number }>> = {
  'with a deletion under way': () =>
    db
      .selectFrom('users')
      .where('is_deletion_under_way', '=', true)
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow(),
  'in a grace period': () => findUserInGracePeriod(db),
  'who is an administrator': async () => administrator,
};

test.each(Object.keys(people))('the page of a user %s, with what is shown on demand', async (kind) => {
  const user = await people[kind]?.();
  const { page } = await openPage();
  await openScreen(page, `/users/${user?.id}`);
  const charges = page.getByRole('button', { name: /^Charges of/ }).first();
  if ((await charges.count()) > 0) {
    await charges.click();
    await page
      .getByRole('list', { name: /^Charges of/ })
      .or(page.getByText('Nothing was charged.'))
      .waitFor();
  }
  await expectAccessible(page, kind);
  if (kind === 'with a deletion under way') {
    await page.getByRole('button', { name: 'Stop deletion' }).click();
    await expectAccessible(page, 'question');
  }
});
