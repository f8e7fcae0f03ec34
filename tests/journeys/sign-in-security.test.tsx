import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { product } from '#brand/product.ts';
import { endSession } from '#client/session.ts';
import { qrCode } from '#forms/qr-code.ts';
import { createAuthenticator } from '#tests/setup/api/authenticator.ts';
import { SITE } from '#tests/setup/api/serve.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import {
  allowAllBut,
  allowOnly,
  axeViolations,
  cellsOf,
  clickTwice,
  expectAlert,
  expectNotice,
  openConsole,
  screenRequests,
  signInAsAdministrator,
} from './console.tsx';
import { stubDialogs } from './dialogs.ts';

const { db, proxy, api } = journey;
stubDialogs();

const ADDRESS = '/account/security';
let administrator: Awaited<ReturnType<typeof signInAsAdministrator>>;

beforeEach(async () => {
  await deleteUsers();
  api.clock.now = new Date(2026, 10, 20, 9, 5);
  administrator = await signInAsAdministrator();
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const confirm = async (title: string, label: string) =>
  userEvent.click(
    within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name: label }),
  );
const codeField = () => screen.findByLabelText<HTMLInputElement>('Code from the app');
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock.now.getTime() });
const shownCodes = () =>
  within(screen.getByRole('region', { name: 'Save your recovery codes' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '');
/** Each code of an app works once. */
const waitForNextCode = () => {
  api.clock.now = new Date(api.clock.now.getTime() + 30_000);
};

/** Starts the setup. Resolves with the key on the screen. */
async function startApp(button = 'Add an authenticator app'): Promise<string> {
  await press(button);
  await codeField();
  return (document.querySelector('.key code')?.textContent ?? '').replaceAll(' ', '');
}

async function addApp(): Promise<string> {
  const secret = await startApp();
  await userEvent.type(await codeField(), `${codeOf(secret)}{Enter}`);
  await screen.findByRole('heading', { name: 'Save your recovery codes' });
  return secret;
}

/** The browser has one authenticator. */
function stubPasskeys() {
  const authenticator = createAuthenticator(SITE);
  const toBytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url')).buffer;
  vi.stubGlobal('PublicKeyCredential', class {});
  const create = async ({ publicKey }: CredentialCreationOptions) => {
    const challenge = Buffer.from(publicKey?.challenge as ArrayBuffer).toString('base64url');
    const { id, response } = authenticator.register({
      challenge,
      rp: { id: new URL(SITE).hostname, name: '' },
    });
    return {
      id,
      rawId: toBytes(id),
      type: 'public-key',
      response: {
        clientDataJSON: toBytes(response.clientDataJSON),
        attestationObject: toBytes(response.attestationObject),
        getTransports: () => ['internal'],
      },
      getClientExtensionResults: () => ({}),
    };
  };
  const credentials = { create: vi.fn(create) };
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: credentials });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'credentials');
  });
  return credentials;
}

test('the screen is opened from the account, and says that only the password protects it', async () => {
  await openConsole('/account');
  await userEvent.click(await screen.findByRole('link', { name: 'Sign-in security' }));
  await screen.findByText('Only your password protects this account.');
  expect(location.pathname).toBe(ADDRESS);
  expect(screen.queryByRole('heading', { name: 'Recovery codes' })).toBeNull();
  expect(await axeViolations()).toEqual([]);
});

test('without the capability nothing of it is requested', async () => {
  allowAllBut('security:manage');
  await openConsole(ADDRESS);
  await screen.findByText('Your account can’t open this screen, or this server doesn’t offer it.');
  expect(screenRequests()).toEqual([]);
});

