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
