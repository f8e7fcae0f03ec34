import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import {
  axeViolations,
  cellsOf,
  expectAlert,
  headingsOf,
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

test('the form titled User Detail shows the record; email and status are read-only', async () => {
  await openConsole(`/users/${user.id}`);
  expect((await field('First Name')).value).toBe('Ada');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ada Byron');
  expect(screen.getByRole('heading', { level: 2, name: 'User Detail' })).toBeTruthy();
  expect(screen.getByRole('form', { name: 'User Detail' })).toBeTruthy();
  expect((await field('Last Name')).value).toBe('Byron');
  expect((await field('Email')).value).toBe('ada@example.com');
  expect((await field('Phone')).value).toBe('+44 1');
  expect((await field('On Boarding Status')).value).toBe('In progress');
  const locked = screen.getAllByRole<HTMLInputElement>('textbox').filter(({ readOnly }) => readOnly);
  expect(locked.map(({ name }) => name)).toEqual(['email', 'onboarding_status']);
  await waitFor(() => expect(document.title).toMatch(/^Ada Byron · User Detail · /));
});

test('a deleted user is read-only, and the form shows the reason', async () => {
  await db.updateTable('users').set({ status: 'deleted' }).where('id', '=', user.id).execute();
  await openConsole(`/users/${user.id}`);
  await field('First Name');
  const fields = screen.getAllByRole<HTMLInputElement>('textbox');
  expect(fields.filter(({ readOnly }) => !readOnly)).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
  await screen.findByText(/^This account is deleted/);
});

test.each([
  ['does not exist', undefined],
  ['has no data', Response.json({ status: 200, data: null })],
  ['is not found by the status in the body', Response.json({ status: 404, message: 'Who?' })],
])('a user that %s shows a message and Back', async (_, answer) => {
  proxy.intercept = ({ url }) => (url.endsWith('/users/999999') ? answer?.clone() : undefined);
  await openConsole('/users/999999');
  await screen.findByText('User detail not found - Sorry, we cannot find any related user details');
  expect(screen.queryByText('Subscription History')).toBeNull();
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(location.pathname).toBe('/users');
});

test('Back returns to the list in its last state', async () => {
  for (let index = 0; index < 12; index += 1) await addUser(db);
  await openConsole('/users');
  await userEvent.selectOptions(await screen.findByLabelText('Rows per page'), '5');
  await screen.findByText('Showing 1 to 5 of 14');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Showing 6 to 10 of 14');
  const [link] = screen.getAllByRole('rowheader').map((cell) => cell.querySelector('a'));
  if (link) await userEvent.click(link);
  const entries = history.length;
  await userEvent.click(await screen.findByRole('button', { name: 'Back' }));
  await screen.findByText('Showing 6 to 10 of 14');
  expect(location.search).toBe('?page=2&pageSize=5');
  expect(history.length).toBe(entries);
});

test('Back leads to /users if the record was opened by its address', async () => {
  await openConsole(`/users/${user.id}`);
  await field('First Name');
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(location.pathname + location.search).toBe('/users');
});

test('the history shows its dates, or a text if it is empty', async () => {
  const { unmount } = await openConsole(`/users/${user.id}`);
  await screen.findByText('No subscription history found.');
  unmount();

  const base = { user_id: user.id, product_id: 'p', platform: 'ios' } as const;
  await db
    .insertInto('subscriptions')
    .values([
      {
        ...base,
        plan: 'Annual',
        status: 'expired',
        start_date: new Date(2025, 2, 4),
        end_date: new Date(2026, 2, 4),
      },
      {
        ...base,
        plan: 'Monthly',
        status: 'in_grace_period',
        start_date: new Date(2026, 11, 5),
        end_date: null,
      },
    ])
    .execute();
  await openConsole(`/users/${user.id}`);
  // The plan is also among the facts below the title, which come on their own.
  await screen.findByRole('rowheader', { name: 'Monthly' });
  expect(headingsOf('Subscription History')).toEqual([
    'ID',
    'Plan',
    'Status',
    'Start Date',
    'End Date',
    'Charges',
  ]);
  const rows = await cellsOf('Subscription History');
  expect(rows.map(([, ...row]) => row)).toEqual([
    ['Monthly', 'In grace period', '05/12/2026', '–', 'Charges Store'],
    ['Annual', 'Expired', '04/03/2025', '04/03/2026', 'Charges Store'],
  ]);
});

test('a failed history shows an error with Retry and keeps the form', async () => {
  proxy.intercept = ({ url }) =>
    url.includes('/history/') ? Response.json({ message: 'Later.' }, { status: 503 }) : undefined;
  await openConsole(`/users/${user.id}`);
  await screen.findByText('Failed to fetch subscription history');
  await expectAlert('Later.');
  expect((await field('First Name')).value).toBe('Ada');
  proxy.intercept = null;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('No subscription history found.');
});
