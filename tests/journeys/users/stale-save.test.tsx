import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { updateProfile } from '#api/accounts/update-profile.ts';
import { queryClient } from '#console/shell/query-client.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { axeViolations, cellsOf, expectNotice, openConsole, signInAsAdministrator } from '../console.tsx';

const { db, proxy, api } = journey;

let user: Awaited<ReturnType<typeof addUser>>;
let colleague: Awaited<ReturnType<typeof addAdministrator>>;

beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
  colleague = await addAdministrator(db);
  user = await addUser(db, { first_name: 'Ada', last_name: 'Byron', phone: '1' });
  api.clock.now = new Date(2026, 10, 20, 9, 5);
});

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const stored = () => db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();

async function saveAsColleague(names: { first_name?: string; last_name?: string; phone?: string }) {
  const { first_name, last_name, phone } = await stored();
  const actor = { kind: 'administrator', id: colleague.id, requestId: null } as const;
  const all = { first_name: first_name ?? '', last_name: last_name ?? '', phone: phone ?? '', ...names };
  await updateProfile(db, { userId: user.id, profile: all, version: undefined, actor }, api.clock.now);
}

async function type(name: string, text: string) {
  await userEvent.clear(await field(name));
  await userEvent.type(await field(name), text);
}

/** Edits the phone while a colleague saves a phone and a last name, then presses Update. */
async function causeConflict() {
  await openConsole(`/users/${user.id}`);
  await type('Phone', '2');
  await saveAsColleague({ phone: '3', last_name: 'King' });
  await press('Update');
  return screen.findByRole('region', { name: /saved first/ });
}

test('a stale save shows who changed what and when, and keeps the edits', async () => {
  const panel = await causeConflict();
  expect(document.activeElement).toBe(panel);
  expect(within(panel).getByRole('heading').textContent).toMatch(/ saved first, on 20\/11\/2026 09:05$/);
  expect(await cellsOf(within(panel).getByRole('heading').textContent ?? '')).toEqual([
    ['Last Name', 'King', 'Not changed'],
    ['Phone', '3', '2'],
  ]);
  expect((await field('Phone')).value).toBe('2');
  expect((await field('Last Name')).value).toBe('King');
  expect((await stored()).phone).toBe('3');
  expect(await axeViolations()).toEqual([]);
});

test('Keep mine saves only the edits on top of their version', async () => {
  await causeConflict();
  await press('Keep mine');
  await expectNotice('User updated successfully');
  expect(await stored()).toMatchObject({ phone: '2', last_name: 'King' });
  expect(screen.queryByRole('region', { name: /saved first/ })).toBeNull();
  expect(document.activeElement).toBe(await field('First Name'));
  await press('Update');
  await waitFor(() => expect(proxy.requests.filter(({ method }) => method === 'PUT')).toHaveLength(3));
  expect(screen.queryByRole('region', { name: /saved first/ })).toBeNull();
});

test('Take theirs loads their values, and the next save goes through', async () => {
  await causeConflict();
  await press('Take theirs');
  expect((await field('Phone')).value).toBe('3');
  expect(document.activeElement).toBe(await field('First Name'));
  await type('Phone', '4');
  await press('Update');
  await expectNotice('User updated successfully');
  expect((await stored()).phone).toBe('4');
});

test('a second conflict is shown too', async () => {
  await causeConflict();
  await saveAsColleague({ phone: '5' });
  await press('Keep mine');
  await screen.findByRole('cell', { name: '5' });
  expect(document.activeElement).toBe(screen.getByRole('region', { name: /saved first/ }));
  await press('Keep mine');
  await expectNotice('User updated successfully');
  expect((await stored()).phone).toBe('2');
});

test('a background reload of an edited field does not hide a conflict', async () => {
  await openConsole(`/users/${user.id}`);
  await type('Phone', '2');
  await saveAsColleague({ phone: '3' });
  await queryClient.invalidateQueries();
  await press('Update');
  await screen.findByRole('region', { name: /saved first/ });
  expect((await stored()).phone).toBe('3');
});

test('a background reload of other fields causes no conflict', async () => {
  await openConsole(`/users/${user.id}`);
  await type('Phone', '2');
  await saveAsColleague({ last_name: 'King' });
  await queryClient.invalidateQueries();
  await waitFor(async () => expect((await field('Last Name')).value).toBe('King'));
  await press('Update');
  await expectNotice('User updated successfully');
  expect(await stored()).toMatchObject({ phone: '2', last_name: 'King' });
});
