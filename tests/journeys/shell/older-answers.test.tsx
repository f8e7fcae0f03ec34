import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import { queryClient } from '#console/shell/query-client.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { expectNotice, holdAnswer, openConsole, signInAsAdministrator, texts } from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';
import { press } from '../recipes/editor.ts';

/** An answer that was asked for before a change never shows what was before it. */

const { api, db } = journey;
stubDialogs();

let administrator: Awaited<ReturnType<typeof signInAsAdministrator>>;

beforeEach(async () => {
  api.clock.now = new Date();
  await deleteUsers();
  administrator = await signInAsAdministrator();
});

const settled = () => waitFor(() => expect(queryClient.isFetching()).toBe(0));

async function openUser() {
  const user = await addUser(db);
  await openConsole(`/users/${user.id}`);
  return user;
}

/** Asks again for everything that shows, and keeps the answer to `path` on its way. */
async function askAgain(path: string) {
  await settled();
  const { answered, release } = holdAnswer(path);
  void queryClient.refetchQueries({ type: 'active' });
  await answered;
  return release;
}

test('a note that was added while the timeline loaded is in it', async () => {
  const { answered, release } = holdAnswer('/timeline');
  await openUser();
  await userEvent.type(await screen.findByLabelText('New note'), 'Called back.');
  await answered;
  await press('Add note');
  await expectNotice('Note added');
  release();
  await waitFor(() => expect(texts('.timeline [data-kind="note"] > p:not(.what)')).toEqual(['Called back.']));
});

test('a choice about reminders stays', async () => {
  await openUser();
  await screen.findByRole('button', { name: 'Stop reminders' });
  const release = await askAgain('/reminders');
  await press('Stop reminders');
  await screen.findByRole('button', { name: 'Allow reminders' });
  release();
  await settled();
  screen.getByRole('button', { name: 'Allow reminders' });
});

test('courtesy access that was revoked stays revoked', async () => {
  const user = await addUser(db);
  await db
    .insertInto('courtesy_accesses')
    .values({
      user_id: user.id,
      granted_by: administrator.id,
      reason: 'The store was down.',
      granted_at: new Date(),
      until: new Date(Date.now() + 86_400_000),
    })
    .execute();
  await openConsole(`/users/${user.id}`);
  await screen.findByRole('button', { name: 'Revoke access' });
  const release = await askAgain('/courtesy-access');
  await press('Revoke access');
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke access' }),
  );
  await screen.findByText('None. Access depends on a subscription.');
  release();
  await settled();
  screen.getByText('None. Access depends on a subscription.');
});

test('a device that was signed out stays away, and one that has come meanwhile is shown', async () => {
  const signIn = (day: number) =>
    openSession(db, { userId: administrator.id, rememberMe: true }, new Date(2026, 10, day, 8));
  api.clock.now = new Date(2026, 10, 20, 9, 5);
  await signIn(18);
  await openConsole('/account');
  await screen.findAllByText('18/11/2026 08:00');
  const release = await askAgain('/account');
  await signIn(19);
  await press(/^Sign out on/);
  await screen.findAllByText('19/11/2026 08:00');
  release();
  await settled();
  screen.getAllByText('19/11/2026 08:00');
  expect(screen.queryByText('18/11/2026 08:00')).toBeNull();
});
