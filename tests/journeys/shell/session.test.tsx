import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { product } from '#brand/product.ts';
import { syncWithOtherTabs, useSession } from '#client/session.ts';
import { queryClient } from '#console/shell/query-client.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import { expectAlert, expectNotice, openConsole, signInAsAdministrator } from '../console.tsx';

const { db } = journey;

test('an expired session keeps a half-filled form and the way back', async () => {
  const administrator = await signInAsAdministrator();
  const user = await addUser(db, { first_name: 'Ada', last_name: 'Byron', phone: '1' });
  await openConsole('/users?keyword=Ada+Byron');
  await userEvent.click(await screen.findByRole('link', { name: 'Ada Byron' }));
  await userEvent.type(await screen.findByLabelText('Phone'), '23');

  await db.deleteFrom('sessions').execute();
  await userEvent.click(screen.getByRole('button', { name: 'Update' }));
  await expectAlert('Failed to refresh token');
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(location.pathname).toBe('/login');

  const email = screen.getAllByLabelText<HTMLInputElement>('Email')[0];
  expect(email?.value).toBe(administrator.email);
  await userEvent.type(screen.getByLabelText('Password'), administrator.password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(location.pathname).toBe(`/users/${user.id}`));
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('123');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Update'));
  await userEvent.click(await screen.findByRole('button', { name: 'Update' }));
  await expectNotice('User updated successfully');

  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(location.pathname + location.search).toBe('/users?keyword=Ada+Byron'));
});

test.each(['never-good', 'with a space', '\u0000{"rubbish'])(
  'with the tokens %j, the visit says that the refresh failed',
  async (token) => {
    localStorage.setItem('access_token', token);
    localStorage.setItem('refresh_token', token);
    // A page that opens with them reads them like this.
    useSession.setState({ accessToken: token, refreshToken: token });
    await openConsole('/users');
    await expectAlert('Failed to refresh token');
    await screen.findByText('You’re signed out.');
  },
);

test('queries that failed without a session are sent again after the sign-in', async () => {
  const administrator = await signInAsAdministrator();
  await addUser(db, { first_name: 'Grace', last_name: 'Hopper' });
  await db.deleteFrom('sessions').execute();
  await openConsole('/users?keyword=Grace');
  await screen.findByRole('heading', { name: 'Sign in' });
  await userEvent.type(screen.getByLabelText('Password'), administrator.password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('link', { name: 'Grace Hopper' });
  expect(location.search).toBe('?keyword=Grace');
  expect(screen.queryByText('The users couldn’t be loaded.')).toBeNull();
});

test('a sign-out in another tab removes the console from the page', async () => {
  const administrator = await signInAsAdministrator();
  const user = await addUser(db, { first_name: 'Private', last_name: 'Person' });
  await openConsole(`/users/${user.id}`);
  await userEvent.type(await screen.findByLabelText('Phone'), '123');
  onTestFinished(syncWithOtherTabs());

  const stored = { ...localStorage };
  // Each key has its own event: the first one looks like an expired session.
  localStorage.removeItem('access_token');
  dispatchEvent(new StorageEvent('storage', { key: 'access_token' }));
  await screen.findByText(/^Your session has ended/);
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: 'auth_user' }));
  await screen.findByText('You’re signed out.');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('');
  expect(document.documentElement.outerHTML).not.toMatch(/Private|Person/);
  expect(document.title).toBe(`Sign in · ${product.name}`);
  expect(queryClient.getQueryCache().getAll()).toEqual([]);

  Object.assign(localStorage, stored);
  dispatchEvent(new StorageEvent('storage', { key: 'access_token' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Phone')).value).toBe('');
  expect(useSession.getState().user?.email).toBe(administrator.email);
});

test('a page from the back/forward cache reads the session again', async () => {
  await signInAsAdministrator();
  await addUser(db, { first_name: 'Cached', last_name: 'Person' });
  await openConsole('/users?keyword=Cached');
  await screen.findByRole('link', { name: 'Cached Person' });
  onTestFinished(syncWithOtherTabs());
  localStorage.clear();
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await screen.findByText('You’re signed out.');
  expect(screen.queryByText('Cached Person')).toBeNull();
});
