import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import {
  allowAllBut,
  axeViolations,
  cellsOf,
  expectAlert,
  expectNotice,
  headingsOf,
  openConsole,
  signInAsAdministrator,
} from '../console.tsx';

/** The code by which a purchase is known to be of a user. */

const { db } = journey;
let user: Awaited<ReturnType<typeof addUser>>;
let token: string;

beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
  user = await addUser(db, { first_name: 'Ada' });
  const stored = await db
    .selectFrom('users')
    .where('id', '=', user.id)
    .select('store_account_token')
    .executeTakeFirstOrThrow();
  token = stored.store_account_token;
});

const openIds = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'IDs' }));
  return within(await screen.findByRole('region', { name: 'IDs of this user' }));
};

test('the code is shown with what it is for, and the keyboard copies it', async () => {
  const person = userEvent.setup();
  await openConsole(`/users/${user.id}`);
  const { getByText, getByRole } = await openIds();
  expect(getByText(String(user.id))).toBeTruthy();
  expect(getByText(token)).toBeTruthy();
  expect(getByText(/^The app hands this code to the store with each purchase/)).toBeTruthy();
  expect(await axeViolations()).toEqual([]);
  const copy = getByRole('button', { name: 'Copy the store account' });
  copy.focus();
  await person.keyboard('{Enter}');
  await expectNotice('Store account copied');
  expect(await navigator.clipboard.readText()).toBe(token);
  expect(document.activeElement).toBe(copy);
});

test('who came from the app has its ID and language', async () => {
  await db
    .updateTable('users')
    .set({ external_id: 'member/7', locale: 'pt-BR' })
    .where('id', '=', user.id)
    .execute();
  await openConsole(`/users/${user.id}`);
  const { getByText, getByRole } = await openIds();
  expect(getByText('member/7')).toBeTruthy();
  await userEvent.click(getByRole('button', { name: 'Copy the external ID' }));
  await expectNotice('External ID copied');
  expect(screen.getByText('Language').nextElementSibling?.textContent).toBe('Portuguese (Brazil)');
});

test.each([
  ['de-AT-u-ca-gregory-hc-h23', 'German (Austria)'],
  ['es-x-familiar', 'Spanish'],
  ['fr_CA', 'fr_CA'],
])('the page of a user with the locale %s opens', async (locale, language) => {
  await db.updateTable('users').set({ locale }).where('id', '=', user.id).execute();
  await openConsole(`/users/${user.id}`);
  expect((await screen.findByText('Language')).nextElementSibling?.textContent).toBe(language);
});

test('the list says who came from the app', async () => {
  await db.updateTable('users').set({ external_id: 'member/8' }).where('id', '=', user.id).execute();
  await openConsole('/users');
  await screen.findByRole('link', { name: /Ada/ });
  expect(headingsOf('Users').at(-1)).toBe('Source');
  const rows = await cellsOf('Users');
  expect(rows.map((cells) => cells.at(-1)).toSorted()).toEqual(['App', 'Console']);
});

test('a browser that does not copy says what to do instead', async () => {
  const person = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('No.', 'NotAllowedError'));
  await openConsole(`/users/${user.id}`);
  await person.click((await openIds()).getByRole('button', { name: 'Copy the store account' }));
  await expectAlert('Your browser couldn’t copy it. Select it and copy it manually.');
});

test.each([
  ['of a deleted account', { status: 'deleted' } as const],
  ['of an administrator', { role: 'admin', administrator_role: 'support' } as const],
])('the page %s has no code', async (_, values) => {
  await db.updateTable('users').set(values).where('id', '=', user.id).execute();
  await openConsole(`/users/${user.id}`);
  expect((await openIds()).queryByText('Store account')).toBeNull();
});

test('Escape closes the IDs, and the focus returns; a press elsewhere closes them, too', async () => {
  await openConsole(`/users/${user.id}`);
  (await openIds()).getByRole('button', { name: 'Copy the user ID' }).focus();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'IDs of this user' })).toBeNull();
  expect(document.activeElement?.textContent).toBe('IDs');
  await openIds();
  await userEvent.click(screen.getByRole('heading', { level: 1 }));
  expect(screen.queryByRole('region', { name: 'IDs of this user' })).toBeNull();
});

test('without the capability there is none, whatever the provider sends', async () => {
  allowAllBut('subscriptions:read');
  await openConsole(`/users/${user.id}`);
  await screen.findByText('No failed payments.');
  expect(screen.queryByRole('button', { name: 'IDs' })).toBeNull();
});
