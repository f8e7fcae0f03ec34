import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { readStoredSession } from '#client/storage.ts';
import { capabilities } from '#contract/capabilities.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import { allowAllBut, allowOnly, expectAlert, openConsole, signInAsAdministrator } from '../console.tsx';

const { proxy } = journey;

beforeEach(async () => {
  await signInAsAdministrator();
});

const calls = () => proxy.requests.map(({ method, path }) => `${method} ${path}`);

test('a session that was stored without capabilities is refreshed once before anything else', async () => {
  allowOnly(null);
  const before = readStoredSession();
  await openConsole('/users');
  await screen.findByRole('button', { name: 'Export' });
  expect(calls()[0]).toBe('POST /auth/refresh-token');
  expect(calls().filter((call) => call.includes('refresh'))).toHaveLength(1);
  const after = readStoredSession();
  expect(after.user).toEqual({ ...before.user, capabilities: [...capabilities] });
  expect(after.accessToken).not.toBe(before.accessToken);
});

test('a provider that names none is asked once, and gets only the calls of the specification', async () => {
  allowOnly(null);
  proxy.intercept = ({ url }) =>
    url.endsWith('/refresh-token') ? Response.json({ data: { token: 'new' } }) : undefined;
  // The API does not know this provider's token.
  const users = ({ url }: Request) =>
    url.includes('/admin/users') ? Response.json({ data: [{ id: 7, first_name: 'Uma' }] }) : undefined;
  const { intercept } = proxy;
  proxy.intercept = (request) => users(request) ?? intercept?.(request);
  const { unmount } = await openConsole('/users?status=suspended');
  await screen.findByRole('link', { name: 'Uma' });
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  expect(readStoredSession().user?.capabilities).toEqual([]);
  unmount();
  await openConsole('/users');
  await screen.findByRole('link', { name: 'Uma' });
  expect(proxy.requests.map(({ path, query }) => path + query)).toEqual([
    '/auth/refresh-token',
    '/admin/users?keyword=&page=1&pageSize=10',
    '/admin/users?keyword=&page=1&pageSize=10',
  ]);
});

test('where that refresh fails, the sign-in shows', async () => {
  allowOnly(null);
  proxy.intercept = ({ url }) =>
    url.endsWith('/refresh-token') ? Response.json({ message: 'No.' }, { status: 401 }) : undefined;
  await openConsole('/users');
  await expectAlert('Failed to refresh token');
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(calls()).toEqual(['POST /auth/refresh-token']);
});

test('a later refresh changes what the open screen offers, and keeps what is typed', async () => {
  allowAllBut('users:export');
  await openConsole('/users');
  await userEvent.type(await screen.findByRole('searchbox'), 'Grace');
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  let isRefused = true;
  proxy.intercept = ({ url }) => {
    if (!isRefused || !url.includes('/admin/users')) return undefined;
    isRefused = false;
    return Response.json({ message: 'Too old.' }, { status: 401 });
  };
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Export' });
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('Grace'));
});
