import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#console/shell/query-client.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../add-recipe.ts';
import { deferred, openConsole, signInAsAdministrator, texts } from '../console.tsx';
import { addPayment } from '../payments/add-payment.ts';

const { db, proxy } = journey;

beforeEach(signInAsAdministrator);

const asked = (path: string) => proxy.requests.filter((request) => request.path.endsWith(path)).length;

test.each(['hovered', 'focused'])(
  'the data of a %s link is asked for, and not again when it opens',
  async (how) => {
    const user = await addUser(db, { first_name: 'Early', last_name: how });
    await openConsole('/users');
    const link = await screen.findByRole('link', { name: `Early ${how}` });
    if (how === 'hovered') await userEvent.hover(link);
    else link.focus();
    const path = `/admin/users/${user.id}`;
    await waitFor(() => expect(asked(path)).toBe(1));
    await waitFor(() => expect(asked(`/admin/subscriptions/history/${user.id}`)).toBe(1));
    await userEvent.click(link);
    await screen.findByRole('heading', { name: `Early ${how}` });
    expect(asked(path)).toBe(1);
  },
);

describe.each([
  ['Manage Users', '/admin/users', 'Users'],
  ['Manage Recipes', '/admin/recipes', 'Recipes'],
  ['Payment Recovery', '/failed-payments', 'Failed payments'],
])('the list behind "%s", opened while its data is on the way', (name, path, table) => {
  const names = () => texts('tbody th[scope="row"] a');
  const held = () => {
    const { promise, resolve } = deferred();
    proxy.intercept = async (request) => {
      if (new URL(request.url).pathname.endsWith(path)) await promise;
      return undefined;
    };
    return () => {
      proxy.intercept = null;
      resolve();
    };
  };
  /** Hovers the link until its data is asked for, and opens it. */
  const open = async () => {
    const before = asked(path);
    const link = screen.getByRole('link', { name });
    await userEvent.hover(link);
    await waitFor(() => expect(asked(path)).toBe(before + 1));
    await userEvent.click(link);
    await screen.findByRole('table', { name: table });
    return () => expect(asked(path)).toBe(before + 1);
  };
  const fill = async (first: string) => {
    await addUser(db, { first_name: first, last_name: '' });
    await addRecipe({ title: first });
    await addPayment(`${first}@example.com`, 'active', new Date());
  };
  const shown = () => names().map((text) => text?.split('@')[0]?.trim());

  beforeEach(async () => {
    await deleteUsers();
    await db.deleteFrom('recipes').execute();
    await signInAsAdministrator();
    await fill('first');
  });

  test('shows its rows', async () => {
    await openConsole('/account');
    await screen.findByRole('heading', { level: 1, name: 'Your account' });
    const release = held();
    const expectNoOther = await open();
    expect(document.querySelector('tbody tr.skeleton')).toBeTruthy();
    release();
    await waitFor(() => expect(shown()).toContain('first'));
    expectNoOther();
  });

  test('shows the rows of an earlier visit at once, and then the latest ones', async () => {
    await openConsole('/account');
    await userEvent.click(await screen.findByRole('link', { name }));
    await waitFor(() => expect(shown()).toContain('first'));
    history.back();
    await screen.findByRole('heading', { level: 1, name: 'Your account' });
    await fill('second');
    await queryClient.invalidateQueries({ refetchType: 'none' });
    const release = held();
    await open();
    expect(shown()).toContain('first');
    release();
    await waitFor(() => expect(shown()).toEqual(expect.arrayContaining(['first', 'second'])));
  });
});

test('a pointer that only passes asks for nothing', async () => {
  const user = await addUser(db, { first_name: 'Passed', last_name: 'By' });
  await openConsole('/users');
  const link = await screen.findByRole('link', { name: 'Passed By' });
  // Stands for the timer that the console waits for.
  const REST = -1;
  const { setTimeout, clearTimeout } = globalThis;
  let isWaiting = false;
  vi.stubGlobal('setTimeout', (run: () => void, ms: number) => {
    if (ms !== 100) return setTimeout(run, ms);
    isWaiting = true;
    return REST;
  });
  vi.stubGlobal('clearTimeout', (timer: unknown) => {
    if (timer === REST) isWaiting = false;
    else clearTimeout(timer as number);
  });
  await userEvent.hover(link);
  expect(isWaiting).toBe(true);
  await userEvent.unhover(link);
  expect(isWaiting).toBe(false);
  expect(asked(`/admin/users/${user.id}`)).toBe(0);
});
