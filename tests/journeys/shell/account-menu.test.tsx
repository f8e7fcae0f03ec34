import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { deleteUsers } from '#tests/setup/journeys/journey.ts';
import { allowOnly, axeViolations, openConsole, signInAsAdministrator } from '../console.tsx';

beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
});

const findButton = () => screen.findByRole('button', { name: /^Your account: / });
const menu = () => screen.queryByRole('navigation', { name: 'Your account' });
const linkNames = () =>
  within(menu() ?? document.body)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('the name opens a list of links, which Escape closes with the focus back on it', async () => {
  await openConsole('/');
  const button = await findButton();
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(menu()).toBeNull();
  button.focus();
  for (const key of ['{Enter}', ' ']) {
    await userEvent.keyboard(key);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(linkNames()).toEqual([
      'Your account',
      'Sign-in security',
      'App keys',
      'Activity',
      'Administrators',
    ]);
    expect(await axeViolations()).toEqual([]);
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('Your account');
    await userEvent.keyboard('{Escape}');
    expect(menu()).toBeNull();
    expect(document.activeElement).toBe(button);
  }
});

test('a second press, a press outside and leaving the list close it', async () => {
  await openConsole('/');
  const button = await findButton();
  await userEvent.click(button);
  await userEvent.click(button);
  expect(menu()).toBeNull();

  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('heading', { level: 1 }));
  expect(menu()).toBeNull();

  await userEvent.click(button);
  for (let link = 0; link < 5; link += 1) await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Administrators');
  expect(menu()).not.toBeNull();
  await userEvent.tab();
  expect(menu()).toBeNull();
  expect(document.activeElement?.textContent).toBe('Logout');
});

test.each([
  ['Sign-in security', '/account/security'],
  ['App keys', '/account/keys'],
  ['Activity', '/activity'],
  ['Administrators', '/administrators'],
])('%s is opened from it, and marked there', async (name, address) => {
  await openConsole('/');
  await userEvent.click(await findButton());
  await userEvent.click(screen.getByRole('link', { name }));
  expect(location.pathname).toBe(address);
  expect(menu()).toBeNull();
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(name);
  await userEvent.click(await findButton());
  expect(screen.getByRole('link', { name, current: 'page' })).toBeTruthy();
});

test('the account alone is a link, and without its capability there is nothing', async () => {
  allowOnly(['account:read']);
  const { unmount } = await openConsole('/users');
  await userEvent.click(await screen.findByRole('link', { name: /^Your account: / }));
  expect(location.pathname).toBe('/account');
  unmount();
  allowOnly([]);
  await openConsole('/users');
  await screen.findByRole('table');
  expect(screen.queryByText(/^Your account/)).toBeNull();
});
