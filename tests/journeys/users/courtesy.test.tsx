import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addUser } from '#tests/setup/api/people.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import {
  allowAllBut,
  expectAlert,
  expectNotice,
  openConsole,
  reopenConsole,
  signInAsAdministrator,
} from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';

const { db, proxy } = journey;

beforeAll(stubDialogs);
beforeEach(signInAsAdministrator);

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const shown = (date: string) => date.split('-').reverse().join('/');
const card = async () =>
  within(
    (await screen.findByRole('heading', { name: 'Courtesy access' })).closest('section') ?? document.body,
  );
const dayField = async () => (await card()).findByLabelText<HTMLInputElement>('Until the end of');
const reasonField = async () => (await card()).findByLabelText<HTMLInputElement>('Reason');
const openForm = async () => {
  const open = await (await card()).findByRole('button', { name: /^(Grant|Change)…$/ });
  if (open.getAttribute('aria-expanded') === 'false') await userEvent.click(open);
};
const press = async (name: string) => userEvent.click(await (await card()).findByRole('button', { name }));

async function openUser() {
  const user = await addUser(db);
  await openConsole(`/users/${user.id}`);
  return user;
}

test('access is granted until a day, changed, and revoked after a question', async () => {
  const user = await openUser();
  await (await card()).findByText('None. Access depends on a subscription.');
  await openForm();
  fireEvent.change(await dayField(), { target: { value: shown(day(3)) } });
  await userEvent.type(await reasonField(), 'The store was down.');
  await press('Grant access');
  await expectNotice('Access granted');
  await (await card()).findByText(shown(day(3)));
  expect((await card()).getByText(/granted by/).parentElement?.textContent).toMatch(
    /granted by .*The store was down\./,
  );
  expect((await card()).queryByLabelText('Reason')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Change…');
  await openForm();
  expect([(await dayField()).value, (await reasonField()).value]).toEqual(['', '']);

  fireEvent.change(await dayField(), { target: { value: shown(day(5)) } });
  await userEvent.type(await reasonField(), 'Still down.');
  await press('Change access');
  await (await card()).findByText(shown(day(5)));

  await press('Revoke access');
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke access' }),
  );
  await expectNotice('Access revoked');
  await (await card()).findByText('None. Access depends on a subscription.');
  const left = db
    .selectFrom('courtesy_accesses')
    .where('user_id', '=', user.id)
    .where('revoked_at', 'is', null);
  expect(await left.selectAll().execute()).toEqual([]);
});

test('nothing is sent without a day and a reason, and the first one that is missing gets the focus', async () => {
  await openUser();
  await openForm();
  await press('Grant access');
  await (await card()).findByText('The day is required');
  expect(document.activeElement).toBe(await dayField());
  fireEvent.change(await dayField(), { target: { value: shown(day(200)) } });
  await (await card()).findByText('Choose a day in the next 90 days.');
  fireEvent.change(await dayField(), { target: { value: '31/11/2026' } });
  await (await card()).findByText('There’s no 31/11/2026. Check the day, month, and year.');
  expect((await dayField()).value).toBe('31/11/2026');
  fireEvent.change(await dayField(), { target: { value: shown(day(1)) } });
  await press('Grant access');
  await (await card()).findByText('A reason is required');
  expect(document.activeElement).toBe(await reasonField());
  expect(proxy.requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('what was typed stays when the server refuses', async () => {
  await openUser();
  proxy.intercept = ({ method, url }) =>
    method === 'POST' && url.endsWith('/courtesy-access')
      ? Response.json({ status: 503, message: 'Not now.' }, { status: 503 })
      : undefined;
  await openForm();
  fireEvent.change(await dayField(), { target: { value: shown(day(2)) } });
  await userEvent.type(await reasonField(), 'A long reason.');
  await press('Grant access');
  await expectAlert('Not now.');
  expect([(await dayField()).value, (await reasonField()).value]).toEqual([shown(day(2)), 'A long reason.']);
});

test('what was typed stays through another screen and the end of a session', async () => {
  await openUser();
  await openForm();
  fireEvent.change(await dayField(), { target: { value: shown(day(2)) } });
  await userEvent.type(await reasonField(), 'Half a rea');
  cleanup();
  reopenConsole();
  expect([(await dayField()).value, (await reasonField()).value]).toEqual([shown(day(2)), 'Half a rea']);
});

test('a deleted account has no form', async () => {
  const deleted = await addUser(db, { status: 'deleted' });
  await openConsole(`/users/${deleted.id}`);
  await (await card()).findByText('None. Access depends on a subscription.');
  expect((await card()).queryByRole('button')).toBeNull();
});

test('without the capability nothing of it is asked for', async () => {
  allowAllBut('courtesy:grant');
  const user = await openUser();
  await screen.findByRole('heading', { name: 'Timeline' });
  await waitFor(() => expect(proxy.requests.some(({ path }) => path.includes('/timeline'))).toBe(true));
  expect(screen.queryByRole('heading', { name: 'Courtesy access' })).toBeNull();
  expect(proxy.requests.some(({ path }) => path.includes(`/users/${user.id}/courtesy`))).toBe(false);
});
