import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addUser } from '#tests/setup/api/people.ts';
import { storeSession } from '#tests/setup/e2e/console-page.ts';
import { serveDemoConsole } from '#tests/setup/e2e/demo-console.ts';

const { db, api, origin, newPage, administrator } = await serveDemoConsole();

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());
async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test.each([320, 1280])(
  '%i px: the actions of a row work with the keyboard, and give the focus back',
  async (width) => {
    const name = `Kay ${width}`;
    const [first_name = '', last_name = ''] = name.split(' ');
    await addUser(db, {
      first_name,
      last_name,
      role: 'admin',
      administrator_role: 'support',
      password_hash: 'x',
    });
    const page = await newPage({ viewport: { width, height: 900 } });
    await storeSession(page, { db, api, administratorId: administrator.id });
    await page.goto(`${origin}/administrators`);
    await page.getByRole('button', { name: `Manage ${name}` }).focus();
    await press(page, 'Enter', 'Tab');
    expect(await focused(page)).toBe(`Change role ${name}`);
    await press(page, 'Enter');
    const dialog = page.getByRole('dialog', { name: `Change the role of ${name}?` });
    await dialog.waitFor();
    await press(page, 'Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe(`Change role ${name}`);
    await press(page, 'Tab', 'Tab', 'Tab');
    expect(await focused(page)).toBe(`Suspend ${name}`);
    const box = await page.getByRole('button', { name: `Suspend ${name}` }).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    await press(page, 'Escape');
    expect(await focused(page)).toBe(`Manage ${name}`);
    expect(await page.getByRole('button', { name: `Suspend ${name}` }).count()).toBe(0);
  },
);

test('a proof that is asked for gives the focus back to the action', async () => {
  const { id } = await addUser(db, {
    ...{
      first_name: 'Ro',
      last_name: 'Le',
      role: 'admin',
      administrator_role: 'support',
      password_hash: 'x',
    },
  });
  const page = await newPage({ expected: /status of 403/ });
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.goto(`${origin}/administrators`);
  await page.getByRole('button', { name: 'Manage Ro Le' }).click();
  await db
    .updateTable('sessions')
    .set({ proven_at: new Date(0) })
    .execute();
  await page.getByRole('button', { name: 'Change role Ro Le' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the role of Ro Le?' });
  await dialog.getByRole('radio', { name: 'Analyst' }).check();
  await dialog.getByRole('button', { name: 'Change role' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByLabel('Password').fill(administrator.password);
  await press(page, 'Enter');
  await page.getByText('Ro Le now has the role Analyst').waitFor();
  await proof.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Change role Ro Le');
  const { administrator_role } = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select('administrator_role')
    .executeTakeFirstOrThrow();
  expect(administrator_role).toBe('analyst');
});
