import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { MailKind } from '#contract/mails.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import {
  allowAllBut,
  axeViolations,
  cellsOf,
  clickTwice,
  deferred,
  expectAlert,
  expectNotice,
  headingsOf,
  openConsole,
  signInAsAdministrator,
} from '../console.tsx';

const { db, proxy, api } = journey;
const TITLE = 'Emails that couldn’t be sent';

beforeEach(async () => {
  await deleteUsers();
  await db.deleteFrom('mails').execute();
  api.clock.now = new Date(2026, 10, 20, 9, 5);
  await signInAsAdministrator();
});

async function addGivenUp(address: string, kind: MailKind = 'password_changed', minute = 0) {
  const given_up_at = new Date(2026, 10, 20, 8, minute);
  await db
    .insertInto('mails')
    .values({
      kind,
      address,
      reason: null,
      created_at: new Date(2026, 10, 19, 8, 0),
      due_at: given_up_at,
      attempts: 9,
      last_error: 'ECONNREFUSED CONN',
      given_up_at,
    })
    .execute();
}

/** Waits until the log says how many rows it shows, or that it has none. */
const rows = () => screen.findByText(/^(Showing|No Record Found)/, { selector: '[role="status"] span' });
const section = () => screen.queryByRole('region', { name: TITLE });
const retry = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }));

test('without any the section is not there', async () => {
  await openConsole('/activity');
  await rows();
  expect(section()).toBeNull();
});

test('each says to whom, what, when, why and how often it was tried; known people are links', async () => {
  const user = await addUser(db, { email: 'ann@example.com' });
  await addGivenUp('nobody@example.com', 'deletion_request', 1);
  await addGivenUp('ann@example.com', 'password_reset', 2);
  await openConsole('/activity');
  await screen.findByRole('region', { name: TITLE });
  expect(headingsOf(TITLE)).toEqual(['Recipient', 'Email', 'Given up', 'Reason', 'Attempts', 'Action']);
  expect(await cellsOf(TITLE)).toEqual([
    [
      'ann@example.com',
      'Password reset link',
      '20/11/2026 08:02',
      'The mail server couldn’t be reached.',
      '9',
      'Retry',
    ],
    [
      'nobody@example.com',
      'Deletion confirmation link',
      '20/11/2026 08:01',
      'The mail server couldn’t be reached.',
      '9',
      'Retry',
    ],
  ]);
  expect(screen.getByRole('link', { name: 'ann@example.com' }).getAttribute('href')).toBe(
    `/users/${user.id}`,
  );
  expect(screen.queryByRole('link', { name: 'nobody@example.com' })).toBeNull();
  expect(await axeViolations()).toEqual([]);
});

test('Retry sends one again: its row leaves, the log says so, and the focus is never lost', async () => {
  await addUser(db, { email: 'ann@example.com' });
  await addGivenUp('ann@example.com', 'password_changed', 2);
  await addGivenUp('bob@example.com', 'password_changed', 1);
  await openConsole('/activity');
  await screen.findByRole('region', { name: TITLE });
  await retry(/^Retry: .* to ann@example.com$/);
  await expectNotice('The email is being sent again.');
  await waitFor(async () => expect(await cellsOf(TITLE)).toHaveLength(1));
  expect(document.activeElement?.textContent).toBe(TITLE);
  expect((await api.waitForMailTo('ann@example.com')).kind).toBe('password_changed');
  const log = within(await screen.findByRole('table', { name: 'Activity' }));
  await log.findByRole('rowheader', { name: 'Email sent again' });
  log.getByText('Password change notice');
  await retry(/^Retry: .* to bob@example.com$/);
  await waitFor(() => expect(section()).toBeNull());
  expect(document.activeElement?.textContent).toBe('Activity');
});

test('a mail is sent again once, however often Retry is pressed', async () => {
  await addGivenUp('ann@example.com');
  const slow = deferred();
  proxy.intercept = async ({ method }) => void (method === 'POST' && (await slow.promise));
  await openConsole('/activity');
  await screen.findByRole('region', { name: TITLE });
  await retry(/^Retry: /);
  await userEvent.click(await screen.findByRole('button', { name: /^Retrying…: / }));
  slow.resolve();
  await waitFor(() => expect(section()).toBeNull());
  expect(proxy.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('two clicks before the next rendering send a mail again once', async () => {
  await addGivenUp('ann@example.com');
  await openConsole('/activity');
  await screen.findByRole('region', { name: TITLE });
  clickTwice(screen.getByRole('button', { name: /^Retry/ }));
  await waitFor(() => expect(section()).toBeNull());
  expect(proxy.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('one that a colleague sent again says so and leaves', async () => {
  await addGivenUp('ann@example.com');
  await openConsole('/activity');
  await screen.findByRole('region', { name: TITLE });
  await db.deleteFrom('mails').execute();
  await retry(/^Retry: /);
  await expectAlert('This email was already sent again, or it was removed.');
  await waitFor(() => expect(section()).toBeNull());
  expect(document.activeElement?.textContent).toBe('Activity');
});

const addMany = async (count: number) => {
  for (let minute = 0; minute < count; minute += 1)
    await addGivenUp(`${minute}@example.com`, undefined, minute);
};
const askedPages = () =>
  new Set(
    proxy.requests
      .filter(({ path }) => path === '/admin/mails-given-up')
      .map(({ query }) => new URLSearchParams(query).get('page')),
  );

test('more than 20 are in pages; the last mail of a page that is sent again leads to the page before', async () => {
  await addMany(21);
  await openConsole('/activity');
  const pages = within(
    await screen.findByRole('navigation', { name: 'Pages of the emails that couldn’t be sent' }),
  );
  pages.getByText('Showing 1 to 20 of 21');
  screen.getByText('They’re deleted 30 days after the last attempt.');
  await userEvent.click(pages.getByRole('button', { name: 'Next' }));
  await pages.findByText('Showing 21 to 21 of 21');
  expect(await cellsOf(TITLE)).toEqual([expect.arrayContaining(['0@example.com'])]);
  expect([...askedPages()]).toEqual(['1', '2']);
  expect(await axeViolations()).toEqual([]);
  await retry(/^Retry: .* to 0@example.com$/);
  await waitFor(async () => expect(await cellsOf(TITLE)).toHaveLength(20));
  expect(document.activeElement?.textContent).toBe(TITLE);
  await waitFor(() => expect(screen.queryByRole('navigation', { name: /^Pages of the emails/ })).toBeNull());
});

test('without the capability no mail is asked for', async () => {
  allowAllBut('mails:retry');
  await addGivenUp('ann@example.com');
  await openConsole('/activity');
  await rows();
  expect(screen.queryByRole('region', { name: TITLE })).toBeNull();
  expect(proxy.requests.filter(({ path }) => path.includes('given-up'))).toEqual([]);
});

test('a failure of the mails leaves the log as it is', async () => {
  proxy.intercept = ({ url }) =>
    url.includes('given-up') ? Response.json({ message: 'Later.' }, { status: 503 }) : undefined;
  await openConsole('/activity');
  await screen.findByText('The failed emails couldn’t be loaded.');
  await rows();
  await addGivenUp('ann@example.com');
  proxy.intercept = null;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('region', { name: TITLE });
});
