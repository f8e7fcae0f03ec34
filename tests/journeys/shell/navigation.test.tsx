import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { product } from '#brand/product.ts';
import { call } from '#client/call.ts';
import { useSession } from '#client/session.ts';
import { refreshToken } from '#contract/authentication.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import { openConsole, reopenConsole, signInAsAdministrator } from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';

const { db, proxy } = journey;

beforeEach(async () => {
  await signInAsAdministrator();
});

const bar = () => within(screen.getByRole('navigation', { name: 'Console' }));

test('the bar links to every list, marks the current one, and sets the title', async () => {
  await openConsole('/');
  const links = bar().getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual([
    'Home',
    'Manage Users',
    'Manage Recipes',
    'Payment Recovery',
  ]);
  const screens = [
    ['Manage Users', '/users', 'Users'],
    ['Manage Recipes', '/recipes', 'Recipes'],
    ['Payment Recovery', '/payment-recovery', 'Payment Recovery'],
    ['Home', '/', 'Home'],
  ] as const;
  for (const [label, address, title] of screens) {
    await userEvent.click(bar().getByRole('link', { name: label }));
    expect(location.pathname).toBe(address);
    const heading = await screen.findByRole('heading', { level: 1, name: title });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(document.title).toBe(`${title} · ${product.name}`);
    const current = bar()
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page');
    expect(current.map((link) => link.textContent)).toEqual([label]);
  }
});

test('Logout ends the session on the server and clears storage', async () => {
  await openConsole('/');
  const tokens = { refreshToken: useSession.getState().refreshToken ?? '' };
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
  await expect(call(refreshToken, { body: tokens })).rejects.toThrow('Your session has ended.');
});

test('Logout asks for confirmation before it discards unsaved edits', async () => {
  stubDialogs();
  const user = await addUser(db);
  await openConsole(`/users/${user.id}`);
  await userEvent.type(await screen.findByLabelText('Phone'), '123');
  const leave = () => userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await leave();
  const dialog = await screen.findByRole('dialog', { name: 'Log out without saving?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(useSession.getState().accessToken).not.toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('123');
  await leave();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
});

test('Logout clears storage even if its request fails', async () => {
  await openConsole('/');
  proxy.intercept = ({ url }) => (url.endsWith('/logout') ? new Response('no', { status: 500 }) : undefined);
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
});

test.each(['/privacy', '/login', '/users/1/more', '/nowhere'])('%s leads home', async (address) => {
  await openConsole(address);
  await screen.findByRole('heading', { name: 'Monthly Subscription Stats' });
  expect(location.pathname).toBe('/');
});

test('View Details and Check all users open their screens from the dashboard', async () => {
  const user = await addUser(db, {
    first_name: 'Ada',
    last_name: 'Byron',
    created_at: new Date('2999-01-01'),
  });
  await openConsole('/');
  await userEvent.click(await screen.findByRole('link', { name: 'View Details of Ada Byron' }));
  expect(location.pathname).toBe(`/users/${user.id}`);
  // Not opened from the list, so Back opens the default list.
  await userEvent.click(await screen.findByRole('button', { name: 'Back' }));
  expect(location.pathname).toBe('/users');
  await userEvent.click(bar().getByRole('link', { name: 'Home' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Check all users' }));
  expect(location.pathname).toBe('/users');
});

test('Back and Forward move between records, each with its own form', async () => {
  const first = await addUser(db, { first_name: 'First' });
  const second = await addUser(db, { first_name: 'Second' });
  const shows = (name: string) =>
    waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('First Name').value).toBe(name));
  await openConsole(`/users/${first.id}`);
  await shows('First');
  history.pushState(null, '', `/users/${second.id}`);
  await shows('Second');
  history.back();
  await shows('First');
  await userEvent.type(screen.getByLabelText('First Name'), 'X');
  history.forward();
  await shows('Second');
});

test('a prefetched query is sent once, even if it fails', async () => {
  // Fixed, so that every answer counts as fresh.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  proxy.intercept = ({ url }) => (url.includes('/history/') ? new Response('', { status: 500 }) : undefined);
  const user = await addUser(db);
  const { unmount } = await openConsole(`/users/${user.id}`);
  await screen.findByText('Failed to fetch subscription history');
  await screen.findByLabelText('First Name');
  await screen.findByText('Nothing has happened yet.');
  await screen.findByText('None. Access depends on a subscription.');
  await screen.findByRole('button', { name: 'Stop reminders' });
  unmount();
  reopenConsole();
  await screen.findByText('Failed to fetch subscription history');
  await screen.findByLabelText('First Name');
  // Requests of an earlier test may still arrive.
  const asked = proxy.requests
    .map(({ path }) => path)
    .filter((path) => path.split('/').includes(`${user.id}`));
  expect(asked.sort()).toEqual([
    `/admin/subscriptions/history/${user.id}`,
    `/admin/users/${user.id}`,
    `/admin/users/${user.id}/courtesy-access`,
    `/admin/users/${user.id}/reminders`,
    `/admin/users/${user.id}/timeline`,
  ]);
});
