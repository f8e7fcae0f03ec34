import { expect, test } from 'vitest';
import { addUser } from '#tests/setup/api/people.ts';
import { axeViolations } from '#tests/setup/e2e/axe.ts';
import { storeSession } from '#tests/setup/e2e/console-page.ts';
import { serveDemoConsole } from '#tests/setup/e2e/demo-console.ts';

const { db, api, origin, newPage, administrator } = await serveDemoConsole();

async function openPage(path: string) {
  const page = await newPage();
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.goto(origin + path);
  await page.locator('main h1').waitFor();
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor();
  return page;
}

const focusedName = `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`;

test('Escape closes it, and the focus returns; a click beside it closes it too', async () => {
  const page = await openPage('/users');
  const box = page.getByLabel('Search by name, email, phone, or order');
  await box.focus();
  await page.keyboard.press('Control+k');
  await page.locator('dialog.palette[open]').waitFor();
  expect(await page.evaluate<string>(focusedName)).toMatch(/^Search users/);
  await page.keyboard.press('Escape');
  await page.locator('dialog.palette').waitFor({ state: 'detached' });
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+k');
  await page.locator('dialog.palette[open]').waitFor();
  await page.mouse.click(5, 300);
  await page.locator('dialog.palette').waitFor({ state: 'detached' });
});

test('its code is asked for with the first of the two keys', async () => {
  const page = await openPage('/users');
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor();
  const code = page.waitForResponse(/\/Palette\.[\w-]+\.js$/);
  await page.keyboard.down('Control');
  await code;
  await page.keyboard.press('k');
  await page.locator('dialog.palette[open]').waitFor();
  await page.keyboard.up('Control');
});

test('from the keys to a user in four keys beside the name', async () => {
  const user = await addUser(db, { first_name: 'Palette', last_name: 'Person' });
  const page = await openPage('/payment-recovery');
  // The answer that names the feature is there.
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  await page.locator('dialog.palette[open]').waitFor();
  await page.keyboard.type('palette p');
  await page.getByRole('option', { name: 'Palette Person' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Palette Person' }).waitFor();
  expect(page.url()).toBe(`${origin}/users/${user.id}`);
  // Ctrl+S saves the form of the user.
  await page.getByLabel('Phone').fill('+1 555 0142');
  await page.keyboard.press('Control+s');
  await page
    .getByRole('status')
    .getByText(/updated|saved/i)
    .waitFor();
});

test.each(['light', 'dark'] as const)('no axe violation in %s, small and wide', async (colorScheme) => {
  const page = await openPage('/recipes');
  await page.emulateMedia({ colorScheme });
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.keyboard.press('Control+k');
    await page.locator('dialog.palette[open]').waitFor();
    await page.keyboard.type('a');
    await page.getByRole('option').nth(3).waitFor();
    await page.getByText(/^\d+ results$/).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.keyboard.press('Escape');
    await page.locator('dialog.palette').waitFor({ state: 'detached' });
  }
});
