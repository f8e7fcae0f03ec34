import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { axeViolations, expectAlert, expectNotice, openConsole, signInAsAdministrator } from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';

const { db, proxy, api } = journey;
/** The timeline as a list of lines without the times of the entries. */
const entries = () =>
  [...document.querySelectorAll('.timeline li[data-kind]')].map((entry) => [
    entry.querySelector('strong')?.textContent,
    entry.querySelector('.plain')?.textContent ?? null,
    entry.querySelector('small')?.textContent,
  ]);
stubDialogs();

let administrator: Awaited<ReturnType<typeof signInAsAdministrator>>;
let user: Awaited<ReturnType<typeof addUser>>;

beforeEach(async () => {
  await deleteUsers();
  administrator = await signInAsAdministrator();
  user = await addUser(db, { first_name: 'Ada', last_name: 'Byron', phone: '1' });
  api.clock.now = new Date(2026, 10, 20, 9, 5);
});

const nothing = () => screen.findByText('Nothing has happened yet.');

test('every save and suspension is listed at once, newest first, with both values', async () => {
  await openConsole(`/users/${user.id}`);
  await nothing();
  await userEvent.type(screen.getByLabelText('Phone'), '23');
  await userEvent.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Updated', { selector: '.timeline strong' });
  await userEvent.click(screen.getByRole('button', { name: 'Suspend' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Suspend' }));
  await expectNotice('User suspended and signed out everywhere');
  await screen.findByText('Suspended', { selector: '.timeline strong' });

  const by = `20/11/2026 09:05, ${administrator.first_name} ${administrator.last_name} (${administrator.email})`;
  expect(entries()).toEqual([
    ['Suspended', 'Status: from Active → to  Suspended', by],
    ['Updated', 'Phone: from 1 → to  123', by],
  ]);
  expect(await axeViolations()).toEqual([]);
});

test('changes by the user and erased values have labels', async () => {
  const changes = [{ field: 'first_name', from: null, to: null }];
  const sent = [
    { kind: 'change', at: '2026-11-20T08:00:00Z', by: null, action: 'password_changed', changes: [] },
    { kind: 'change', at: '2026-11-19T08:00:00Z', by: 'Command line', action: 'user_updated', changes },
    // A newer provider may have other kinds.
    { kind: 'horoscope', at: '2026-11-18T08:00:00Z' },
  ];
  proxy.intercept = ({ url }) =>
    url.includes('/timeline')
      ? Response.json({ status: 200, data: { entries: sent, older: null } })
      : undefined;
  await openConsole(`/users/${user.id}`);
  await screen.findByText('Command line');
  expect(entries().map(([what, changed, who]) => [what, changed, who?.split(', ')[1]])).toEqual([
    ['Password changed', null, 'The user'],
    ['Updated', 'First Name: from – → to  –', 'Command line'],
  ]);
});

test('a failed timeline shows an error with Retry and keeps the form', async () => {
  proxy.intercept = ({ url }) =>
    url.includes('/timeline') ? Response.json({ message: 'Later.' }, { status: 503 }) : undefined;
  await openConsole(`/users/${user.id}`);
  await screen.findByText('The timeline couldn’t be loaded.');
  await expectAlert('Later.');
  expect(screen.getByLabelText<HTMLInputElement>('First Name').value).toBe('Ada');
  proxy.intercept = null;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await nothing();
});
