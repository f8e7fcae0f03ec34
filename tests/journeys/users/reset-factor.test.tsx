import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { signInWithTotp } from '#tests/setup/api/second-factor.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { cellsOf, deferred, expectNotice, openConsole, signInAsAdministrator } from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';

const { db, api, proxy } = journey;
stubDialogs();

beforeEach(async () => {
  await deleteUsers();
  api.clock.now = new Date(2026, 10, 20, 9, 5);
});

test('a colleague who has lost their second factor gets it reset after a question; others have no such button', async () => {
  const { administrator } = await signInWithTotp(journey, api);
  await addAdministrator(db);
  await signInAsAdministrator();
  const name = `${administrator.first_name} ${administrator.last_name}`;
  await openConsole('/administrators');
  const buttons = await screen.findAllByRole('button', { name: /^Manage/ });
  expect(buttons).toHaveLength(3);
  for (const button of buttons) {
    await userEvent.click(button);
    const isTheirs = button.textContent === `Manage ${name}`;
    expect(screen.queryAllByRole('button', { name: /^Reset second factor/ })).toHaveLength(isTheirs ? 1 : 0);
  }
  const manage = screen.getByRole('button', { name: `Manage ${name}` });
  if (manage.getAttribute('aria-expanded') === 'false') await userEvent.click(manage);
  await userEvent.click(screen.getByRole('button', { name: `Reset second factor ${name}` }));
  const dialog = await screen.findByRole('dialog', { name: `Reset the second factor of ${name}?` });
  expect(dialog.textContent).toContain(administrator.email);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reset second factor' }));
  await expectNotice(`${administrator.email} is signed out, and needs only the password to sign in again.`);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Reset second factor/ })).toBeNull());
  // The button is gone, and the focus is not lost.
  await waitFor(() => expect(document.activeElement).toBe(manage));
  await waitFor(async () =>
    expect((await cellsOf('Administrators')).find(([title]) => title === name)?.[5]).toBe('0'),
  );
});

test('the focus stays where it has gone while the reset was on its way', async () => {
  const { administrator } = await signInWithTotp(journey, api);
  await signInAsAdministrator();
  const name = `${administrator.first_name} ${administrator.last_name}`;
  await openConsole('/administrators');
  await userEvent.click(await screen.findByRole('button', { name: `Manage ${name}` }));
  await userEvent.click(screen.getByRole('button', { name: `Reset second factor ${name}` }));
  const answer = deferred();
  proxy.intercept = ({ url }) =>
    url.endsWith('/reset-factor') ? answer.promise.then(() => undefined) : undefined;
  const dialog = await screen.findByRole('dialog', { name: `Reset the second factor of ${name}?` });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reset second factor' }));
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  await userEvent.click(screen.getByLabelText('First Name'));
  answer.resolve();
  await expectNotice(`${administrator.email} is signed out, and needs only the password to sign in again.`);
  expect(document.activeElement).toBe(screen.getByLabelText('First Name'));
});
