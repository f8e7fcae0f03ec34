import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import {
  allowOnly,
  axeViolations,
  cellsOf,
  clickTwice,
  deferred,
  expectAlert,
  expectNotice,
  openConsole,
  screenRequests,
  signInAsAdministrator,
} from './console.tsx';
import { stubDialogs } from './dialogs.ts';

const { db, proxy, api } = journey;
const TITLE = 'Where you are signed in';
const NEW_PASSWORD = 'four brown horses';
stubDialogs();

let administrator: Awaited<ReturnType<typeof signInAsAdministrator>>;

beforeEach(async () => {
  await deleteUsers();
  api.clock.now = new Date(2026, 10, 20, 9, 5);
  administrator = await signInAsAdministrator();
});

const openOtherSession = () =>
  openSession(db, { userId: administrator.id, rememberMe: false }, new Date(2026, 10, 20, 8, 0));
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const requestLines = () => screenRequests().map(({ method, path }) => `${method} ${path}`);
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

test.each(['/', '/users', '/users/:id', '/recipes', '/payment-recovery'])(
  'at %s the bar shows the signed-in user and links to their account',
  async (address) => {
    await openConsole(address.replace(':id', String(administrator.id)));
    const name = `${administrator.first_name} ${administrator.last_name}`;
    await userEvent.click(await screen.findByRole('button', { name: `Your account: ${name}` }));
    await userEvent.click(screen.getByRole('link', { name: 'Your account' }));
    expect(location.pathname).toBe('/account');
    await screen.findByText(administrator.email ?? '', { selector: '.whose bdi' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your account');
    expect(screen.getByRole('table', { name: TITLE })).toBeTruthy();
  },
);

test('without the capability nothing of the account is requested or shown', async () => {
  allowOnly([]);
  await openConsole('/account');
  await screen.findByText('Your account can’t open this screen, or this server doesn’t offer it.');
  expect(screen.queryByRole('link', { name: /^Your account/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Your account/ })).toBeNull();
  expect(screenRequests()).toEqual([]);
});

test('own sessions are listed with this device first, and another one can be ended', async () => {
  await openOtherSession();
  await openConsole('/account');
  expect(screen.getByText('Loading...')).toBeTruthy();
  await screen.findByText('This device');
  expect(await cellsOf(TITLE)).toEqual([
    ['Unknown device', '20/11/2026 09:05', '20/11/2026 09:05', 'This device'],
    ['Unknown device', '20/11/2026 08:00', '20/11/2026 08:00', 'Sign out'],
  ]);
  expect(await axeViolations()).toEqual([]);
  await press(/^Sign out on/);
  await expectNotice('Signed out on that device.');
  await waitFor(async () => expect(await cellsOf(TITLE)).toHaveLength(1));
  expect(document.activeElement?.textContent).toBe(TITLE);
});

test('signing out everywhere asks for confirmation, then shows the sign-in; the next sign-in shows the rest', async () => {
  await openOtherSession();
  await openConsole('/account');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign out everywhere?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }));
  await expectNotice('Signed out on 2 devices, including this one.');
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(localStorage.getItem('access_token')).toBeNull();
  expect(localStorage.getItem('auth_user')).toBeNull();

  expect(screen.queryByText(TITLE)).toBeNull();
  await userEvent.type(screen.getByLabelText('Email'), administrator.email);
  await userEvent.type(screen.getByLabelText('Password'), administrator.password);
  await press('Sign in');
  await waitFor(async () => expect(await cellsOf(TITLE)).toHaveLength(1));
  expect(location.pathname).toBe('/account');
});

async function fill(current: string, next: string, again: string) {
  await screen.findByRole('form', { name: 'Change your password' });
  if (current) await userEvent.type(field('Current password'), current);
  if (next) await userEvent.type(field('New password'), next);
  if (again) await userEvent.type(field('Confirm new password'), again);
  await press('Change password');
}

test('two clicks before the next rendering end a session once, and log out once', async () => {
  await openOtherSession();
  await openConsole('/account');
  clickTwice(await screen.findByRole('button', { name: /^Sign out on/ }));
  await expectNotice('Signed out on that device.');
  const posts = () => requestLines().filter((line) => line.startsWith('POST'));
  expect(posts()).toHaveLength(1);
  clickTwice(screen.getByRole('button', { name: 'Logout' }));
  await screen.findByText('You’re signed out.');
  expect(posts()).toHaveLength(2);
});

test('changing the password empties the fields and ends the other sessions', async () => {
  await openOtherSession();
  await openConsole('/account');
  await fill(administrator.password, NEW_PASSWORD, NEW_PASSWORD);
  await expectNotice('Your password has been changed. Your other devices are signed out.');
  for (const name of ['Current password', 'New password', 'Confirm new password']) {
    expect(field(name).value).toBe('');
  }
  await waitFor(async () => expect(await cellsOf(TITLE)).toHaveLength(1));
});

test('a refused change shows the reason and keeps the fields', async () => {
  await openConsole('/account');
  await fill('not the one', NEW_PASSWORD, NEW_PASSWORD);
  await waitFor(() => expect(document.querySelector('.toast[role="alert"]')).toBeTruthy());
  expect(field('Current password').value).toBe('not the one');
  expect(field('New password').value).toBe(NEW_PASSWORD);
});

test('an incomplete change marks its fields and is not sent', async () => {
  await openConsole('/account');
  await fill('', '', '');
  for (const text of [
    'Current password is required',
    'New password is required',
    'Please confirm the new password',
  ]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(document.activeElement).toBe(field('Current password'));
  await fill('x', NEW_PASSWORD, `${NEW_PASSWORD}!`);
  expect(await screen.findByText('Passwords do not match')).toBeTruthy();
  expect(requestLines().filter((call) => call.startsWith('POST'))).toEqual([]);
});

test('a change is sent once, however often the button is pressed', async () => {
  const slow = deferred();
  proxy.intercept = async ({ method }) => void (method === 'POST' && (await slow.promise));
  await openConsole('/account');
  await fill(administrator.password, NEW_PASSWORD, NEW_PASSWORD);
  await press('Saving…');
  slow.resolve();
  await expectNotice('Your password has been changed. Your other devices are signed out.');
  expect(requestLines().filter((call) => call.startsWith('POST'))).toHaveLength(1);
});

test('a failed load shows an error with Retry', async () => {
  proxy.intercept = ({ url }) =>
    url.endsWith('/admin/account') ? Response.json({ message: 'Later.' }, { status: 503 }) : undefined;
  await openConsole('/account');
  await screen.findByText('Your account couldn’t be loaded.');
  await expectAlert('Later.');
  proxy.intercept = null;
  await press('Retry');
  await screen.findByText('This device');
});
