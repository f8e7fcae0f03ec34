import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import { queryClient } from '#console/shell/query-client.ts';
import { type Capability, capabilities } from '#contract/capabilities.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import {
  allowOnly,
  axeViolations,
  openConsole,
  screenRequests,
  signInAsAdministrator,
  usualCapabilities,
} from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';

const { db, api, proxy } = journey;
stubDialogs();

const locked: readonly Capability[] = ['account:read', 'security:manage', 'security:required'];
const security = {
  requirement: 'required',
  enrolBy: new Date(2026, 11, 4, 9, 0).toISOString(),
  totp: null,
  passkeys: [],
  recoveryCodesLeft: 0,
  passkeysPossible: true,
};

beforeEach(async () => {
  await signInAsAdministrator();
  proxy.intercept = ({ url }) =>
    url.endsWith('/account/security')
      ? Response.json({ status: 200, message: '', data: security })
      : undefined;
});

const WHY = 'Administrators need a second step to sign in here. Add one, and the rest of the console opens.';

test.each([
  '/',
  '/users',
  '/users/7',
  '/recipes/new',
  '/account',
  '/account/keys',
  '/nothing',
  '/account/security',
])('where a second factor must be added first, %s shows only how', async (address) => {
  allowOnly(locked);
  await openConsole(address);
  await screen.findByText(WHY);
  expect(location.pathname).toBe('/account/security');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sign-in security');
  expect(screenRequests().map(({ path }) => path)).toEqual(['/admin/account/security']);
  expect(screen.queryByRole('navigation', { name: 'Console' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Search/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy();
  expect(await axeViolations()).toEqual([]);
});

test('the rest of the console opens with the next capabilities', async () => {
  allowOnly(locked);
  await openConsole('/users');
  await screen.findByText(WHY);
  act(() => allowOnly(usualCapabilities));
  await userEvent.click(await screen.findByRole('link', { name: 'Manage Users' }));
  await screen.findByRole('table', { name: 'Users' });
});

test('while there is time, Home says until when and leads there', async () => {
  allowOnly(capabilities);
  await openConsole('/');
  await screen.findByText(
    'Add a second step to your sign-in by 04/12/2026. After that, you can’t use the console without one.',
  );
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('link', { name: 'Add it now' }));
  await screen.findByText(
    'Add a passkey or an authenticator app by 04/12/2026. After that, this is the only screen you can open until you do.',
  );
  expect(screen.queryByText(WHY)).toBeNull();
});

test('a session whose time has ended is led there by the first refusal', async () => {
  const { intercept } = proxy;
  await openConsole('/');
  await screen.findByRole('heading', { level: 1 });
  proxy.intercept = (request) => {
    if (request.url.endsWith('/refresh-token'))
      return Response.json({ status: 200, data: { token: 'newer', capabilities: locked } });
    if (!request.url.includes('/admin/users')) return intercept?.(request);
    const body = { status: 403, message: 'Add a second factor.', data: { reason: 'second_factor_required' } };
    return Response.json(body, { status: 403 });
  };
  await userEvent.click(screen.getByRole('link', { name: 'Manage Users' }));
  await screen.findByText(WHY);
  await waitFor(() => expect(location.pathname).toBe('/account/security'));
});

test('what was typed waits for someone whose time ended while they were signed out', async () => {
  const { intercept } = proxy;
  const administrator = await signInAsAdministrator();
  const { id, first_name, last_name } = await addUser(db, { first_name: 'Ada', last_name: 'Byron' });
  await openConsole(`/users/${id}`);
  await userEvent.type(await screen.findByLabelText('New note'), 'Called twice');
  await db.deleteFrom('sessions').execute();
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
  await screen.findByRole('heading', { name: 'Sign in' });
  const tokens = await openSession(db, { userId: administrator.id, rememberMe: true }, api.clock.now);
  proxy.intercept = (request) =>
    request.url.endsWith('/auth/admin-login')
      ? Response.json({
          status: 200,
          message: '',
          data: { tokens, user: administrator, capabilities: locked },
        })
      : intercept?.(request);
  await userEvent.type(screen.getByLabelText('Password'), administrator.password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByText(WHY);
  act(() => allowOnly(usualCapabilities));
  await userEvent.click(await screen.findByRole('link', { name: 'Manage Users' }));
  await userEvent.click(await screen.findByRole('link', { name: `${first_name} ${last_name}` }));
  const note = await screen.findByLabelText<HTMLTextAreaElement>('New note');
  expect(note.value).toBe('Called twice');
});

test('without the requirement nothing is asked and nothing is said', async () => {
  await openConsole('/');
  await screen.findByRole('heading', { level: 1 });
  await screen.findByRole('heading', { name: 'Registered Users List' });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screenRequests().some(({ path }) => path.includes('security'))).toBe(false);
});
