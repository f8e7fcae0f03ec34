import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { openConsole, signInAsAdministrator, texts } from '../console.tsx';

const { db } = journey;

beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
});

async function addMany(count: number) {
  for (let index = 1; index <= count; index += 1) {
    const created_at = new Date(Date.UTC(2999, 0, 1) - index * 60_000);
    await addUser(db, { first_name: 'Person', last_name: `No${index}x`, created_at });
  }
}

const names = async () => {
  const rows = await screen.findAllByRole('rowheader');
  return rows.map((cell) => cell.textContent);
};

test('a row shows the record, numbered', async () => {
  await addUser(db, {
    first_name: 'Αθηνά',
    last_name: 'Παπά',
    email: 'athena@example.com',
    phone: '+30 210',
    is_email_verified: true,
    onboarding_status: 'in_progress',
    created_at: new Date(2027, 4, 3, 12),
  });
  await openConsole('/users');
  const row = (await screen.findByText('Αθηνά Παπά')).closest('tr');
  expect(row?.textContent).toBe('1Αθηνά Παπάathena@example.comVerified+30 210In progress03/05/2027–');
  expect(screen.getAllByText('Pending')).toHaveLength(1);
});

test('paging follows the real total, numbers go on, sizes are 5, 10 and 20', async () => {
  await addMany(22);
  await openConsole('/users');
  await screen.findByText('Showing 1 to 10 of 23');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Showing 11 to 20 of 23');
  expect(location.search).toBe('?page=2');
  expect(screen.getAllByRole('row')[1]?.textContent).toMatch(/^11Person No11x/);

  const size = screen.getByLabelText<HTMLSelectElement>('Rows per page');
  expect([...size.options].map((option) => option.text)).toEqual(['5', '10', '20']);
  await userEvent.selectOptions(size, '20');
  await screen.findByText('Showing 1 to 20 of 23');
  expect(location.search).toBe('?pageSize=20');
});

test('the range is shown beside the paging, and announced in words, once for each page', async () => {
  await addMany(22);
  await openConsole('/users');
  const range = await screen.findByText('1–10 of 23');
  expect(range.closest('nav')?.getAttribute('aria-label')).toBe('Pages');
  const status = range.closest('[role="status"]');
  const announced: (string | null)[] = [];
  const watcher = new MutationObserver((changes) =>
    announced.push(...changes.map(({ target }) => target.textContent)),
  );
  if (status) watcher.observe(status, { characterData: true, subtree: true });
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('11–20 of 23');
  await screen.findByText('Showing 11 to 20 of 23');
  watcher.disconnect();
  expect(announced).toEqual(['11–20 of 23', 'Showing 11 to 20 of 23']);
  // Screen readers get the words only.
  expect(range.getAttribute('aria-hidden')).toBe('true');
});

test('typing searches after a pause and goes to page 1', async () => {
  await addMany(22);
  await addUser(db, { first_name: 'José', last_name: 'Núñez' });
  await openConsole('/users?page=2');
  await screen.findByText(/^Showing 11 to/);
  await userEvent.type(screen.getByLabelText('Search by name, email, phone, or order'), 'jose nunez');
  await waitFor(() => expect(location.search).toBe('?keyword=jose+nunez'));
  await waitFor(async () => expect(await names()).toEqual(['José Núñez']));
});

test('an empty result offers to clear the search', async () => {
  await openConsole('/users?keyword=nobody-at-all');
  expect(await screen.findByText('No Record Found', { selector: '.empty p' })).toBeTruthy();
  expect(texts('.empty p.muted')).toEqual(['Nothing matches “nobody-at-all”.']);
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  await screen.findByText('Showing 1 to 1 of 1');
  expect(screen.getByLabelText<HTMLInputElement>('Search by name, email, phone, or order').value).toBe('');
});

test.each(['99', '99999999'])(
  'page %s of two becomes the last page, in the same history entry',
  async (page) => {
    await addMany(12);
    await openConsole(`/users?page=${page}`);
    const entries = history.length;
    await screen.findByText('Showing 11 to 13 of 13');
    expect(location.search).toBe('?page=2');
    expect(history.length).toBe(entries);
  },
);

test('a status other than active is shown beside the name', async () => {
  await addUser(db, { first_name: 'Shut', last_name: 'Out', status: 'suspended' });
  await addUser(db, { first_name: 'Still', last_name: 'In' });
  await openConsole('/users');
  await screen.findByText('Shut Out');
  expect(await names()).toEqual(expect.arrayContaining(['Shut Out Suspended', 'Still In']));
});

test('the dashboard counts the users of the list, deleted ones too, without administrators', async () => {
  await addUser(db, { status: 'deleted' });
  await openConsole('/');
  const link = await screen.findByRole('link', { name: 'Total users' });
  expect(link.closest('div')?.textContent).toBe('Total users1');
  await userEvent.click(link);
  await screen.findByText('Showing 1 to 1 of 1');
});

test('Back restores the list and the search box', async () => {
  await addMany(12);
  await openConsole('/users');
  await screen.findByText('Showing 1 to 10 of 13');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Showing 11 to 13 of 13');
  await userEvent.type(screen.getByLabelText('Search by name, email, phone, or order'), 'No12x');
  await screen.findByText('Showing 1 to 1 of 1');
  history.back();
  await screen.findByText('Showing 1 to 10 of 13');
  const box = screen.getByLabelText<HTMLInputElement>('Search by name, email, phone, or order');
  await waitFor(() => expect(box.value).toBe(''));
});

test('a failed load keeps the rows and offers Retry', async () => {
  await addMany(12);
  await openConsole('/users');
  await screen.findByText('Showing 1 to 10 of 13');
  await db.schema.alterTable('users').renameColumn('phone', 'phone_away').execute();
  // The session stays valid: only the list fails.
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('The users couldn’t be loaded.')).toBeTruthy();
  expect(await names()).toContain('Person No1x');
  await db.schema.alterTable('users').renameColumn('phone_away', 'phone').execute();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Showing 11 to 13 of 13');
  await waitFor(() => expect(screen.queryByText('The users couldn’t be loaded.')).toBeNull());
});

test('the first page shows a text while loading', async () => {
  await openConsole('/users');
  expect(screen.getByText('Loading...')).toBeTruthy();
  const headers = within(screen.getByRole('table', { name: 'Users' })).getAllByRole('columnheader');
  expect(headers.map((header) => header.textContent)).toEqual([
    '#',
    'Name',
    'Email',
    'Verification',
    'Phone',
    'Onboarding status',
    'Created',
    'Source',
  ]);
  await screen.findByText('Showing 1 to 1 of 1');
});
