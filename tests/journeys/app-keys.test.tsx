import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { makeAppKey, revokeAppKey } from '#api/auth/app-keys.ts';
import { type AppScope, appScopes } from '#contract/app/keys.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { createRequester } from '#tests/setup/api/requests.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import {
  allowAllBut,
  axeViolations,
  cellsOf,
  clickTwice,
  expectAlert,
  expectNotice,
  headingsOf,
  openConsole,
  signInAsAdministrator,
} from './console.tsx';
import { stubDialogs } from './dialogs.ts';

const { db, proxy, api } = journey;
const TITLE = 'App keys';
const actor = { kind: 'command_line', requestId: null } as const;
stubDialogs();

let userId: number;
beforeEach(async () => {
  for (const table of ['app_key_minutes', 'app_key_secrets', 'app_keys', 'users'] as const)
    await db.deleteFrom(table).execute();
  api.clock.now = new Date(2026, 10, 20, 9, 5);
  await signInAsAdministrator();
  userId = (await addUser(db)).id;
});

const make = (name: string, scopes: AppScope[] = ['users:read'], expiresOn: string | null = null) =>
  makeAppKey(db, { name, scopes, expiresOn, requestsPerMinute: 600, actor }, api.clock.now);
const statusOf = async (secret: string) =>
  (await createRequester(api.base, secret).get(`/entitlements/${userId}`)).status;
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const confirm = async (title: string, label: string) =>
  userEvent.click(
    within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name: label }),
  );
const keyRequests = () => proxy.requests.filter(({ path }) => path.includes('app-keys'));
const shownSecret = () => screen.getByText(/^mw_[\w-]{43}$/).textContent ?? '';
const rowsOf = async () => (await cellsOf(TITLE)).map((cells) => cells.slice(0, 7));
const buttons = () =>
  within(screen.getByRole('table'))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

test('each key has name, scopes, last use, last day, creation and state; its state decides what can be done', async () => {
  const day = (offset: number) => new Date(Date.UTC(2026, 10, 20 + offset)).toISOString().slice(0, 10);
  await make('Old', ['users:read'], day(0));
  const { secret } = await make('Servers', ['entitlements:read', 'purchases:write'], day(40));
  await make('Zeta', [...appScopes]);
  await revokeAppKey(db, { id: (await make('Lost')).id, actor }, api.clock.now);
  await statusOf(secret);
  api.clock.now = new Date(2026, 10, 21, 15, 0);
  await signInAsAdministrator();
  await openConsole('/account/keys');
  await screen.findByRole('rowheader', { name: 'Servers' });
  expect(headingsOf(TITLE)).toEqual([
    ...['Name', 'Scopes', 'Last used', 'Expires after', 'Requests a minute', 'Created', 'State', 'Actions'],
  ]);
  expect(await rowsOf()).toEqual([
    ['Old', 'users:read', 'Never', '20/11/2026', '600', '20/11/2026', 'Expired'],
    [
      ...['Servers', 'purchases:write, entitlements:read', '20/11/2026 09:05'],
      ...['30/12/2026', '600', '20/11/2026', 'Active'],
    ],
    ['Zeta', 'All scopes', 'Never', 'Never', '600', '20/11/2026', 'Active'],
    ['Lost', 'users:read', 'Never', 'Never', '600', '20/11/2026', 'Revoked'],
  ]);
  expect(buttons()).toEqual(['Revoke Old', 'Roll Servers', 'Revoke Servers', 'Roll Zeta', 'Revoke Zeta']);
  expect(await axeViolations()).toEqual([]);
});

test('a key is created, its secret shows once and is copied, and the form is empty again', async () => {
  // It brings a clipboard.
  const person = userEvent.setup();
  await openConsole('/account/keys');
  await screen.findByText('There are no keys yet. Create one for the app’s server.');
  await press('New key');
  expect(await axeViolations()).toEqual([]);
  await userEvent.type(screen.getByLabelText('Name'), ' Servers ');
  await userEvent.click(screen.getByRole('checkbox', { name: /entitlements:read$/ }));
  await userEvent.type(screen.getByLabelText('Expires after'), '31/12/2099');
  const limit = screen.getByLabelText<HTMLInputElement>('Requests a minute');
  expect(limit.value).toBe('600');
  await userEvent.clear(limit);
  await userEvent.type(limit, '25');
  clickTwice(screen.getByRole('button', { name: 'Create key' }));
  const heading = await screen.findByRole('heading', { name: 'Secret of Servers' });
  expect(document.activeElement).toBe(heading);
  screen.getByText('Copy it now and give it to the app’s server. It won’t be shown again.');
  expect(await axeViolations()).toEqual([]);
  const secret = shownSecret();
  await person.click(screen.getByRole('button', { name: 'Copy' }));
  await expectNotice('Secret copied');
  expect(await navigator.clipboard.readText()).toBe(secret);
  expect(await statusOf(secret)).toBe(200);
  await screen.findByRole('rowheader', { name: 'Servers' });
  const stored = await db.selectFrom('app_keys').select(['name', 'scopes', 'requests_per_minute']).execute();
  expect(stored).toEqual([{ name: 'Servers', scopes: ['entitlements:read'], requests_per_minute: 25 }]);
  expect((await rowsOf())[0]?.[3]).toBe('31/12/2099');
  await press('Done');
  expect(document.body.textContent).not.toContain(secret);
  expect(document.activeElement?.textContent).toBe(TITLE);
  await press('New key');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('');
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').some(({ checked }) => checked)).toBe(false);
});

