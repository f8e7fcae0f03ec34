import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { readSite } from '#api/site/site-file.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { storeSession } from '#tests/setup/e2e/console-page.ts';
import { focused, tabTo } from '#tests/setup/e2e/keyboard.ts';

const { db } = await cloneDatabase();
await fillDemo(db, { seed: 3, now: new Date() });
const api = await serveApi(db, { site: await readSite(inject('siteFolder')) });
const origin = new URL(api.base).origin;
const { newPage } = await openBrowser();

test('every task works with the keyboard alone', async () => {
  const administrator = await addAdministrator(db);
  const user = await addUser(db, { first_name: 'Keyboard', last_name: 'Person', phone: '+1 555 0100' });
  const page = await newPage();
  const { keyboard } = page;

  await page.goto(`${origin}/login`);
  await page.locator('button[type="submit"]:not([disabled])').waitFor();
  await tabTo(page, /^input.*Email/);
  await keyboard.type(administrator.email);
  await tabTo(page, /^input.*Password/);
  await keyboard.type(administrator.password);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Monthly Subscription Stats' }).waitFor();

  await tabTo(page, /^a.*Manage Users/);
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  expect(await focused(page)).toContain('h1');
  await tabTo(page, /^input.*Search by name, email, phone, or order/);
  await keyboard.type('Keyboard Person');
  await page.getByText('Showing 1 to 1 of 1').waitFor();
  await tabTo(page, /^a.*Keyboard Person/);
  await keyboard.press('Enter');

  await page.getByRole('heading', { level: 1, name: 'Keyboard Person' }).waitFor();
  await tabTo(page, /^input.*Phone/);
  await keyboard.press('Control+A');
  await keyboard.type('+1 555 0199');
  await tabTo(page, /^button.*Update/);
  await keyboard.press('Enter');
  await page
    .getByRole('status')
    .getByText(/updated|saved/i)
    .waitFor();
  const saved = await db.selectFrom('users').where('id', '=', user.id).select('phone').executeTakeFirst();
  expect(saved?.phone).toBe('+1 555 0199');

  await tabTo(page, /^(a|button).*Back/);
  await keyboard.press('Enter');
  await page.getByText('Showing 1 to 1 of 1').waitFor();
  expect(page.url()).toBe(`${origin}/users?keyword=Keyboard+Person`);

  await tabTo(page, /^a.*Manage Recipes/);
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Recipes' }).waitFor();
  const title = (await page.locator('tbody a').first().textContent()) ?? '';
  await tabTo(page, new RegExp(`^a.*${title.replaceAll(/\W/g, '.')}`));
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: title }).first().waitFor();

  await tabTo(page, /^a.*Payment Recovery/);
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Payment Recovery' }).waitFor();
  const recoverable = await db
    .selectFrom('failed_payments')
    .innerJoin('subscriptions', 'subscriptions.id', 'failed_payments.subscription_id')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .where('purchase_token', 'like', 'sandbox:active:%')
    .where('recovered_at', 'is', null)
    .select(['users.email', 'failed_payments.id'])
    .orderBy('failed_payments.id')
    .executeTakeFirstOrThrow();
  await tabTo(page, new RegExp(`^button Retry.*${recoverable.email.replaceAll(/\W/g, '.')}`));
  await keyboard.press('Enter');
  await page.getByText('Payment recovered successfully!').waitFor();
  expect(await focused(page), 'the focus is never lost').not.toBe('');

  await tabTo(page, /^button.*Logout/);
  await Promise.all([page.waitForEvent('load'), keyboard.press('Enter')]);
  await page.waitForURL(`${origin}/login`);
});

test('a confirmation works with the keyboard alone', async () => {
  const administrator = await addAdministrator(db);
  const user = await addUser(db, { first_name: 'Asked', last_name: 'About' });
  const page = await newPage({ expected: /401/ });
  const { keyboard } = page;
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email', { exact: true }).fill(administrator.email);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Monthly Subscription Stats' }).waitFor();

  await page.goto(`${origin}/users/${user.id}`);
  const dialog = page.getByRole('dialog', { name: 'Suspend Asked About?' });
  await page.getByRole('button', { name: 'Suspend', exact: true }).waitFor();
  for (const leave of ['Escape', 'Enter']) {
    await tabTo(page, /^button Suspend|^button.* Suspend$/);
    await keyboard.press('Enter');
    await dialog.waitFor();
    expect(await focused(page)).toContain('Cancel');
    // Nothing behind the dialog can be focused.
    for (let presses = 0; presses < 6; presses += 1) {
      await keyboard.press('Tab');
      const inside = await page.evaluate(() => {
        const element = document.activeElement;
        return element === document.body || element?.closest('dialog') !== null;
      });
      expect(inside).toBe(true);
    }
    if (leave === 'Enter') await tabTo(page, /Cancel/);
    await keyboard.press(leave);
    await dialog.waitFor({ state: 'hidden' });
    expect(await focused(page)).toMatch(/Suspend\s*$/);
  }

  await keyboard.press('Enter');
  await dialog.waitFor();
  await tabTo(page, /^button.*Suspend/);
  await keyboard.press('Enter');
  await page.getByRole('button', { name: 'Restore', exact: true }).waitFor();
  expect(await focused(page)).toMatch(/Restore\s*$/);

  await page.goto(`${origin}/account`);
  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).waitFor();
  await tabTo(page, /Sign out everywhere/);
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await focused(page)).toMatch(/Sign out everywhere\s*$/);
});

test('going back through a long list, nothing that sticks covers the focused control', async () => {
  const administrator = await addAdministrator(db);
  const page = await newPage({ viewport: { width: 1280, height: 720 } });
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.goto(`${origin}/payment-recovery`);
  await page.getByRole('button', { name: 'Retry payment for' }).last().focus();
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Shift+Tab');
    const isShown = await page.evaluate(() => {
      const { activeElement } = document;
      const box = activeElement?.getBoundingClientRect();
      const found = box && document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return activeElement?.contains(found ?? null) ?? false;
    });
    expect(isShown, await focused(page)).toBe(true);
  }
});

test('other pages of a card never move the pressed button out of sight', async () => {
  const administrator = await addAdministrator(db);
  const user = await addUser(db);
  await sql`
    insert into subscriptions (user_id, plan, product_id, platform, status, start_date)
    select ${user.id}, 'Plan ' || number, 'p', 'ios', 'expired', date '2020-01-01' + number
    from generate_series(1, 21) as number`.execute(db);
  // What is beside the subscriptions is high enough to be shown instead.
  await sql`
    insert into audit_entries (at, actor, action, user_id, changes)
    select now(), 'command_line', 'user_updated', ${user.id}, '[]' from generate_series(1, 20)`.execute(db);
  const page = await newPage({ viewport: { width: 1280, height: 720 } });
  await storeSession(page, { db, api, administratorId: administrator.id });
  await page.goto(`${origin}/users/${user.id}`);
  // A card that arrives later would move the others.
  await page.waitForLoadState('networkidle');
  const pages = page.getByRole('navigation', { name: 'Pages of the subscription history' });
  for (const [name, range] of [
    ['Next', 'Showing 21 to 21 of 21'],
    ['Previous', 'Showing 1 to 20 of 21'],
  ] as const) {
    await pages.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
    await pages.getByText(range).waitFor();
    const box = await pages.getByRole('button', { name }).boundingBox();
    expect(box?.y, name).toBeGreaterThanOrEqual(52);
    expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(720);
  }
});
