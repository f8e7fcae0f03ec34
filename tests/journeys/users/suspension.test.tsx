import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import {
  allowOnly,
  axeViolations,
  clickTwice,
  deferred,
  expectAlert,
  expectNotice,
  openConsole,
  signInAsAdministrator,
  texts,
} from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';

const { db, proxy, api } = journey;
stubDialogs();

let administrator: Awaited<ReturnType<typeof signInAsAdministrator>>;
let user: Awaited<ReturnType<typeof addUser>>;

beforeEach(async () => {
  await deleteUsers();
  administrator = await signInAsAdministrator();
  user = await addUser(db, { first_name: 'Ada', last_name: 'Byron', phone: '1' });
});

const button = (name: string) => screen.findByRole('button', { name });
const posts = () => proxy.requests.filter(({ method }) => method === 'POST').map(({ path }) => path);

async function confirm(name: string) {
  await userEvent.click(await button(name));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
}

test('two clicks before the next rendering suspend once', async () => {
  await openConsole(`/users/${user.id}`);
  await userEvent.click(await button('Suspend'));
  clickTwice(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Suspend' }));
  await expectNotice('User suspended and signed out everywhere');
  expect(posts()).toHaveLength(1);
});

test('a user is suspended after a confirmation; badge, list and sessions follow', async () => {
  await openSession(db, { userId: user.id, rememberMe: false }, api.clock.now);
  await openConsole('/');
  await userEvent.click(await screen.findByRole('link', { name: 'Ada Byron' }));
  await userEvent.click(await button('Suspend'));
  const dialog = await screen.findByRole('dialog', { name: 'Suspend Ada Byron?' });
  expect(dialog.textContent).toContain('All their sessions end now');
  expect(within(dialog).getByRole('button', { name: 'Suspend' }).className).toBe('contrast');
  expect(await axeViolations()).toEqual([]);
  expect(posts()).toEqual([]);

  await userEvent.click(within(dialog).getByRole('button', { name: 'Suspend' }));
  await expectNotice('User suspended and signed out everywhere');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(texts('.titles .badge, .facts .badge')).toEqual(['Suspended']);
  expect(await button('Restore')).toBeTruthy();
  const sessions = db.selectFrom('sessions').selectAll().where('user_id', '=', user.id);
  expect((await sessions.execute()).filter(({ revoked_at }) => revoked_at === null)).toEqual([]);

  // The row is updated before any further answer.
  const slow = deferred();
  proxy.intercept = async () => void (await slow.promise);
  await userEvent.click(screen.getByRole('link', { name: 'Home' }));
  const row = (await screen.findByRole('link', { name: 'Ada Byron' })).closest('tr');
  expect(row?.querySelector('.badge')?.textContent).toBe('Suspended');
  slow.resolve();
});

test('Cancel sends nothing', async () => {
  await openConsole(`/users/${user.id}`);
  await userEvent.click(await button('Suspend'));
  await userEvent.click(await button('Cancel'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(posts()).toEqual([]);
});

test('restoring a suspended user keeps the edits, which can be saved', async () => {
  await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', user.id).execute();
  await openConsole(`/users/${user.id}`);
  await userEvent.type(await screen.findByLabelText('Phone'), '23');
  await confirm('Restore');
  await expectNotice('User restored');
  expect(texts('.titles .badge, .facts .badge')).toEqual(['Active']);
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('123');
  await userEvent.click(await button('Update'));
  await expectNotice('User updated successfully');
});

test('the last administrator cannot be suspended, and the reason is shown', async () => {
  await openConsole(`/users/${administrator.id}`);
  await confirm('Suspend');
  await expectAlert('This is the only owner, so you can’t suspend it. Make someone else an owner first.');
  expect(texts('.titles .badge, .facts .badge')).toEqual(['Active']);
  expect(await button('Suspend')).toBeTruthy();
});

test('a suspension is sent once, however often the button is pressed', async () => {
  const slow = deferred();
  proxy.intercept = async ({ method }) => void (method === 'POST' && (await slow.promise));
  await openConsole(`/users/${user.id}`);
  await confirm('Suspend');
  await userEvent.click(await button('Saving…'));
  expect(screen.queryByRole('dialog')).toBeNull();
  slow.resolve();
  await expectNotice('User suspended and signed out everywhere');
  expect(posts()).toHaveLength(1);
});

test('a deleted account cannot be suspended', async () => {
  await db.updateTable('users').set({ status: 'deleted' }).where('id', '=', user.id).execute();
  await openConsole(`/users/${user.id}`);
  await screen.findByText('Deleted');
  expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull();
});

test('without capabilities no extra is requested or shown', async () => {
  allowOnly([]);
  const data = { id: user.id, first_name: 'Ada', last_name: 'Byron', email: 'a@b.c', phone: '1' };
  let sent: unknown;
  proxy.intercept = async (request) => {
    if (request.method === 'PUT') sent = await request.json();
    return request.url.endsWith(`/users/${user.id}`)
      ? Response.json({ status: 200, version: 7, data: { ...data, status: 'active' } })
      : undefined;
  };
  await openConsole(`/users/${user.id}`);
  await screen.findByText('Active');
  await screen.findByText('No subscription history found.');
  expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull();
  expect(screen.queryByText('Timeline')).toBeNull();
  await userEvent.click(await button('Update'));
  await waitFor(() => expect(sent).toBeTruthy());
  expect(sent).not.toHaveProperty('version');
  expect(proxy.requests.map(({ path }) => path)).not.toContain(`/admin/users/${user.id}/timeline`);
});

test('a colleague is signed out everywhere after a confirmation', async () => {
  const colleague = await addAdministrator(db);
  for (let device = 0; device < 2; device += 1)
    await openSession(db, { userId: colleague.id, rememberMe: false }, api.clock.now);
  await openConsole(`/users/${colleague.id}`);
  await userEvent.click(await button('End sessions'));
  const dialog = await screen.findByRole('dialog', { name: /^End the sessions of / });
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'End sessions' }));
  await expectNotice('Signed out on 2 devices');
  await screen.findByText('Signed out everywhere');
  const sessions = await db.selectFrom('sessions').selectAll().where('user_id', '=', colleague.id).execute();
  expect(sessions.map(({ revoked_at }) => revoked_at === null)).toEqual([false, false]);
  expect(texts('.titles .badge, .facts .badge')).toEqual(['Active']);
});

test('End sessions is not offered for oneself and for app users', async () => {
  await openConsole(`/users/${user.id}`);
  await button('Suspend');
  expect(screen.queryByRole('button', { name: 'End sessions' })).toBeNull();
  await openConsole(`/users/${administrator.id}`);
  await screen.findAllByRole('button', { name: 'Suspend' });
  expect(screen.queryByRole('button', { name: 'End sessions' })).toBeNull();
});
