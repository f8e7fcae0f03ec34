import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import {
  allowOnly,
  axeViolations,
  headingsOf,
  openConsole,
  signInAsAdministrator,
  texts,
} from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';

const { db, proxy } = journey;
stubDialogs();

beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
  await db
    .updateTable('users')
    .set({
      first_name: 'The',
      last_name: 'Boss',
      email: 'boss@example.com',
      created_at: new Date(2026, 9, 1),
    })
    .execute();
  await addUser(db, {
    first_name: 'Ada',
    last_name: 'Ng',
    email: 'zeta@example.com',
    is_email_verified: true,
    onboarding_status: 'completed',
    created_at: new Date(2026, 9, 2, 23, 59),
    subscription_status: 'on_hold',
  });
  await addUser(db, {
    first_name: 'Émile',
    last_name: 'Roy',
    email: 'alpha@example.com',
    status: 'suspended',
    created_at: new Date(2026, 9, 3),
  });
});

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const names = () => texts('tbody th[scope="row"] a');
const showsNames = (expected: string[]) => waitFor(() => expect(names()).toEqual(expected));
const choose = async (label: string, option: RegExp) => {
  const select = await screen.findByLabelText<HTMLSelectElement>(label);
  await userEvent.selectOptions(select, await within(select).findByRole('option', { name: option }));
};
const listQueries = () =>
  proxy.requests.filter(({ path }) => path === '/admin/users').map(({ query }) => query);
const everyone = ['Émile Roy', 'Ada Ng', 'The Boss'];

test.each([
  ['Status', /^Suspended \(1\)$/, 'status=suspended', ['Émile Roy'], 'Status: Suspended'],
  ['Status', /^Deleted \(0\)$/, 'status=deleted', [], 'Status: Deleted'],
  ['Onboarding status', /^Completed \(1\)$/, 'onboarding=completed', ['Ada Ng'], 'Onboarding status: Compl'],
  [
    'Verification',
    /^Pending \(2\)$/,
    'verification=pending',
    ['Émile Roy', 'The Boss'],
    'Verification: Pend',
  ],
  ['Role', /^Admin \(1\)$/, 'role=admin', ['The Boss'], 'Role: Admin'],
  ['Subscription', /^On hold \(1\)$/, 'subscription=on_hold', ['Ada Ng'], 'Subscription: On hold'],
  ['Subscription', /^None \(2\)$/, 'subscription=none', ['Émile Roy', 'The Boss'], 'Subscription: None'],
])('%s %s filters the rows, and is in the address', async (label, option, address, found, chip) => {
  await openConsole('/users');
  await press('Filters');
  await choose(label, option);
  await showsNames(found);
  expect(location.search).toBe(`?${address}`);
  expect(screen.getByRole('button', { name: new RegExp(`^Remove the filter ${chip}`) })).toBeTruthy();
  expect(await axeViolations()).toEqual([]);
});

test('the counts come after the rows, when the panel is opened', async () => {
  await openConsole('/users');
  await showsNames(everyone);
  const values = () => proxy.requests.filter(({ path }) => path === '/admin/user-values');
  expect(values()).toEqual([]);
  await press('Filters');
  await screen.findByLabelText('Status');
  expect(values()).toHaveLength(1);
});

test.each(['/users?createdFrom=DAY&createdTo=DAY', '/activity?from=DAY&to=DAY'])(
  'a day that begins at one o’clock ends at midnight: %s',
  async (address) => {
    const { TZ } = process.env;
    // The address of the API is a stub, too, which stays.
    onTestFinished(() => void vi.stubEnv('TZ', TZ));
    vi.stubEnv('TZ', 'America/Santiago');
    await openConsole(address.replaceAll('DAY', '2026-09-06'));
    await waitFor(() => {
      const sent = proxy.requests.map(({ query }) => decodeURIComponent(query));
      expect(sent.find((query) => /rom=2026-09-06T04:00:00.000Z/.test(query))).toMatch(
        /efore=2026-09-07T03:00:00.000Z/,
      );
    });
  },
);