test('an authenticator app is added with its key or its picture, and its codes sign in from then on', async () => {
  await openConsole(ADDRESS);
  const secret = await startApp();
  const first = await codeField();
  await waitFor(() => expect(document.activeElement).toBe(first));
  const path = screen.getByRole('img', { name: 'QR code for your authenticator app' }).querySelector('path');
  const uri = new TOTP({
    issuer: product.name,
    label: administrator.email,
    secret: Secret.fromBase32(secret),
  });
  expect(path?.getAttribute('d')).toBe(qrCode(uri.toString()).path);
  expect(document.querySelector('main [style]')).toBeNull();
  expect(await axeViolations()).toEqual([]);

  await userEvent.type(await codeField(), '000000{Enter}');
  await screen.findByText('That code isn’t right. Check that your phone’s clock is set automatically.');
  const field = await codeField();
  await waitFor(() => expect([field.value, document.activeElement]).toEqual(['000000', field]));
  await userEvent.clear(field);
  await userEvent.type(field, codeOf(secret));
  clickTwice(screen.getByRole('button', { name: 'Turn on' }));
  const heading = await screen.findByRole('heading', { name: 'Save your recovery codes' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await screen.findByText(
    'After your password, you confirm it’s you with a code from your authenticator app.',
  );
  screen.getByText('Added on 20/11/2026.');
  screen.getByText('You have 10 codes left. Each one signs you in once if you lose your phone or passkey.');
  expect(shownCodes()).toHaveLength(10);
  expect(await axeViolations()).toEqual([]);

  waitForNextCode();
  endSession();
  await userEvent.type(await screen.findByLabelText('Email'), administrator.email ?? '');
  await userEvent.type(screen.getByLabelText('Password'), administrator.password);
  await press('Sign in');
  await userEvent.type(
    await screen.findByLabelText('Code from your authenticator app'),
    `${codeOf(secret)}{Enter}`,
  );
  await screen.findByText('Added on 20/11/2026.');
  expect(location.pathname).toBe(ADDRESS);
});

test('the first factor opens the rest of the console, and its recovery codes stay on the screen', async () => {
  allowOnly(['account:read', 'security:manage', 'security:required']);
  await openConsole('/users');
  await screen.findByText('Only your password protects this account.');
  await addApp();
  const codes = shownCodes();
  await screen.findByRole('link', { name: 'Manage Users' });
  expect(shownCodes()).toEqual(codes);
  expect(location.pathname).toBe(ADDRESS);
});

test('recovery codes show once, are copied and saved, and each signs in once', async () => {
  // It brings a clipboard.
  const person = userEvent.setup();
  const saved: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        saved.push(blob);
        return 'blob:1';
      },
      revokeObjectURL: () => undefined,
    }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  await openConsole(ADDRESS);
  await addApp();
  const codes = shownCodes();
  await person.click(screen.getByRole('button', { name: 'Copy' }));
  await expectNotice('Recovery codes copied');
  expect(await navigator.clipboard.readText()).toBe(codes.join('\n'));
  await press('Download');
  expect(await saved[0]?.text()).toBe(`${codes.join('\n')}\n`);
  await press('Done');
  for (const code of codes) expect(document.body.textContent).not.toContain(code);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Sign-in security'));

  endSession();
  await userEvent.type(await screen.findByLabelText('Email'), administrator.email ?? '');
  await userEvent.type(screen.getByLabelText('Password'), administrator.password);
  await press('Sign in');
  await press('Use a recovery code');
  await userEvent.type(screen.getByLabelText('Recovery code'), `${codes[0]}{Enter}`);
  await screen.findByText(
    'You have 9 codes left. Each one signs you in once if you lose your phone or passkey.',
  );
});

test('new recovery codes replace the old ones after a question', async () => {
  await openConsole(ADDRESS);
  await addApp();
  const before = shownCodes();
  await press('Get new codes');
  await confirm('Get new recovery codes?', 'Get new codes');
  await waitFor(() => expect(shownCodes()).not.toEqual(before));
  expect(shownCodes()).toHaveLength(10);
});

test('the app moves to another phone: the old one works until the new one is confirmed', async () => {
  await openConsole(ADDRESS);
  const before = await addApp();
  await press('Done');
  waitForNextCode();
  const after = await startApp('Move to another phone');
  expect(after).not.toBe(before);
  await press('Cancel');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Authenticator app'));
  const next = await startApp('Move to another phone');
  await userEvent.type(await codeField(), `${codeOf(next)}{Enter}`);
  await expectNotice('Authenticator app added');
  expect(screen.queryByRole('heading', { name: 'Save your recovery codes' })).toBeNull();
});

