import { cleanup, screen, waitFor, within } from '@testing-library/react';
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
  texts,
} from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';

const { db, proxy } = journey;

beforeAll(stubDialogs);
beforeEach(signInAsAdministrator);

const field = () => screen.findByLabelText<HTMLTextAreaElement>('New note');
const add = () => userEvent.click(screen.getByRole('button', { name: 'Add note' }));
const shown = () => texts('.timeline [data-kind="note"] > p:not(.what)');

async function openUser() {
  const user = await addUser(db);
  await openConsole(`/users/${user.id}`);
  return user;
}

test('a note is stored with its author, the newest one first', async () => {
  const user = await openUser();
  for (const text of ['Called about a refund.', 'Refund was made.\nClosed.']) {
    await userEvent.type(await field(), text);
    await add();
    await waitFor(() => expect(shown()[0]).toBe(text));
    expect((await field()).value).toBe('');
  }
  await expectNotice('Note added');
  expect(shown()).toEqual(['Refund was made.\nClosed.', 'Called about a refund.']);
  const stored = await db.selectFrom('user_notes').where('user_id', '=', user.id).selectAll().execute();
  expect(stored.map(({ text }) => text)).toEqual(['Called about a refund.', 'Refund was made.\nClosed.']);
  const audited = await db.selectFrom('audit_entries').where('user_id', '=', user.id).selectAll().execute();
  expect(audited.map(({ action, changes }) => [action, changes])).toEqual([
    ['note_added', []],
    ['note_added', []],
  ]);
});

test('notes that could not be loaded interrupt no one who is writing one', async () => {
  const answer = Promise.withResolvers<Response>();
  proxy.intercept = ({ url, method }) =>
    method === 'GET' && url.includes('/timeline') ? answer.promise : undefined;
  await openUser();
  const typing = await field();
  await userEvent.type(typing, 'Called back.');
  answer.resolve(Response.json({ message: 'Later.' }, { status: 503 }));
  await screen.findByText('The timeline couldn’t be loaded.');
  expect(document.activeElement).toBe(typing);
  expect(typing.value).toBe('Called back.');
  proxy.intercept = null;
  await add();
  await waitFor(() => expect(shown()).toEqual(['Called back.']));
  expect(screen.queryByText('The timeline couldn’t be loaded.')).toBeNull();
});

test('a failure keeps the text, and so does leaving the screen', async () => {
  await openUser();
  proxy.intercept = async ({ url, method }) =>
    method === 'POST' && url.endsWith('/notes')
      ? Response.json({ message: 'Not now.' }, { status: 503 })
      : undefined;
  await userEvent.type(await field(), 'Wants a family plan.');
  await add();
  await expectAlert('Not now.');
  expect((await field()).value).toBe('Wants a family plan.');
  cleanup();
  reopenConsole();
  expect((await field()).value).toBe('Wants a family plan.');
  proxy.intercept = null;
  await add();
  await waitFor(() => expect(shown()).toEqual(['Wants a family plan.']));
});

test('an empty note is refused beside the field', async () => {
  await openUser();
  await field();
  await add();
  const input = await field();
  expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Note is required',
  );
  expect(document.activeElement).toBe(input);
});

test('a note is deleted after a question, and the focus goes to the heading', async () => {
  await openUser();
  await userEvent.type(await field(), 'Wrong person.');
  await add();
  await waitFor(() => expect(shown()).toEqual(['Wrong person.']));
  const item = within(document.querySelector<HTMLElement>('.timeline [data-kind="note"]') ?? document.body);
  await userEvent.click(item.getByRole('button', { name: 'Delete' }));
  await userEvent.click(within(item.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(shown()).toEqual([]));
  expect(document.activeElement?.textContent).toBe('Timeline');
  await screen.findByText('Note deleted', { selector: '.timeline strong' });
});

test('without the capability there are no notes, and none are asked for', async () => {
  allowAllBut('notes:write');
  const user = await addUser(db, { first_name: 'Plain', last_name: 'Person' });
  await openConsole(`/users/${user.id}`);
  await screen.findByRole('heading', { name: 'Plain Person' });
  await screen.findByText('Nothing has happened yet.');
  expect(screen.queryByLabelText('New note')).toBeNull();
  expect(proxy.requests.some(({ path }) => path.includes('/notes'))).toBe(false);
});
