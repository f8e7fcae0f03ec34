import { expect, inject, test } from 'vitest';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { focused, tabTo } from '#tests/setup/e2e/keyboard.ts';
import { hostStatically } from '#tests/setup/site/static-host.ts';

const origin = await hostStatically(inject('siteFolder'));
const { newPage } = await openBrowser();

test('a password is reset with the keyboard alone, and the focus is never lost', async () => {
  const page = await newPage({ expected: /400/ });
  const { keyboard } = page;
  let status = 400;
  await page.route('**/auth/reset-password', (route) =>
    route.fulfill({
      status,
      json: { status, message: status === 200 ? 'It is new.' : 'The link is used up.' },
    }),
  );
  await page.goto(`${origin}/reset-password?token=a-token`);
  await page.locator('button[type="submit"]:not([disabled])').waitFor();
  await tabTo(page, /^input.*New password/);
  await keyboard.type('a quiet word');
  await keyboard.press('Tab');
  expect(await focused(page)).toMatch(/^button.*Show new password/);
  await tabTo(page, /^input.*Confirm password/);
  await keyboard.type('another');
  await keyboard.press('Enter');
  await page.getByText('Passwords do not match').waitFor();
  expect(await focused(page)).toMatch(/^input.*Confirm password/);

  await keyboard.press('Control+A');
  await keyboard.type('a quiet word');
  await tabTo(page, /^button.*Set new password/);
  await keyboard.press('Enter');
  await page.getByRole('link', { name: 'Request a new link' }).waitFor();
  expect(await focused(page)).toMatch(/^button.*Set new password/);

  status = 200;
  await keyboard.press('Enter');
  await page.getByText('It is new.').waitFor();
  await expect.poll(() => focused(page)).toContain('Use it to sign in to the app.');
  await keyboard.press('Tab');
  expect(await focused(page)).toMatch(/^a.*sign in here/);
});

test('an account is deleted with the keyboard alone, and the focus is never lost', async () => {
  const page = await newPage({ expected: /400|404/ });
  const { keyboard } = page;
  let status = 400;
  await page.route('**/auth/verify-delete-account-request', (route) =>
    route.fulfill({ status, json: { status, message: status === 200 ? 'It is closed.' : 'Too old.' } }),
  );
  await page.goto(`${origin}/delete-account/a-token`);
  await page.getByRole('button', { name: 'Delete my account' }).waitFor();
  await tabTo(page, /^button.*Delete my account/);
  await keyboard.press('Enter');
  await page.getByRole('link', { name: 'Request a new link' }).waitFor();
  expect(await focused(page)).toMatch(/^button.*Delete my account/);

  status = 200;
  await keyboard.press('Enter');
  await page.getByText('It is closed.').waitFor();
  await expect.poll(() => focused(page)).toContain('It is closed.');
});
