import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { addUser } from '#tests/setup/api/people.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import { openConsole, signInAsAdministrator } from '../console.tsx';

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

test('a pointer that only passes asks for nothing', async () => {
  const user = await addUser(db, { first_name: 'Passed', last_name: 'By' });
  await openConsole('/users');
  const link = await screen.findByRole('link', { name: 'Passed By' });
  await userEvent.hover(link);
  await userEvent.unhover(link);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(asked(`/admin/users/${user.id}`)).toBe(0);
});
