import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { endSession, startSession } from '#client/session.ts';
import { readStoredSession } from '#client/storage.ts';
import { capabilities } from '#contract/capabilities.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../add-recipe.ts';
import {
  axeViolations,
  deferred,
  headingsOf,
  openConsole,
  screenRequests,
  signInAsAdministrator,
} from '../console.tsx';
import { addPayment } from '../payments/add-payment.ts';

/** Columns that a person hides. */
const { db, proxy } = journey;

beforeEach(async () => {
  localStorage.clear();
  await deleteUsers();
  await db.deleteFrom('recipes').execute();
  await signInAsAdministrator();
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const openPanel = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Columns' }));
  return within(await screen.findByRole('group', { name: 'Columns that are shown' }));
};
const boxes = async () =>
  (await openPanel())
    .getAllByRole<HTMLInputElement>('checkbox')
    .map(({ checked, labels }) => `${checked ? '+' : '-'} ${labels?.[0]?.textContent?.trim()}`);
const rowCells = () => document.querySelector('tbody tr')?.children.length;

const lists = [
  {
    address: '/users',
    table: 'Users',
    all: ['#', 'Name', 'Email', 'Verification', 'Phone', 'Onboarding status', 'Created', 'Source'],
    offered: ['Row number', 'Email', 'Verification', 'Phone', 'Onboarding status', 'Created', 'Source'],
    hides: 'Phone',
    fill: () => addUser(db),
  },
  {
    address: '/recipes',
    table: 'Recipes',
    all: ['', 'Image', 'Title', 'Meal types', 'Preparation', 'Cooking', 'State', 'Changed'],
    offered: ['Image', 'Meal types', 'Preparation', 'Cooking', 'State', 'Changed'],
    hides: 'Image',
    fill: () => addRecipe(),
  },
  {
    address: '/payment-recovery',
    table: 'Failed payments',
    all: ['', 'Email', 'Product', 'Amount', 'Error message', 'Last check', 'Deadline', 'Date', 'Action'],
    offered: ['Product', 'Amount', 'Error message', 'Deadline', 'Date'],
    hides: 'Error message',
    fill: () => addPayment('pay@example.com', 'active'),
  },
];

describe.each(lists)('$address', ({ address, table, all, offered, hides, fill }) => {
  const rest = all.filter((title) => title !== hides);

  test('a column is hidden at once, and still after a reload and another sign-in of the same person', async () => {
    await fill();
    const me = await signInAsAdministrator();
    const { unmount } = await openConsole(address);
    await screen.findAllByRole('rowheader');
    expect(headingsOf(table)).toEqual(all);
    // By default everything shows. The name and the actions are not offered.
    expect(await boxes()).toEqual(offered.map((title) => `+ ${title}`));
    const box = screen.getByRole('checkbox', { name: hides });
    await userEvent.click(box);
    expect(headingsOf(table)).toEqual(rest);
    expect(rowCells()).toBe(rest.length);
    expect(document.activeElement).toBe(box);
    expect(await axeViolations()).toEqual([]);
    unmount();

    const { accessToken, refreshToken } = readStoredSession();
    endSession();
    expect(localStorage.getItem('auth_user')).toBeNull();
    startSession({ accessToken: accessToken ?? '', refreshToken }, { ...me, capabilities });
    const again = await openConsole(address);
    await screen.findAllByRole('rowheader');
    expect(headingsOf(table)).toEqual(rest);
    await userEvent.click((await openPanel()).getByRole('checkbox', { name: hides }));
    expect(headingsOf(table)).toEqual(all);
    again.unmount();
  });

  test('the skeleton has the same columns as the rows', async () => {
    await fill();
    const first = await openConsole(address);
    await screen.findAllByRole('rowheader');
    await userEvent.click((await openPanel()).getByRole('checkbox', { name: hides }));
    first.unmount();
    const held = deferred();
    proxy.intercept = async () => {
      await held.promise;
      return undefined;
    };
    await openConsole(address);
    expect(headingsOf(table)).not.toContain(hides);
    expect(document.querySelector('tr.skeleton')?.children).toHaveLength(headingsOf(table).length);
    proxy.intercept = null;
    held.resolve();
    await screen.findAllByRole('rowheader');
  });
});

test('the column that sorts the list cannot be hidden, and shows if it was', async () => {
  await addUser(db);
  await openConsole('/users');
  await screen.findAllByRole('rowheader');
  const panel = await openPanel();
  await userEvent.click(panel.getByRole('checkbox', { name: 'Created' }));
  expect(headingsOf('Users')).not.toContain('Created');
  await press('Email');
  await waitFor(() => expect(location.search).toBe('?sort=email'));
  expect(panel.queryByRole('checkbox', { name: 'Email' })).toBeNull();
  history.pushState(null, '', '/users?sort=created');
  const head = await screen.findByRole('columnheader', { name: 'Created' });
  expect(head.getAttribute('aria-sort')).toBe('ascending');
  expect(panel.queryByRole('checkbox', { name: 'Created' })).toBeNull();
  // Descending, then not sorted: it is hidden again.
  await press('Created');
  await press('Created');
  await waitFor(() => expect(headingsOf('Users')).not.toContain('Created'));
  expect(panel.getByRole<HTMLInputElement>('checkbox', { name: 'Created' }).checked).toBe(false);
  expect(document.activeElement?.textContent).toBe('Users');
});

test('of a recovered payment its customer and the recovery always show', async () => {
  const { id } = await addPayment('pay@example.com', 'on_hold');
  await db
    .updateTable('failed_payments')
    .set({ last_outcome: 'recovered', last_message: 'Paid.', last_checked_at: new Date() })
    .set({ recovered_at: new Date() })
    .where('id', '=', id)
    .execute();
  const me = await signInAsAdministrator();
  const all = ['Email', 'Product', 'Amount', 'Error message', 'Last check', 'Date', 'Recovered'];
  localStorage.setItem(`hidden_columns:${me.id}`, JSON.stringify({ payments: all }));
  await openConsole('/payment-recovery?state=recovered');
  await screen.findByRole('row', { name: /pay@example\.com/ });
  expect(headingsOf('Failed payments')).toEqual(['Email', 'Recovered']);
  expect(await boxes()).toEqual(['- Product', '- Amount', '- Error message', '- Date']);
});

test('another person in the same browser has their own columns', async () => {
  const first = await openConsole('/users');
  await screen.findAllByRole('rowheader');
  await userEvent.click((await openPanel()).getByRole('checkbox', { name: 'Phone' }));
  expect(headingsOf('Users')).not.toContain('Phone');
  first.unmount();
  await signInAsAdministrator();
  await openConsole('/users');
  await screen.findAllByRole('rowheader');
  expect(headingsOf('Users')).toContain('Phone');
  // Another list is another choice too.
  await userEvent.click((await openPanel()).getByRole('checkbox', { name: 'Email' }));
  await userEvent.click(screen.getByRole('link', { name: 'Payment Recovery' }));
  await waitFor(() => expect(headingsOf('Failed payments')).toContain('Email'));
});

test.each(['{"users":["Shoe size","Name","Phone"]}', '{"users":["Phone","toString"],"others":[]}'])(
  'unknown names in the storage are ignored, and so are columns that cannot be hidden: %s',
  async (stored) => {
    const me = await signInAsAdministrator();
    localStorage.setItem(`hidden_columns:${me.id}`, stored);
    await openConsole('/users');
    await screen.findAllByRole('rowheader');
    expect(headingsOf('Users')).toEqual(lists[0]?.all.filter((title) => title !== 'Phone'));
  },
);

test.each(['', 'rubbish', '[]', '{"users":"Phone"}', '{"users":[1]}', 'null'])(
  'storage that holds %j shows every column',
  async (stored) => {
    const me = await signInAsAdministrator();
    localStorage.setItem(`hidden_columns:${me.id}`, stored);
    await openConsole('/users');
    await screen.findAllByRole('rowheader');
    expect(headingsOf('Users')).toEqual(lists[0]?.all);
  },
);

test('where the browser refuses to store, the choice holds until the page is left', async () => {
  await openConsole('/users');
  await screen.findAllByRole('rowheader');
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => refuse.mockRestore());
  await userEvent.click((await openPanel()).getByRole('checkbox', { name: 'Phone' }));
  expect(headingsOf('Users')).not.toContain('Phone');
});

test('a provider without any feature lets columns be hidden too, without another call', async () => {
  proxy.intercept = ({ url }) =>
    url.includes('/admin/users')
      ? Response.json({ status: 200, message: '', data: [{ id: 7, first_name: 'Uma' }] })
      : undefined;
  await openConsole('/users');
  await screen.findAllByRole('rowheader');
  const calls = screenRequests().length;
  await userEvent.click((await openPanel()).getByRole('checkbox', { name: 'Created' }));
  expect(headingsOf('Users')).not.toContain('Created');
  expect(screenRequests()).toHaveLength(calls);
  await press('Columns');
  expect(screen.queryByRole('group')).toBeNull();
});
