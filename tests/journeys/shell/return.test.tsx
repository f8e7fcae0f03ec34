import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '#console/shell/query-client.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../add-recipe.ts';
import { deferred, expectNotice, openConsole, signInAsAdministrator, texts } from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';
import { addPayment } from '../payments/add-payment.ts';

/** Back, Forward and returning from a record. */
const { db, proxy } = journey;
const root = document.documentElement;
const day = (index: number) => new Date(Date.UTC(2999, 0, 1) - index * 86_400_000);

const person = { first_name: 'Person', phone: '+1 1' };
const lists = [
  {
    address: '/users',
    calls: '/admin/users',
    names: Array.from({ length: 13 }, (_, index) => `Person No${index + 1}x`),
    fill: async () => {
      for (let index = 1; index <= 13; index += 1)
        await addUser(db, { ...person, last_name: `No${index}x`, created_at: day(index) });
    },
  },
  {
    address: '/recipes',
    calls: '/admin/recipes',
    names: Array.from({ length: 13 }, (_, index) => `Dish ${index + 1}`),
    fill: async () => {
      for (let index = 13; index >= 1; index -= 1) await addRecipe({ title: `Dish ${index}` });
    },
  },
  {
    address: '/payment-recovery',
    calls: '/admin/subscriptions/failed-payments',
    names: Array.from({ length: 23 }, (_, index) => `pay${index + 1}@example.com`),
    fill: async () => {
      for (let index = 1; index <= 23; index += 1)
        await addPayment(`pay${index}@example.com`, 'active', day(index));
    },
  },
];

beforeEach(async () => {
  stubDialogs();
  await deleteUsers();
  await db.deleteFrom('recipes').execute();
  await signInAsAdministrator();
});

const link = (name: string) => screen.getByRole('link', { name });
const names = () => texts('tbody th[scope="row"] a');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const recordShows = () => screen.findByRole('button', { name: 'Back' });

/** A list whose next answers are held back, so that rows can only come from the cache. */
function holdAnswers(calls: string) {
  const held = deferred();
  proxy.intercept = async ({ url }) => {
    if (new URL(url).pathname.endsWith(calls)) await held.promise;
    return undefined;
  };
  return () => {
    proxy.intercept = null;
    held.resolve();
  };
}

/** Everything at the first render after the address has changed, without an answer. */
async function expectReturned({ rows, focused, top }: { rows: string[]; focused: string; top: number }) {
  await waitFor(() => expect(names()).toEqual(rows));
  expect(screen.queryByText('Loading...')).toBeNull();
  expect(document.querySelector('.table-frame')?.getAttribute('aria-busy')).toBe('false');
  await waitFor(() => expect(document.activeElement).toBe(link(focused)));
  expect(root.scrollTop).toBe(top);
}

describe.each(lists)('$address', ({ address, calls, names: all, fill }) => {
  const size = address === '/payment-recovery' ? 20 : 10;
  const page = { '/payment-recovery': '?pageSize=20', '/users': '?keyword=Person' }[address] ?? '';
  const first = all.slice(0, size);
  const second = all.slice(size);

  beforeEach(fill);

  test('Back and Forward restore rows, scroll position and focus from the cache', async () => {
    await openConsole(address + page);
    await waitFor(() => expect(names()).toEqual(first));
    root.scrollTop = 120;
    await press('Next');
    await waitFor(() => expect(names()).toEqual(second));
    // Another page is not another screen.
    expect(root.scrollTop).toBe(120);
    root.scrollTop = 260;
    await userEvent.click(link(all[size + 1] ?? ''));
    await recordShows();
    expect(root.scrollTop).toBe(0);
    root.scrollTop = 40;

    const release = holdAnswers(calls);
    history.back();
    await expectReturned({ rows: second, focused: all[size + 1] ?? '', top: 260 });
    history.back();
    await waitFor(() => expect(names()).toEqual(first));
    await waitFor(() => expect(root.scrollTop).toBe(120));
    history.forward();
    await expectReturned({ rows: second, focused: all[size + 1] ?? '', top: 260 });
    history.forward();
    await recordShows();
    await waitFor(() => expect(root.scrollTop).toBe(40));
    release();
  });

  test('opened from the bar the list begins at the top, with the focus on its heading', async () => {
    await openConsole(address + page);
    await waitFor(() => expect(names()).toEqual(first));
    root.scrollTop = 260;
    await userEvent.click(link(first[2] ?? ''));
    await recordShows();
    const bar = within(screen.getByRole('navigation', { name: 'Console' }));
    const entry = bar.getAllByRole('link').find((each) => each.getAttribute('href') === address);
    if (entry) await userEvent.click(entry);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
    expect(root.scrollTop).toBe(0);
  });
});