test('the days are those of the administrator, both included', async () => {
  await openConsole('/users?createdFrom=2026-10-02&createdTo=2026-10-02');
  await showsNames(['Ada Ng']);
  expect(screen.getByRole('button', { name: /^Remove the filter Created from: 02\/10\/2026/ })).toBeTruthy();
  await press('Filters');
  const from = await screen.findByLabelText<HTMLInputElement>('Created from');
  expect(from.value).toBe('02/10/2026');
  await userEvent.clear(from);
  await userEvent.type(from, '1/10/2026{Enter}');
  await showsNames(['Ada Ng', 'The Boss']);
  expect(location.search).toBe('?createdTo=2026-10-02&createdFrom=2026-10-01');
  await press(/^Remove the filter Created to/);
  await showsNames(everyone);
});

test('a date that does not exist says so, stays as typed and filters nothing', async () => {
  await openConsole('/users?createdFrom=2026-10-02');
  await showsNames(['Émile Roy', 'Ada Ng']);
  await press('Filters');
  const to = await screen.findByLabelText<HTMLInputElement>('Created to');
  await userEvent.type(to, '31/02/2026{Enter}');
  await screen.findByText('There’s no 31/02/2026. Check the day, month, and year.');
  expect([to.value, to.getAttribute('aria-invalid')]).toEqual(['31/02/2026', 'true']);
  expect(location.search).toBe('?createdFrom=2026-10-02');
  expect(await axeViolations()).toEqual([]);
  await userEvent.clear(to);
  await userEvent.type(to, '02/10/2026');
  expect(screen.queryByText(/^There’s no/)).toBeNull();
  await userEvent.tab();
  await showsNames(['Ada Ng']);
  expect(location.search).toBe('?createdFrom=2026-10-02&createdTo=2026-10-02');
});

test('a field that is emptied removes its filter, and one that is left incomplete keeps it', async () => {
  await openConsole('/users?createdFrom=2026-10-03');
  await showsNames(['Émile Roy']);
  await press('Filters');
  const from = await screen.findByLabelText<HTMLInputElement>('Created from');
  await userEvent.clear(from);
  await userEvent.type(from, '03/1');
  await userEvent.tab();
  await screen.findByText('Type the date as dd/mm/yyyy.');
  expect([from.value, location.search]).toEqual(['03/1', '?createdFrom=2026-10-03']);
  await userEvent.clear(from);
  await userEvent.tab();
  await showsNames(everyone);
  expect(location.search).toBe('');
});

test.each([
  ['Today', 0],
  ['7 days', 6],
])('the preset %s sets both days, and shows as pressed', async (name, daysBefore) => {
  const now = new Date();
  const shown = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).toLocaleDateString('en-GB');
  await openConsole('/users');
  await press('Filters');
  await press(name);
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  expect([value('Created from'), value('Created to')]).toEqual([shown(daysBefore), shown(0)]);
  expect((await screen.findByRole('button', { name })).getAttribute('aria-pressed')).toBe('true');
  expect(location.search).toMatch(/^\?createdFrom=\d{4}-\d\d-\d\d&createdTo=\d{4}-\d\d-\d\d$/);
});

