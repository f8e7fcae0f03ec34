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

test('the bar leads to every list, says where one is, and names the screen', async () => {
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

test('Logout ends the session at the server too, and forgets everything', async () => {
  await openConsole('/');
  const tokens = { refreshToken: useSession.getState().refreshToken ?? '' };
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
  await expect(call(refreshToken, { body: tokens })).rejects.toThrow('The session has ended.');
});

test('Logout asks before it discards what is typed and not saved', async () => {
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

test('Logout forgets everything even where its call fails', async () => {
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

test('View Details and Check all users lead on from the dashboard', async () => {
  const user = await addUser(db, {
    first_name: 'Ada',
    last_name: 'Byron',
    created_at: new Date('2031-01-01'),
  });
  await openConsole('/');
  await userEvent.click(await screen.findByRole('link', { name: 'View Details of Ada Byron' }));
  expect(location.pathname).toBe(`/users/${user.id}`);
  // It was not opened from the list, so that Back leads to the list as it starts.
  await userEvent.click(await screen.findByRole('button', { name: 'Back' }));
  expect(location.pathname).toBe('/users');
  await userEvent.click(bar().getByRole('link', { name: 'Home' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Check all users' }));
  expect(location.pathname).toBe('/users');
});

test('Back and Forward lead from record to record, each with a form of its own', async () => {
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

test('what is asked for before the screen is there is asked for once, also where it fails', async () => {
  // However slow the machine is, all of it counts as news.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  proxy.intercept = ({ url }) => (url.includes('/history/') ? new Response('', { status: 500 }) : undefined);
  const user = await addUser(db);
  const { unmount } = await openConsole(`/users/${user.id}`);
  await screen.findByText('Failed to fetch subscription history');
  await screen.findByLabelText('First Name');
  await screen.findByText('Nothing has been changed yet.');
  unmount();
  reopenConsole();
  await screen.findByText('Failed to fetch subscription history');
  await screen.findByLabelText('First Name');
  // What an earlier test asked for may still arrive.
  const asked = proxy.requests
    .map(({ path }) => path)
    .filter((path) => path.split('/').includes(`${user.id}`));
  expect(asked.sort()).toEqual([
    `/admin/subscriptions/history/${user.id}`,
    `/admin/users/${user.id}`,
    `/admin/users/${user.id}/audit`,
  ]);
});
