import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { addUser } from '#tests/setup/api/people.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import {
  axeViolations,
  cellsOf,
  expectAlert,
  expectNotice,
  headingsOf,
  openConsole,
  signInAsAdministrator,
} from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';

const { db, proxy, api } = journey;
const TITLE = 'History of changes';
stubDialogs();

let administrator: Awaited<ReturnType<typeof signInAsAdministrator>>;
let user: Awaited<ReturnType<typeof addUser>>;

beforeEach(async () => {
  await db.deleteFrom('users').execute();
  administrator = await signInAsAdministrator();
  user = await addUser(db, { first_name: 'Ada', last_name: 'Byron', phone: '1' });
  api.clock.now = new Date(2026, 10, 20, 9, 5);
});

const nothing = () => screen.findByText('Nothing has been changed yet.');

test('every save and suspension is listed at once, newest first, with both values', async () => {
  await openConsole(`/users/${user.id}`);
  await nothing();
  await userEvent.type(screen.getByLabelText('Phone'), '23');
  await userEvent.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByRole('rowheader', { name: 'Updated' });
  await userEvent.click(screen.getByRole('button', { name: 'Suspend' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Suspend' }));
  await expectNotice('User suspended and signed out everywhere');
  await screen.findByRole('rowheader', { name: 'Suspended' });

  expect(headingsOf(TITLE)).toEqual(['What', 'When', 'Who', 'Changes']);
  const rows = await cellsOf(TITLE);
  expect(rows.map(([what, when, , changes]) => [what, when, changes])).toEqual([
    ['Suspended', '20/11/2026 09:05', 'Status: from Active → to  Suspended'],
    ['Updated', '20/11/2026 09:05', 'Phone: from 1 → to  123'],
  ]);
  for (const [, , who] of rows) expect(who).toContain(administrator.email);
  expect(await axeViolations()).toEqual([]);
});

test('changes by the user and erased values have labels', async () => {
  const entries = [
    { id: 2, at: '2026-11-20T08:00:00Z', by: null, action: 'password_changed', changes: [], requestId: null },
    {
      id: 1,
      at: '2026-11-19T08:00:00Z',
      by: 'Command line',
      action: 'user_updated',
      changes: [{ field: 'first_name', from: null, to: null }],
      requestId: null,
    },
  ];
  proxy.intercept = ({ url }) =>
    url.includes('/audit?') ? Response.json({ status: 200, data: entries, total: 2 }) : undefined;
  await openConsole(`/users/${user.id}`);
  await screen.findByText('Command line');
  const rows = await cellsOf(TITLE);
  expect(rows.map(([what, , ...row]) => [what, ...row])).toEqual([
    ['Password changed', 'The user', '–'],
    ['Updated', 'Command line', 'First Name: from – → to  –'],
  ]);
});

test('a failed history of changes shows an error with Retry and keeps the form', async () => {
  proxy.intercept = ({ url }) =>
    url.includes('/audit') ? Response.json({ message: 'Later.' }, { status: 503 }) : undefined;
  await openConsole(`/users/${user.id}`);
  await screen.findByText('The change history couldn’t be loaded.');
  await expectAlert('Later.');
  expect(screen.getByLabelText<HTMLInputElement>('First Name').value).toBe('Ada');
  proxy.intercept = null;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await nothing();
});