test('the app is removed after a question, and its recovery codes with it', async () => {
  await openConsole(ADDRESS);
  await addApp();
  await press('Done');
  await press('Remove the authenticator app');
  await confirm('Remove your authenticator app?', 'Remove');
  await expectNotice('Authenticator app removed');
  await screen.findByText('Only your password protects this account.');
  expect(screen.queryByRole('heading', { name: 'Recovery codes' })).toBeNull();
});

test('a setup that took too long starts again', async () => {
  await openConsole(ADDRESS);
  const secret = await startApp();
  api.clock.now = new Date(api.clock.now.getTime() + 9 * 60_000 + 59_000);
  const code = codeOf(secret);
  api.clock.now = new Date(api.clock.now.getTime() + 2_000);
  await db.updateTable('sessions').set({ proven_at: api.clock.now }).execute();
  await userEvent.type(await codeField(), `${code}{Enter}`);
  await expectAlert('This took more than 10 minutes. Please start again.');
  await screen.findByRole('button', { name: 'Add an authenticator app' });
});

test('a passkey is added with a name, listed and removed', async () => {
  const { create } = stubPasskeys();
  await openConsole(ADDRESS);
  await press('Add a passkey');
  const name = screen.getByLabelText<HTMLInputElement>('Name');
  screen.getByText('Name is required');
  await waitFor(() => expect(document.activeElement).toBe(name));
  create.mockRejectedValueOnce(new DOMException('No.', 'NotAllowedError'));
  await userEvent.type(name, 'Work laptop{Enter}');
  await expectAlert('No passkey was used. Try again when you’re ready.');
  expect(name.value).toBe('Work laptop');
  await press('Add a passkey');
  await screen.findByRole('heading', { name: 'Save your recovery codes' });
  await screen.findByText('After your password, you confirm it’s you with a passkey.');
  expect((await cellsOf('Passkeys')).map((cells) => cells.slice(0, 3))).toEqual([
    ['Work laptop', '20/11/2026', 'Never'],
  ]);
  expect(name.value).toBe('');
  expect(await axeViolations()).toEqual([]);
  await press('Remove Work laptop');
  await confirm('Remove Work laptop?', 'Remove');
  await expectNotice('Passkey removed');
  await screen.findByText('Only your password protects this account.');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Passkeys'));
});

test('a browser without passkeys says so', async () => {
  await openConsole(ADDRESS);
  await screen.findByText('This browser can’t create passkeys.');
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});

test('a change after ten minutes asks for the password first, and for a code once there is an app', async () => {
  await openConsole(ADDRESS);
  api.clock.now = new Date(api.clock.now.getTime() + 11 * 60_000);
  await press('Add an authenticator app');
  await userEvent.type(await screen.findByLabelText('Password'), `${administrator.password}{Enter}`);
  await codeField();
  const secret = (document.querySelector('.key code')?.textContent ?? '').replaceAll(' ', '');
  await userEvent.type(await codeField(), `${codeOf(secret)}{Enter}`);
  await screen.findByRole('heading', { name: 'Save your recovery codes' });
  api.clock.now = new Date(api.clock.now.getTime() + 11 * 60_000);
  await press('Get new codes');
  await confirm('Get new recovery codes?', 'Get new codes');
  const before = shownCodes();
  await userEvent.type(
    await screen.findByLabelText('Code from your authenticator app'),
    `${codeOf(secret)}{Enter}`,
  );
  await waitFor(() => expect(shownCodes()).not.toEqual(before));
});

test('a failed load shows an error with Retry', async () => {
  proxy.intercept = ({ url }) =>
    url.endsWith(ADDRESS) ? Response.json({ message: 'Later.' }, { status: 503 }) : undefined;
  await openConsole(ADDRESS);
  await screen.findByText('Your sign-in security couldn’t be loaded.');
  await expectAlert('Later.');
  proxy.intercept = null;
  await press('Retry');
  await screen.findByText('Only your password protects this account.');
});