test('the preset This month begins on its first day', async () => {
  await openConsole('/users?status=active');
  await press('Filters');
  await press('This month');
  expect(screen.getByLabelText<HTMLInputElement>('Created from').value).toMatch(/^01\//);
  expect(location.search).toMatch(/^\?status=active&createdFrom=\d{4}-\d\d-01&createdTo=/);
});

test('a period that ends before it begins says so', async () => {
  await openConsole('/users?createdFrom=2026-10-05&createdTo=2026-10-03');
  await press('Filters');
  await screen.findByText('The period ends before it begins, so nothing can match.');
});

test('a filter is removed by its chip, all of them at once, and Back brings them back', async () => {
  await openConsole('/users?status=active&role=user&sort=name');
  await showsNames(['Ada Ng']);
  await press(/^Remove the filter Role/);
  expect(location.search).toBe('?status=active&sort=name');
  expect(document.activeElement?.textContent).toBe('Filters');
  await press('Clear all');
  await showsNames(['Ada Ng', 'Émile Roy', 'The Boss']);
  expect(location.search).toBe('?sort=name');
  history.back();
  await showsNames(['Ada Ng', 'The Boss']);
  expect(screen.getByRole('button', { name: /^Remove the filter Status: Active/ })).toBeTruthy();
});

test('a list that filters leave empty says so, and offers to clear them; the search stays', async () => {
  await openConsole('/users?keyword=roy&status=deleted&sort=email');
  expect(await screen.findByText('No Record Found', { selector: '.empty p' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Clear search' })).toBeTruthy();
  await press('Clear filters');
  await showsNames(['Émile Roy']);
  expect(location.search).toBe('?keyword=roy&sort=email');
  expect(document.activeElement?.textContent).toBe('Filters');
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
});

test('invalid values in the address are ignored', async () => {
  await openConsole('/users?status=gone&sort=phone&order=up&createdFrom=yesterday&createdTo=2026-13-45');
  await showsNames(everyone);
  expect(listQueries()).toEqual(['?keyword=&page=1&pageSize=10']);
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
});

test.each([
  ['Name', 'name', ['Ada Ng', 'Émile Roy', 'The Boss']],
  ['Email', 'email', ['Émile Roy', 'The Boss', 'Ada Ng']],
  ['Created', 'created', ['The Boss', 'Ada Ng', 'Émile Roy']],
])('%s sorts ascending, then descending, then not', async (title, key, ascending) => {
  await openConsole('/users');
  await showsNames(everyone);
  const head = screen.getByRole('columnheader', { name: title });
  expect(head.getAttribute('aria-sort')).toBe('none');
  await press(title);
  await showsNames(ascending);
  expect(location.search).toBe(`?sort=${key}`);
  expect(head.getAttribute('aria-sort')).toBe('ascending');
  await press(title);
  await showsNames([...ascending].reverse());
  expect(location.search).toBe(`?sort=${key}&order=desc`);
  expect(head.getAttribute('aria-sort')).toBe('descending');
  await press(title);
  await showsNames(everyone);
  expect(location.search).toBe('');
  expect(head.getAttribute('aria-sort')).toBe('none');
});

test('a filter goes to page 1 and stays on the next page; a page beyond the end becomes the last one', async () => {
  for (let index = 1; index <= 21; index += 1) await addUser(db);
  await openConsole('/users?page=2');
  await screen.findByText('Showing 11 to 20 of 24');
  await press('Filters');
  await choose('Status', /^Active/);
  await screen.findByText('Showing 1 to 10 of 23');
  await press('Next');
  await screen.findByText('Showing 11 to 20 of 23');
  expect(location.search).toBe('?status=active&page=2');
});

test('a filtered page beyond the end becomes the last page', async () => {
  for (let index = 1; index <= 12; index += 1) await addUser(db);
  await openConsole('/users?status=active&page=99');
  await screen.findByText('Showing 11 to 14 of 14');
  expect(location.search).toBe('?status=active&page=2');
});

test('a suspension moves the counts of the panel', async () => {
  await openConsole('/users');
  await press('Filters');
  await screen.findByRole('option', { name: 'Suspended (1)' });
  const [ada] = await db.selectFrom('users').where('first_name', '=', 'Ada').select('id').execute();
  await userEvent.click(await screen.findByRole('link', { name: 'Ada Ng' }));
  await press('Suspend');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /Suspend/ }));
  await screen.findByRole('button', { name: 'Restore' });
  expect(location.pathname).toBe(`/users/${ada?.id}`);
  history.back();
  await press('Filters');
  await screen.findByRole('option', { name: 'Suspended (2)' });
});

test('without capabilities exactly keyword, page and pageSize are sent, and nothing new is shown', async () => {
  allowOnly([]);
  const data = [{ id: 7, first_name: 'Uma', status: 'half_way' }];
  proxy.intercept = ({ url }) =>
    url.includes('/admin/users') ? Response.json({ status: 200, message: '', data }) : undefined;
  await openConsole('/users?status=suspended&createdFrom=2026-10-02&sort=name&page=2');
  await showsNames(['Uma']);
  expect(listQueries()).toEqual(['?keyword=&page=2&pageSize=10']);
  expect(proxy.requests.map(({ path }) => path)).not.toContain('/admin/user-values');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Logout',
    'Columns',
    'Previous',
    'Next',
  ]);
  expect(document.querySelector('[aria-sort]')).toBeNull();
  expect(headingsOf('Users')).not.toContain('Source');
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
});

test('while loading, the buttons are there, and the order waits', async () => {
  await openConsole('/users');
  for (const name of ['Filters', 'Columns', 'Export']) screen.getByRole('button', { name });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Name' }).disabled).toBe(true);
  await showsNames(everyone);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Name' }).disabled).toBe(false);
});
