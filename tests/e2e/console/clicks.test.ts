import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { storeSession } from '#tests/setup/e2e/console-page.ts';
import { serveDemoConsole } from '#tests/setup/e2e/demo-console.ts';

/** How many clicks the everyday work takes, from the dashboard on. Typing is none. */
const { db, api, origin, newPage, administrator } = await serveDemoConsole();

async function openDashboard() {
  const page = await newPage({ viewport: { width: 1440, height: 900 } });
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.goto(origin);
  let clicks = 0;
  return {
    page,
    click: async (control: Locator) => {
      await control.click();
      clicks += 1;
      return clicks;
    },
  };
}

test('a caller is found by the digits of the phone in two clicks', async () => {
  const caller = await db
    .selectFrom('users')
    .where('phone', 'like', '+44 %')
    .where('status', '=', 'active')
    .select(['id', 'phone', 'last_name'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const { page, click } = await openDashboard();
  await click(page.getByRole('button', { name: 'Search' }));
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  // As it is dialed inside the country.
  await page.keyboard.type(`0${caller.phone?.replace('+44', '').replaceAll(' ', '')}`);
  expect(await click(page.getByRole('option', { name: caller.last_name ?? '' }).first())).toBe(2);
  await page.waitForURL(`${origin}/users/${caller.id}`);
  await page.getByRole('heading', { name: 'User Detail' }).waitFor();
});

test('twenty payments are retried in at most eight clicks, and the result stays', async () => {
  const { page, click } = await openDashboard();
  await click(page.getByRole('link', { name: 'Payment Recovery', exact: true }));
  await page.getByRole('checkbox', { name: 'Select all on this page' }).waitFor();
  await page.getByLabel('Rows per page').selectOption('20');
  await page.getByText(/^1–20 of/).waitFor();
  await click(page.getByRole('checkbox', { name: 'Select all on this page' }));
  await click(page.getByRole('button', { name: /^Retry 20/ }));
  const asked = page.getByRole('dialog').getByRole('button', { name: /^Retry/ });
  expect(await click(asked)).toBeLessThanOrEqual(8);
  const result = page.getByRole('region', { name: 'Result of Retry of 20 payments' });
  await result.waitFor();
  const numbers = await result.getByRole('listitem').allInnerTexts();
  const counted = numbers.reduce((sum, text) => sum + Number.parseInt(text, 10), 0);
  expect(counted).toBe(20);
  await page.reload();
  await result.waitFor();
  const [first] = await result.getByRole('link').all();
  await first?.click();
  // Until then the rows of the list before may stay.
  await expect
    .poll(() => page.locator('tbody tr:not(.skeleton)').count())
    .toBe(Number.parseInt(numbers[0] ?? '', 10));
});
