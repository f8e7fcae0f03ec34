import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { clearTokens } from '#client/session.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import { axeViolations, cellsOf, expectAlert, openConsole, signInAsAdministrator } from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';

const { db, proxy } = journey;
stubDialogs();

const REFUSAL = 'Confirm it’s you to go on.';

/** What was sent as a proof. */
let proofs: unknown[];
let methods: string[];

beforeEach(async () => {
  for (const table of ['app_key_minutes', 'app_key_secrets', 'app_keys', 'users'] as const)
    await db.deleteFrom(table).execute();
  await signInAsAdministrator();
  proofs = [];
  methods = ['password'];
  let isProven = false;
  proxy.intercept = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/step-up/options'))
      return Response.json({ status: 200, message: '', data: { methods, passkey: null } });
    if (pathname.endsWith('/step-up')) {
      const proof: unknown = await request.clone().json();
      proofs.push(proof);
      isProven = JSON.stringify(proof).includes('right');
      return isProven
        ? Response.json({ status: 200, message: 'Thanks.' })
        : Response.json({ status: 422, message: 'Wrong.' }, { status: 422 });
    }
    const isProtected =
      pathname.endsWith('-export') || (request.method === 'POST' && pathname.endsWith('/app-keys'));
    if (!isProtected || isProven) return undefined;
    return Response.json({ status: 403, message: REFUSAL, data: { reason: 'step_up' } }, { status: 403 });
  };
});

const dialog = () => screen.findByRole('dialog', { name: 'Confirm it’s you' });
const hasDialog = () => screen.queryByRole('dialog', { name: 'Confirm it’s you' }) !== null;
const sent = (part: string) =>
  proxy.requests.filter(({ method, path }) => `${method} ${path}`.includes(part));
const nameField = () => screen.getByLabelText<HTMLInputElement>('Name');

async function createKey() {
  await openConsole('/account/keys');
  await userEvent.click(await screen.findByRole('button', { name: 'New key' }));
  await userEvent.type(nameField(), 'Servers');
  await userEvent.click(screen.getByRole('checkbox', { name: /users:read$/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }));
}

test('a key is created after the password was given, with what was typed', async () => {
  await createKey();
  const password = await within(await dialog()).findByLabelText<HTMLInputElement>('Password');
  await waitFor(() => expect(document.activeElement).toBe(password));
  expect(await axeViolations()).toEqual([]);
  await userEvent.type(password, 'the wrong{Enter}');
  await screen.findByText('That password isn’t right.');
  await waitFor(() => expect([password.value, document.activeElement]).toEqual(['the wrong', password]));
  await userEvent.clear(password);
  await userEvent.type(password, 'the right{Enter}');
  await screen.findByRole('heading', { name: 'Secret of Servers' });
  expect(hasDialog()).toBe(false);
  expect((await cellsOf('App keys'))[0]?.[0]).toBe('Servers');
  expect(sent('POST /admin/app-keys')).toHaveLength(2);
  expect(proofs).toEqual([
    { method: 'password', password: 'the wrong' },
    { method: 'password', password: 'the right' },
  ]);
});

test('a code of the authenticator app is asked for where there is one', async () => {
  methods = ['totp'];
  await createKey();
  await userEvent.type(await screen.findByLabelText('Code from your authenticator app'), 'right{Enter}');
  await screen.findByRole('heading', { name: 'Secret of Servers' });
  expect(proofs).toEqual([{ method: 'totp', code: 'right' }]);
});

test.each(['Cancel', 'Escape'])('%s gives the refusal of the call, and what was typed stays', async (way) => {
  await createKey();
  const shown = await dialog();
  if (way === 'Escape') (shown as HTMLDialogElement).close();
  else await userEvent.click(await within(shown).findByRole('button', { name: 'Cancel' }));
  await expectAlert(REFUSAL);
  expect(hasDialog()).toBe(false);
  expect(nameField().value).toBe('Servers');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Create key'));
  expect(sent('POST /admin/app-keys')).toHaveLength(1);
  // The next press asks again.
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }));
  await dialog();
});

test('an export is saved after the proof', async () => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  await openConsole('/users');
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByRole('button', { name: 'CSV' }));
  await userEvent.type(await screen.findByLabelText('Password'), 'right{Enter}');
  await waitFor(() =>
    expect(document.querySelector('.toast[role="status"]')?.textContent).toMatch(/has been saved/),
  );
  expect(sent('-export')).toHaveLength(2);
});

test('a check that cannot be loaded can be tried again', async () => {
  const { intercept } = proxy;
  let isBroken = true;
  proxy.intercept = (request) =>
    isBroken && request.url.endsWith('/options')
      ? Response.json({ message: 'Later.' }, { status: 503 })
      : intercept?.(request);
  await createKey();
  await screen.findByText('The check couldn’t be loaded.');
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await userEvent.type(await screen.findByLabelText('Password'), 'right{Enter}');
  await screen.findByRole('heading', { name: 'Secret of Servers' });
});

test('a session that ends closes the dialog, and the sign-in shows', async () => {
  await createKey();
  await dialog();
  act(clearTokens);
  await waitFor(() => expect(hasDialog()).toBe(false));
  await screen.findByRole('heading', { name: 'Sign in' });
});