test('what is missing or wrong is said beside its field, and nothing is sent', async () => {
  await openConsole('/account/keys');
  await press('New key');
  await userEvent.clear(screen.getByLabelText('Requests a minute'));
  await press('Create key');
  const name = screen.getByLabelText('Name');
  expect(document.activeElement).toBe(name);
  expect(name.getAttribute('aria-invalid')).toBe('true');
  screen.getByText('Name is required');
  screen.getByText('Enter a whole number from 1 to 100,000');
  screen.getByText('Choose at least one scope');
  expect(await axeViolations()).toEqual([]);
  await userEvent.type(name, 'Servers');
  await userEvent.type(screen.getByLabelText('Requests a minute'), '1.5');
  for (const [day, message] of [
    ['31/11/2099', 'There’s no 31/11/2099. Check the day, month, and year.'],
    ['01/01/2020', 'This day has passed. Choose today or a later day.'],
  ] as const) {
    await userEvent.clear(screen.getByLabelText('Expires after'));
    await userEvent.type(screen.getByLabelText('Expires after'), day);
    await press('Create key');
    screen.getByText(message);
  }
  await userEvent.clear(screen.getByLabelText('Expires after'));
  await userEvent.clear(screen.getByLabelText('Requests a minute'));
  await userEvent.type(screen.getByLabelText('Requests a minute'), '9');
  await press('Create key');
  expect(document.activeElement).toBe(screen.getAllByRole('checkbox')[0]);
  expect(proxy.requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a name that is taken is refused beside the name, and what was typed stays', async () => {
  await make('Servers');
  await openConsole('/account/keys');
  await press('New key');
  await userEvent.type(screen.getByLabelText('Name'), 'SERVERS');
  await userEvent.click(screen.getByRole('checkbox', { name: /users:write$/ }));
  await press('Create key');
  await expectAlert('There’s already a key named SERVERS.');
  const name = screen.getByLabelText<HTMLInputElement>('Name');
  await waitFor(() => expect(document.activeElement).toBe(name));
  expect([name.value, name.getAttribute('aria-invalid')]).toEqual(['SERVERS', 'true']);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /users:write$/ }).checked).toBe(true);
});

test('a rolled key has two secrets for a day', async () => {
  const { secret } = await make('Servers', ['entitlements:read']);
  await openConsole('/account/keys');
  await press('Roll Servers');
  screen.getByText('You get a new secret. The current one works for 24 more hours.');
  await confirm('Roll Servers?', 'Roll');
  const heading = await screen.findByRole('heading', { name: 'Secret of Servers' });
  expect(document.activeElement).toBe(heading);
  expect(shownSecret()).not.toBe(secret);
  expect([await statusOf(secret), await statusOf(shownSecret())]).toEqual([200, 200]);
  await screen.findByText(/The one before it works until 21\/11\/2026 09:05\.$/);
});

test('a revoked key ends at once; one that a colleague revoked says so', async () => {
  const { secret } = await make('Servers', ['entitlements:read']);
  const other = await make('Other');
  await openConsole('/account/keys');
  await press('Revoke Servers');
  await confirm('Revoke Servers?', 'Revoke');
  await expectNotice('Key revoked');
  expect(await statusOf(secret)).toBe(401);
  await waitFor(() => expect(buttons()).toEqual(['Roll Other', 'Revoke Other']));
  expect(document.activeElement?.textContent).toBe(TITLE);
  await revokeAppKey(db, { id: other.id, actor }, api.clock.now);
  await press('Roll Other');
  await confirm('Roll Other?', 'Roll');
  await expectAlert('This key has already been revoked.');
  await waitFor(async () => expect((await rowsOf()).map((row) => row[6])).toEqual(['Revoked', 'Revoked']));
});

test('a failed load shows an error with Retry', async () => {
  await make('Servers');
  proxy.intercept = ({ url }) =>
    url.endsWith('/admin/app-keys') ? Response.json({ message: 'Later.' }, { status: 503 }) : undefined;
  await openConsole('/account/keys');
  await screen.findByText('The keys couldn’t be loaded.');
  await expectAlert('Later.');
  proxy.intercept = null;
  await press('Retry');
  await screen.findByRole('rowheader', { name: 'Servers' });
});

test('the account leads to the keys, for those who may manage them', async () => {
  const first = await openConsole('/account');
  await userEvent.click(await screen.findByRole('link', { name: 'App keys' }));
  await screen.findByRole('heading', { level: 1, name: TITLE });
  expect(location.pathname).toBe('/account/keys');
  first.unmount();
  allowAllBut('app-keys:manage');
  const second = await openConsole('/account');
  await screen.findByRole('heading', { name: 'Where you are signed in' });
  expect(screen.queryByRole('link', { name: 'App keys' })).toBeNull();
  second.unmount();
  const before = keyRequests();
  await openConsole('/account/keys');
  await screen.findByText('Your account can’t open this screen, or this server doesn’t offer it.');
  expect(keyRequests()).toEqual(before);
});
