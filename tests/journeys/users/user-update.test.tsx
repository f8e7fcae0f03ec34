import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#console/shell/query-client.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import {
  axeViolations,
  deferred,
  expectAlert,
  expectNotice,
  openConsole,
  signInAsAdministrator,
} from '../console.tsx';

const { db, proxy } = journey;
const whole = {
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.com',
  phone: '+44 1',
  onboarding_status: 'in_progress',
} as const;

let user: Awaited<ReturnType<typeof addUser>>;

beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
  user = await addUser(db, whole);
});

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const update = () => userEvent.click(screen.getByRole('button', { name: 'Update' }));
const stored = () => db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
const puts = () => proxy.requests.filter(({ method }) => method === 'PUT');

async function retype(name: string, text: string) {
  const input = await field(name);
  await userEvent.clear(input);
  if (text) await userEvent.type(input, text);
}

test('an update sends the whole user, shows the message of the server, and updates the list', async () => {
  let sent: unknown;
  await openConsole('/users');
  await userEvent.click(await screen.findByRole('link', { name: 'Ada Byron' }));
  await retype('First Name', '  Augusta ');
  await retype('Phone', '+44 2');
  proxy.intercept = async (request) => {
    if (request.method === 'PUT') sent = await request.json();
    return undefined;
  };
  await update();
  await expectNotice('User updated successfully');
  expect(sent).toEqual({
    id: user.id,
    first_name: 'Augusta',
    last_name: 'Byron',
    email: 'ada@example.com',
    role: 'user',
    onboarding_status: 'in_progress',
    phone: '+44 2',
    version: 1,
  });
  expect(await stored()).toMatchObject({ first_name: 'Augusta', phone: '+44 2' });
  expect((await field('First Name')).value).toBe('Augusta');

  // The row is updated before any further answer.
  const slow = deferred();
  proxy.intercept = async () => void (await slow.promise);
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByRole('link', { name: 'Augusta Byron' })).toBeTruthy();
  slow.resolve();
});

test('rules are checked in order, each with a notification and the focus on its field', async () => {
  await openConsole(`/users/${user.id}`);
  for (const name of ['First Name', 'Last Name', 'Phone']) await retype(name, '');
  for (const name of ['First Name', 'Last Name', 'Phone']) {
    await update();
    await expectAlert(`${name} is required`);
    expect(document.activeElement).toBe(await field(name));
    expect((await field(name)).getAttribute('aria-invalid')).toBe('true');
    await retype(name, 'x');
    expect((await field(name)).getAttribute('aria-invalid')).toBeNull();
  }
  expect(puts()).toEqual([]);
  await update();
  await expectNotice('User updated successfully');
});

test('a user without an email cannot be saved, and the reason is shown', async () => {
  proxy.intercept = ({ url }) =>
    url.endsWith(`/users/${user.id}`)
      ? Response.json({ data: { ...whole, id: user.id, email: '' } })
      : undefined;
  await openConsole(`/users/${user.id}`);
  await field('First Name');
  await update();
  await expectAlert('Email is required');
  expect(document.activeElement).toBe(await field('Email'));
});

test('an update is ignored while one is pending, even if the screen is left and opened again', async () => {
  const slow = deferred();
  proxy.intercept = async ({ method }) => void (method === 'PUT' && (await slow.promise));
  await openConsole('/users');
  await userEvent.click(await screen.findByRole('link', { name: 'Ada Byron' }));
  await field('First Name');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Update' }));
  const busy = await screen.findByRole('button', { name: 'Updating…' });
  await userEvent.click(busy);
  expect(document.activeElement).toBe(busy);
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Ada Byron' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Updating…' }));
  slow.resolve();
  await expectNotice('User updated successfully');
  expect(puts()).toHaveLength(1);
});

test('an unchanged user can be saved, and edits during a save are kept', async () => {
  const slow = deferred();
  proxy.intercept = async ({ method }) => void (method === 'PUT' && (await slow.promise));
  await openConsole(`/users/${user.id}`);
  await field('First Name');
  await update();
  await userEvent.type(await field('Phone'), '99');
  slow.resolve();
  await expectNotice('User updated successfully');
  expect((await field('Phone')).value).toBe('+44 199');
  expect((await stored()).phone).toBe('+44 1');
});

test('a refetch keeps the edits and updates the other fields', async () => {
  await openConsole(`/users/${user.id}`);
  await retype('First Name', 'Augusta');
  await db.updateTable('users').set({ first_name: 'Annabella', last_name: 'Milbanke' }).execute();
  await queryClient.invalidateQueries();
  await waitFor(async () => expect((await field('Last Name')).value).toBe('Milbanke'));
  expect((await field('First Name')).value).toBe('Augusta');
});

test.each([
  ['the server’s message', Response.json({ message: 'No more today.' }, { status: 422 }), 'No more today.'],
  ['a failure under HTTP 200', Response.json({ status: 500, message: 'Not now.' }), 'Not now.'],
  [
    'our words for a page of HTML',
    new Response('<b>oops</b>', { status: 502 }),
    'The server had a problem. Please try again.',
  ],
])('a failed update shows %s and keeps the edits', async (_, answer, message) => {
  await openConsole(`/users/${user.id}`);
  await retype('First Name', 'Augusta');
  proxy.intercept = ({ method }) => (method === 'PUT' ? answer : undefined);
  await update();
  await expectAlert(message);
  expect((await field('First Name')).value).toBe('Augusta');
  expect(screen.getByRole('button', { name: 'Update' })).toBeTruthy();
});

test.each([
  ['nothing but success', undefined],
  ['only a part of the record', { id: 'other', last_name: 'Lovelace' }],
])('a provider that answers a save with %s is enough', async (_, data) => {
  await openConsole(`/users/${user.id}`);
  await retype('Last Name', 'Lovelace');
  proxy.intercept = ({ method }) =>
    method === 'PUT' ? Response.json({ status: 200, message: 'Saved.', data }) : undefined;
  await update();
  await expectNotice('Saved.');
  await screen.findByText('Ada Lovelace');
  expect((await field('Email')).value).toBe('ada@example.com');
});

test('edits stay while other screens are opened, until they are saved or discarded', async () => {
  await addUser(db, { first_name: 'Grace', last_name: 'Hopper', phone: '7' });
  await openConsole(`/users/${user.id}`);
  await userEvent.type(await field('Phone'), '23');
  const asksBeforeUnload = () => {
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(asksBeforeUnload()).toBe(true);
  expect(screen.queryByText('You have unsaved changes here from before.')).toBeNull();

  await userEvent.click(screen.getByRole('link', { name: 'Manage Users' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Grace Hopper' }));
  await screen.findByDisplayValue('Grace');
  expect((await field('Phone')).value).toBe('7');
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Ada Byron' }));
  await screen.findByText('You have unsaved changes here from before.');
  expect((await field('Phone')).value).toBe('+44 123');
  expect(await axeViolations()).toEqual([]);

  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect((await field('Phone')).value).toBe('+44 1');
  expect(document.activeElement).toBe(screen.getByLabelText('First Name'));
  expect(screen.queryByText('You have unsaved changes here from before.')).toBeNull();
  expect(asksBeforeUnload()).toBe(false);
});
