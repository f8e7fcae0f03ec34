import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { eraseDueAccounts } from '#api/accounts/erasure.ts';
import { product } from '#brand/product.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import {
  allowAllBut,
  axeViolations,
  expectAlert,
  expectNotice,
  openConsole,
  signInAsAdministrator,
  texts,
} from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';

const { db, proxy, api } = journey;
stubDialogs();

let user: Awaited<ReturnType<typeof addUser>>;

beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
  user = await addUser(db, {
    ...{ first_name: 'Ada', last_name: 'Byron', phone: '1' },
    ...{ status: 'deleted', is_deletion_under_way: true },
  });
  await db
    .insertInto('account_deletions')
    .values({
      user_id: user.id,
      reason: null,
      status_before: 'active',
      requested_at: new Date(2026, 10, 1, 12),
      confirmed_at: new Date(2026, 10, 2, 12),
      erased_at: null,
    })
    .execute();
});

const notice = () => screen.findByRole('region', { name: 'Deletion in progress' });
const openQuestion = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Stop deletion' }));
  return screen.findByRole('dialog', { name: 'Stop the deletion of Ada Byron?' });
};
const stop = async () =>
  userEvent.click(within(await openQuestion()).getByRole('button', { name: 'Stop deletion' }));

test('a deletion under way says when it was requested and when the data is erased', async () => {
  await openConsole(`/users/${user.id}`);
  expect((await notice()).textContent).toContain(
    'Requested on 01/11/2026, confirmed on 02/11/2026. The personal data will be erased on 30/11/2026.',
  );
  expect(await axeViolations()).toEqual([]);
});

test('it is stopped after a question that names the person; the form can be changed at once', async () => {
  await openConsole(`/users/${user.id}`);
  const dialog = await openQuestion();
  expect(dialog.textContent).toContain('its owner gets an email');
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(proxy.requests.some(({ method }) => method === 'POST')).toBe(false);

  await stop();
  await expectNotice('Deletion stopped. The account works as before.');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Deletion in progress' })).toBeNull());
  expect(document.activeElement?.tagName).toBe('H1');
  expect(screen.getByLabelText<HTMLInputElement>('First Name').readOnly).toBe(false);
  await screen.findByRole('button', { name: 'Suspend' });
  await screen.findByText('Deletion stopped', { selector: '.timeline strong' });
  expect((await api.waitForMailTo(user.email)).subject).toBe(`Your ${product.name} account wasn’t deleted`);
});

test('an erasure that came first refuses it, and the page says when it was', async () => {
  await openConsole(`/users/${user.id}`);
  const question = await openQuestion();
  await eraseDueAccounts(db, new Date(2026, 11, 1, 12), createTestLog([]));
  await userEvent.click(within(question).getByRole('button', { name: 'Stop deletion' }));
  await expectAlert('This user’s personal data has been erased. It’s too late to stop the deletion.');
  await screen.findByText('01/12/2026');
  expect(screen.queryByRole('button', { name: 'Stop deletion' })).toBeNull();
});

test('a failure keeps the deletion and says so', async () => {
  await openConsole(`/users/${user.id}`);
  await notice();
  proxy.intercept = ({ method }) =>
    method === 'POST' ? Response.json({ message: 'Not now.' }, { status: 503 }) : undefined;
  await stop();
  await expectAlert('Not now.');
  await notice();
});

test.each([
  ['Under way', /^Under way \(1\)$/, 'under_way', 'Ada Byron'],
  ['Erased', /^Erased \(1\)$/, 'erased', 'Deleted user'],
])('the filter "%s" of the users list counts and finds it', async (label, option, value, name) => {
  const erased = await addUser(db, { first_name: 'Deleted', last_name: 'user', status: 'deleted' });
  expect(erased.is_deletion_under_way).toBe(false);
  await openConsole('/users');
  await userEvent.click(await screen.findByRole('button', { name: 'Filters' }));
  const select = await screen.findByLabelText<HTMLSelectElement>('Deletion');
  await userEvent.selectOptions(select, await within(select).findByRole('option', { name: option }));
  await waitFor(() => expect(texts('tbody th[scope="row"] a')).toEqual([name]));
  expect(location.search).toBe(`?deletion=${value}`);
  expect(
    screen.getByRole('button', { name: new RegExp(`^Remove the filter Deletion: ${label}`) }),
  ).toBeTruthy();
});

test('without the capability to stop a deletion there is no button for it', async () => {
  allowAllBut('users:stop-deletion');
  const deletion = { requestedAt: '2026-11-01', confirmedAt: '2026-11-02', dueAt: '2026-11-30' };
  proxy.intercept = async ({ url }) =>
    url.endsWith(`/admin/users/${user.id}`)
      ? Response.json({
          status: 200,
          data: { id: user.id, first_name: 'Plain', status: 'deleted' },
          deletion: { ...deletion, erasedAt: null },
        })
      : undefined;
  await openConsole(`/users/${user.id}`);
  expect((await notice()).textContent).toContain('30/11/2026');
  expect(screen.queryByRole('button', { name: 'Stop deletion' })).toBeNull();
});

test('a provider that says nothing about deletions shows none', async () => {
  proxy.intercept = async ({ url }) =>
    url.endsWith(`/admin/users/${user.id}`)
      ? Response.json({
          status: 200,
          data: { id: user.id, first_name: 'Plain', status: 'deleted' },
        })
      : undefined;
  await openConsole(`/users/${user.id}`);
  await screen.findByText(/^This account is deleted/);
  expect(screen.queryByText('Deletion in progress')).toBeNull();
});
