import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type Actor, writeAuditEntry } from '#api/audit/write.ts';
import type { AuditAction, Change } from '#contract/audit.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../add-recipe.ts';
import {
  allowAllBut,
  axeViolations,
  cellsOf,
  expectAlert,
  headingsOf,
  openConsole,
  screenRequests,
  signInAsAdministrator,
} from '../console.tsx';

const { db, proxy } = journey;
const TITLE = 'Activity';

let administrator: Awaited<ReturnType<typeof signInAsAdministrator>>;
let name: string;
let user: Awaited<ReturnType<typeof addUser>>;

beforeEach(async () => {
  await deleteUsers();
  await db.deleteFrom('recipes').execute();
  await sql`alter table audit_entries disable trigger user`.execute(db);
  await sql`delete from audit_entries`.execute(db);
  await sql`alter table audit_entries enable trigger user`.execute(db);
  administrator = await signInAsAdministrator();
  name = `${administrator.first_name} ${administrator.last_name} (${administrator.email})`;
  user = await addUser(db, { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' });
});

type Entry = {
  action: AuditAction;
  at?: Date;
  actor?: Actor;
  changes?: Change[];
  userId?: number | null;
  recipeIds?: number[];
  paymentId?: number;
};

const add = ({ at = new Date(2026, 10, 20, 9, 5), ...entry }: Entry) =>
  writeAuditEntry(
    db,
    { actor: { kind: 'administrator', id: administrator.id, requestId: null }, userId: user.id, ...entry },
    at,
  );
const actions = async () => (await cellsOf(TITLE)).map(([action]) => action);
const press = (label: string | RegExp) => userEvent.click(screen.getByRole('button', { name: label }));
const chips = () =>
  within(screen.getByRole('list', { name: 'Active filters' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent?.replace('\u00a0×', ''));

test('every change says what, when, who, about what and the values before and after', async () => {
  const { id } = await addRecipe({ title: 'Lentil soup' });
  const housekeeping: Actor = { kind: 'housekeeping', requestId: null };
  await add({ action: 'user_updated', changes: [{ field: 'phone', from: '1', to: '23' }] });
  await add({
    action: 'payment_checked',
    paymentId: 9,
    changes: [{ field: 'outcome', from: null, to: 'still_failing' }],
  });
  await add({
    action: 'recipe_updated',
    userId: null,
    recipeIds: [id],
    changes: [{ field: 'preparation_time', from: '600', to: '900' }],
  });
  await add({
    action: 'recipes_changed',
    userId: null,
    recipeIds: [id, 900_001],
    changes: [{ field: 'state', from: 'draft', to: 'published' }],
  });
  await add({
    action: 'recipes_removed',
    userId: null,
    recipeIds: [900_001],
    actor: housekeeping,
    changes: Array.from({ length: 22 }, () => ({ field: 'title', from: 'Soup', to: null })),
  });
  await add({ action: 'password_changed', actor: { kind: 'owner', requestId: null } });
  await openConsole('/activity');
  await screen.findByRole('rowheader', { name: 'Updated' });
  expect(headingsOf(TITLE)).toEqual(['What', 'When', 'Who', 'About', 'Changes']);
  const rows = await cellsOf(TITLE);
  const when = '20/11/2026 09:05';
  expect([rows[0], ...rows.slice(2)]).toEqual([
    ['Password changed', when, 'The user', 'Ann Lee (ann@example.com) Only this', '–'],
    ['Several recipes changed', when, name, '2 recipes ', 'State: from Draft → to  Published'],
    ['Recipe updated', when, name, 'Lentil soup Only this', 'Preparation: from 10 min → to  15 min'],
    [
      'Payment checked with the store',
      when,
      name,
      'Payment of ann@example.com Only this',
      'Outcome: from – → to  Still failing',
    ],
    ['Updated', when, name, 'Ann Lee (ann@example.com) Only this', 'Phone: from 1 → to  23'],
  ]);
  expect(rows[1]?.slice(0, 4)).toEqual([
    'Deleted recipes permanently removed',
    when,
    'Housekeeping',
    'A removed recipe Only this',
  ]);
  expect(rows[1]?.[4]).toMatch(/and 2 more$/);
  expect(screen.getByRole('link', { name: 'Lentil soup' }).getAttribute('href')).toBe(`/recipes/${id}`);
  const links = screen.getAllByRole('link', { name: /^(Payment of )?(Ann Lee \()?ann@example.com\)?$/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([1, 2, 3].map(() => `/users/${user.id}`));
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  expect(await axeViolations()).toEqual([]);
});

test('filters are chosen in the panel, stand in the address, and are chips that remove them', async () => {
  await add({ action: 'user_suspended' });
  await add({ action: 'user_restored', actor: { kind: 'command_line', requestId: null } });
  await openConsole('/activity');
  await screen.findByRole('rowheader', { name: 'Suspended' });
  await press('Filters');
  const who = await screen.findByLabelText<HTMLSelectElement>('Who');
  await within(who).findByRole('option', { name: 'Command line' });
  expect([...who.options].map(({ text }) => text)).toEqual([
    'Anyone',
    `${administrator.first_name} ${administrator.last_name}`,
    'The user',
    'Command line',
    'Housekeeping',
    'Server start',
    'App backend',
  ]);
  expect(await axeViolations()).toEqual([]);
  await userEvent.selectOptions(who, String(administrator.id));
  await waitFor(async () => expect(await actions()).toEqual(['Suspended']));
  expect(location.search).toBe(`?by=${administrator.id}`);
  await userEvent.selectOptions(screen.getByLabelText('What'), 'Restored');
  await screen.findByText('No Record Found', { selector: '.empty p' });
  expect(chips()).toEqual([
    `Remove the filter Who: ${administrator.first_name} ${administrator.last_name}`,
    'Remove the filter What: Restored',
    'Clear all',
  ]);
  await press(/^Remove the filter Who/);
  await waitFor(async () => expect(await actions()).toEqual(['Restored']));
  expect(location.search).toBe('?action=user_restored');
  expect(document.activeElement?.textContent).toBe('Filters');
  await press('Clear all');
  await waitFor(async () => expect(await actions()).toEqual(['Restored', 'Suspended']));
  expect(location.search).toBe('');
});

test('an address with filters shows them with their names, and days of this time zone on both ends', async () => {
  await add({ action: 'user_updated', at: new Date(2026, 10, 19, 23, 59) });
  await add({ action: 'user_suspended', at: new Date(2026, 10, 20, 0, 0) });
  await add({ action: 'user_restored', at: new Date(2026, 10, 21, 23, 59) });
  await add({ action: 'signed_out_everywhere', at: new Date(2026, 10, 22, 0, 0) });
  await openConsole(`/activity?by=${administrator.id}&from=2026-11-20&to=2026-11-21`);
  await waitFor(async () => expect(await actions()).toEqual(['Restored', 'Suspended']));
  await waitFor(() =>
    expect(chips()).toEqual([
      `Remove the filter Who: ${administrator.first_name} ${administrator.last_name}`,
      'Remove the filter From: 20/11/2026',
      'Remove the filter To: 21/11/2026',
      'Clear all',
    ]),
  );
});

test('the days are typed in the order of the cells, and a preset sets both', async () => {
  await add({ action: 'user_updated', at: new Date(2026, 10, 19, 12) });
  await add({ action: 'user_suspended', at: new Date(2026, 10, 20, 12) });
  await openConsole('/activity');
  await press('Filters');
  const to = await screen.findByLabelText<HTMLInputElement>('To');
  await userEvent.type(to, '19.11.2026{Enter}');
  await waitFor(async () => expect(await actions()).toEqual(['Updated']));
  expect([location.search, to.value]).toEqual(['?to=2026-11-19', '19/11/2026']);
  await userEvent.type(to, '9{Enter}');
  await screen.findByText('Type the date as dd/mm/yyyy.');
  await press('Today');
  expect(location.search).toMatch(/^\?to=(.*)&from=\1$/);
  expect(screen.queryByText('Type the date as dd/mm/yyyy.')).toBeNull();
});

test('everything about one record is a link away', async () => {
  const other = await addUser(db, { first_name: 'Bob', last_name: 'Ray' });
  await add({ action: 'user_suspended' });
  await add({ action: 'user_updated', userId: other.id });
  await openConsole('/activity');
  await userEvent.click(await screen.findByRole('link', { name: 'Only this: Ann Lee (ann@example.com)' }));
  await waitFor(async () => expect(await actions()).toEqual(['Suspended']));
  expect(new URLSearchParams(location.search).get('record')).toBe(`user:${user.id}`);
  expect(chips()[0]).toBe('Remove the filter About: Ann Lee (ann@example.com)');
});

test('what an address cannot mean is left out', async () => {
  await add({ action: 'user_suspended' });
  await openConsole('/activity?by=me&action=x&record=table:1&from=monday&to=2026&page=x');
  await waitFor(async () => expect(await actions()).toEqual(['Suspended']));
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
});

test('pages of 10, 20 and 50', async () => {
  for (let count = 0; count < 21; count += 1) await add({ action: 'user_updated' });
  await openConsole('/activity?page=3');
  await screen.findByText('Showing 21 to 21 of 21');
  const sizes = screen.getByLabelText<HTMLSelectElement>('Rows per page');
  expect([...sizes.options].map(({ text }) => text)).toEqual(['10', '20', '50']);
  await userEvent.selectOptions(sizes, '50');
  await screen.findByText('Showing 1 to 21 of 21');
  expect(location.search).toBe('?pageSize=50');
});

test('a page beyond the end becomes the last page', async () => {
  for (let count = 0; count < 11; count += 1) await add({ action: 'user_updated' });
  await openConsole('/activity?page=7');
  await screen.findByText('11–11 of 11');
  expect(location.search).toBe('?page=2');
});

test('nothing yet, and a failure with Retry', async () => {
  proxy.intercept = ({ url }) =>
    url.includes('/admin/activity') ? Response.json({ message: 'Later.' }, { status: 503 }) : undefined;
  await openConsole('/activity');
  await screen.findByText('The activity couldn’t be loaded.');
  await expectAlert('Later.');
  proxy.intercept = null;
  await press('Retry');
  await screen.findByText('No Record Found', { selector: '.empty p' });
});

test('without the capability nothing of the activity is requested, and a link leads home', async () => {
  allowAllBut('audit:read');
  await openConsole('/activity');
  await screen.findByText('Your account can’t open this screen, or this server doesn’t offer it.');
  expect(screenRequests()).toEqual([]);
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('link', { name: 'Go to Home' }));
  await screen.findByRole('heading', { name: 'Home' });
});

test('the log is exported as the list shows it', async () => {
  const saved: Blob[] = [];
  const createObjectURL = (file: Blob) => `blob:${saved.push(file)}`;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }));
  onTestFinished(() => void vi.unstubAllGlobals());
  await add({ action: 'user_suspended' });
  await add({ action: 'user_restored' });
  await openConsole('/activity?action=user_suspended');
  await screen.findByRole('rowheader', { name: /suspended/i });
  await press('Export');
  screen.getByText('Export 1 entry, as listed here:');
  await press('CSV');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect((await saved[0]?.text())?.trim().split('\n')).toEqual([
    expect.stringContaining('action'),
    expect.stringContaining('user_suspended'),
  ]);
});