describe('the users list', () => {
  const [users = lists[0]] = lists;
  beforeEach(() => users?.fill());
  const first = (users?.names ?? []).slice(0, 10);

  const openThird = async (address = '/users') => {
    await openConsole(address);
    await waitFor(() => expect(names()).toEqual(first));
    root.scrollTop = 260;
    await userEvent.click(link('Person No3x'));
    await screen.findByLabelText('First Name');
  };

  test.each([true, false])(
    'the Back button of a record restores the list; after a save: %s',
    async (saves) => {
      await openThird();
      if (saves) {
        await userEvent.type(screen.getByLabelText('Last Name'), 'yz');
        await press('Update');
        await expectNotice('User updated successfully');
      }
      const release = holdAnswers('/admin/users');
      await press('Back');
      const name = saves ? 'Person No3xyz' : 'Person No3x';
      const rows = first.map((each) => (each === 'Person No3x' ? name : each));
      await expectReturned({ rows, focused: name, top: 260 });
      release();
    },
  );

  test('past another record Back leads to the list, with the focus on the first one', async () => {
    await openThird('/users?keyword=Person');
    await userEvent.keyboard('{Control>}k{/Control}');
    (await screen.findByRole('combobox', { name: /^Search users/ })).focus();
    await userEvent.keyboard('No7x');
    await screen.findByRole('option', { name: /Person No7x/ });
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Person No7x' });
    await press('Back');
    await expectReturned({ rows: first, focused: 'Person No3x', top: 260 });
    expect(location.search).toBe('?keyword=Person');
  });

  test('the answer moves no row that has the focus, but changes what is in it', async () => {
    await openThird();
    const other = await addUser(db, { first_name: 'New', last_name: 'Comer', created_at: day(0) });
    await db.updateTable('users').set({ phone: '+1 555' }).where('last_name', '=', 'No4x').execute();
    await queryClient.invalidateQueries({ queryKey: ['users', 'list'] });
    await press('Back');
    await waitFor(() => expect(texts('tbody tr:nth-child(4) td:nth-child(5)')).toEqual(['+1 555']));
    expect(names()).toEqual(first);
    expect(document.activeElement).toBe(link('Person No3x'));
    // The focus leaves the rows.
    act(() => screen.getByLabelText('Search by name, email, phone, or order').focus());
    await waitFor(() => expect(names()[0]).toBe('New Comer'));
    expect(names()).toHaveLength(10);
    expect(link('New Comer').getAttribute('href')).toBe(`/users/${other.id}`);
  });

  test('a list that is left before its answer is not asked for again', async () => {
    await openThird();
    await queryClient.invalidateQueries({ queryKey: ['users', 'list'] });
    const asked = () => proxy.requests.filter(({ path }) => path.endsWith('/admin/users')).length;
    const before = asked();
    const release = holdAnswers('/admin/users');
    await press('Back');
    await waitFor(() => expect(asked()).toBe(before + 1));
    await userEvent.click(link('Person No4x'));
    await recordShows();
    release();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(asked()).toBe(before + 1);
  });

  test.each([true, false])('a row that has left the list; rows in the cache: %s', async (isCached) => {
    await openThird('/users?keyword=Person&status=active');
    await press('Suspend');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /Suspend/ }));
    await screen.findByRole('button', { name: 'Restore' });
    if (!isCached) queryClient.removeQueries({ queryKey: ['users', 'list'] });
    await press('Back');
    await waitFor(() => expect(names()).toContain('Person No4x'));
    await waitFor(() => expect(names()).not.toContain('Person No3x'));
    const heading = screen.getByRole('heading', { level: 1, name: 'Users' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });
});

test('from the editor Back leads to the recipe, and from there to its list as it was', async () => {
  for (let index = 12; index >= 1; index -= 1) await addRecipe({ title: `Dish ${index}` });
  await openConsole('/recipes?keyword=Dish&page=2');
  await waitFor(() => expect(names()).toEqual(['Dish 11', 'Dish 12']));
  root.scrollTop = 90;
  await userEvent.click(link('Dish 12'));
  await userEvent.click(await screen.findByRole('link', { name: 'Edit' }));
  const title = await screen.findByLabelText('Title');
  await userEvent.type(title, '!');
  await press('Save');
  await expectNotice('Recipe saved');
  const entries = history.length;
  await press('Back');
  await screen.findByRole('heading', { level: 1, name: 'Dish 12!' });
  expect(document.activeElement).toBe(link('Edit'));
  await press('Back');
  await waitFor(() => expect(names()).toContain('Dish 12!'));
  expect(location.search).toBe('?keyword=Dish&page=2');
  await waitFor(() => expect(document.activeElement).toBe(link('Dish 12!')));
  expect(root.scrollTop).toBe(90);
  expect(history.length).toBe(entries);
});
