import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import {
  allowAllBut,
  axeViolations,
  cellsOf,
  clickTwice,
  expectAlert,
  expectNotice,
  headingsOf,
  openConsole,
  signInAs,
  signInAsAdministrator,
  texts,
} from '../console.tsx';
import { addRequest } from './add-refund-request.ts';

/** Refunds and chargebacks that a store asks about. */

const { db, api, proxy } = journey;
const ADDRESS = '/payment-recovery/refunds';
const MINUTE_MS = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);

beforeEach(async () => {
  api.clock.now = new Date();
  await db.deleteFrom('refund_requests').execute();
  await db.updateTable('refund_rules').set({ rule: 'no_preference' }).execute();
  await deleteUsers();
  await signInAsAdministrator();
});

/** One of each state, named by it. */
async function addOfEach() {
  const answered = { preference: 'decline', answered_at: inMinutes(-20), answer: '{}' } as const;
  await addRequest('Later', { answer_due_at: inMinutes(700) });
  await addRequest('Soon', { answer_due_at: inMinutes(90), platform: 'ios' });
  await addRequest('Answered', { ...answered, by_rule: true, sent_at: inMinutes(-10) });
  await addRequest('Missed', { answer_due_at: inMinutes(-5) });
  await addRequest('Granted', {
    ...answered,
    sent_at: inMinutes(-9),
    outcome: 'granted',
    outcome_at: inMinutes(-1),
  });
}

const names = () => texts('tbody th.address .opener > bdi');
const shows = (expected: string[]) =>
  waitFor(() => expect(names()).toEqual(expected.map((name) => `${name} Doe`)));
const words = () => texts('tbody td.check .badge');
const views = () => texts('.views a');
const choose = (name: RegExp) =>
  userEvent.click(within(screen.getByRole('navigation', { name: 'Views' })).getByRole('link', { name }));

async function openDetails(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: `${name} Doe: refund request` }));
  return within(await screen.findByRole('dialog'));
}
const wordsOfDetails = () => document.querySelector('.drawer')?.textContent?.replaceAll(/\s+/g, ' ') ?? '';

test('the one that ends first comes first, and each view has its rows and its count', async () => {
  await addOfEach();
  await openConsole(ADDRESS);
  await shows(['Soon', 'Later']);
  expect(views()).toEqual(['Open 2', 'Waiting for the store 2', 'Decided 1', 'All 5']);
  expect(words()).toEqual(['Open', 'Open']);
  expect(texts('tbody td.deadline .lines > span')).toEqual([
    expect.stringMatching(/^1 h (29|30) min left$/),
    expect.stringMatching(/^11 h (39|40) min left$/),
  ]);
  expect(headingsOf('Refund requests')).toContain('Time left (computed)');
  expect(document.querySelectorAll('tbody [data-urgent]').length).toBeGreaterThan(0);
  expect(await axeViolations()).toEqual([]);
  await choose(/^Waiting/);
  await waitFor(() => expect(words().toSorted()).toEqual(['Answered by rule', 'Too late']));
  expect(location.search).toBe('?view=waiting');
  await choose(/^Decided/);
  await shows(['Granted']);
  expect(words()).toEqual(['Refunded']);
  await choose(/^Open/);
  await shows(['Soon', 'Later']);
  expect(location.search).toBe('');
});

test('the list is one of a store, if that is chosen', async () => {
  await addOfEach();
  await openConsole(ADDRESS);
  await shows(['Soon', 'Later']);
  await userEvent.selectOptions(screen.getByLabelText('Store'), 'Google Play');
  await shows(['Later']);
  expect(location.search).toBe('?platform=android');
  await waitFor(() => expect(views()[0]).toBe('Open 1'));
});

test('the details say what is known, what the rule does, and what the store was told', async () => {
  const { order } = await addRequest('Ada', {}, { earlierCharges: 2 });
  await openConsole(ADDRESS);
  const details = await openDetails('Ada');
  const said = wordsOfDetails();
  for (const text of [
    '$9.99',
    'Chargeback',
    'We compute the end: Google doesn’t tell us.',
    '10 of 30 days used',
    'A free trial came before',
    '2 other charges, no refunds, no courtesy accesses, no other refund requests.',
    'we tell Google that we have no preference, with the facts. An answer before that wins.',
    'Only the first answer counts',
  ]) {
    expect(said).toContain(text);
  }
  expect(await axeViolations()).toEqual([]);
  const user = userEvent.setup();
  await user.click(details.getByRole('button', { name: /^Copy/ }));
  await expectNotice('Order number copied');
  expect(await navigator.clipboard.readText()).toBe(order);
});

test('an answer is sent once, and the row and the details say it', async () => {
  const { id } = await addRequest('Ada', { platform: 'ios' });
  await addRequest('Bob');
  await openConsole(ADDRESS);
  const details = await openDetails('Ada');
  const send = details.getByRole('button', { name: 'Send answer' });
  await userEvent.click(send);
  details.getByText('Choose an answer.');
  expect(proxy.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  await userEvent.click(details.getByRole('radio', { name: 'Grant the unused part' }));
  clickTwice(send);
  await details.findByText('Our answer');
  expect(wordsOfDetails()).toContain('Grant the unused part');
  expect(details.queryByRole('button', { name: 'Send answer' })).toBeNull();
  // The focus is not lost with the form.
  expect(document.activeElement).toBe(details.getByRole('heading', { level: 2 }));
  expect(proxy.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  const row = await db
    .selectFrom('refund_requests')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ preference: 'grant_prorated', by_rule: false });
  await waitFor(() => expect(words()).toContain('Being sent'));
});

test('a refusal says why, and the choice stays until the request has changed', async () => {
  await addRequest('Ada');
  await openConsole(ADDRESS);
  const details = await openDetails('Ada');
  proxy.intercept = ({ url }) =>
    url.endsWith('/answer') ? Response.json({ message: 'Not you.' }, { status: 403 }) : undefined;
  await userEvent.click(details.getByRole('radio', { name: 'Refuse the refund' }));
  await userEvent.click(details.getByRole('button', { name: 'Send answer' }));
  await expectAlert('Not you.');
  details.getByText('Not you.');
  expect(details.getByRole<HTMLInputElement>('radio', { name: 'Refuse the refund' }).checked).toBe(true);
  proxy.intercept = null;

  await db
    .updateTable('refund_requests')
    .set({ preference: 'grant', answered_at: new Date(), by_rule: true, answer: '{}' })
    .execute();
  await userEvent.click(details.getByRole('button', { name: 'Send answer' }));
  await expectAlert('This request was answered by the rule. Only the first answer counts.');
  await details.findByText('Our answer');
  expect(details.queryByRole('radio')).toBeNull();
});

test('Google grants all or nothing, and the keys of radio buttons stay theirs', async () => {
  await addRequest('Ada');
  await addRequest('Bob', { answer_due_at: inMinutes(700) });
  await openConsole(ADDRESS);
  const details = await openDetails('Ada');
  expect(details.getAllByRole('radio')).toHaveLength(3);
  await userEvent.click(details.getByRole('radio', { name: 'Refuse the refund' }));
  await userEvent.keyboard('{ArrowDown}');
  details.getByRole('heading', { name: 'Ada Doe' });
  await userEvent.keyboard('j');
  details.getByRole('heading', { name: 'Bob Doe' });
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement?.textContent).toContain('Bob Doe');
});

test('without the customer’s consent nothing is sent to Apple, and it says so', async () => {
  await addRequest('Ada', { platform: 'ios' }, { hasConsent: false });
  await openConsole(ADDRESS);
  await shows(['Ada']);
  expect(words()).toEqual(['Can’t be answered']);
  expect(texts('tbody td.check small')).toEqual(['No consent']);
  const details = await openDetails('Ada');
  expect(wordsOfDetails()).toContain('Nothing is sent, and Apple decides without us.');
  expect(details.queryByRole('button', { name: 'Send answer' })).toBeNull();
});

test('an owner sets the rule of a store, and the open details follow', async () => {
  await addRequest('Ada');
  await openConsole(ADDRESS);
  await shows(['Ada']);
  const form = within(screen.getByRole('form', { name: 'Rule for Google Play' }));
  await userEvent.selectOptions(form.getByRole('combobox'), 'Don’t answer');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('Google gives 24 hours. If no one answers, Google decides without us.');
  expect(await db.selectFrom('refund_rules').selectAll().orderBy('platform').execute()).toEqual([
    { platform: 'android', rule: 'no_answer' },
    { platform: 'ios', rule: 'no_preference' },
  ]);
  await openDetails('Ada');
  expect(wordsOfDetails()).toContain('If no one answers, nothing is sent, and Google decides without us.');
});

test('an analyst sees the list, the rules and the figures, but no names and no answers', async () => {
  await signInAs('analyst');
  const { user } = await addRequest('Ada');
  await openConsole(ADDRESS);
  await screen.findByRole('link', { name: `User ${user.id}` });
  expect(document.body.textContent).not.toContain('Ada');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await screen.findByText(/^Google gives 24 hours\. Three hours before they end/);
  await userEvent.click(screen.getByRole('button', { name: /^monthly: refund request$/ }));
  const details = within(await screen.findByRole('dialog'));
  expect(details.queryByRole('radio')).toBeNull();
  expect(await axeViolations()).toEqual([]);
});

test('the dashboard counts what is to be answered, and every screen warns of what ends soon', async () => {
  await addRequest('Ada', { answer_due_at: inMinutes(90) });
  await addRequest('Bob');
  const { unmount } = await openConsole('/');
  const figure = await screen.findByRole('link', { name: 'Refund requests to answer' });
  expect(figure.closest('div')?.querySelector('dd')?.textContent).toBe('2');
  await screen.findByText('A refund request ends in less than two hours.');
  unmount();
  await openConsole('/users');
  const warning = within(await screen.findByRole('complementary', { name: 'Warning' }));
  await userEvent.click(await warning.findByRole('link', { name: 'Open refund requests' }));
  expect(location.pathname).toBe(ADDRESS);
  await shows(['Ada', 'Bob']);
  expect(texts('.tabs [aria-current]')).toEqual(['Refund requests']);
  expect(screen.getByRole('link', { name: 'Payment Recovery' }).getAttribute('aria-current')).toBe('page');
});

test('without the capability nothing of it is counted or warned of', async () => {
  allowAllBut('refunds:read', 'refunds:answer', 'refunds:rules');
  await addRequest('Ada', { answer_due_at: inMinutes(90) });
  await openConsole('/payment-recovery/figures');
  await screen.findByRole('heading', { name: 'Recovery figures' });
  expect(screen.queryByRole('complementary', { name: 'Warning' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Refund requests' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Refund requests' })).toBeNull();
  expect(proxy.requests.filter(({ path }) => path.includes('refund'))).toEqual([]);
});

test('the figures are by store, plan and reason', async () => {
  await addOfEach();
  await openConsole('/payment-recovery/figures');
  const card = within(await screen.findByRole('region', { name: 'Refund requests' }));
  await card.findByText('2 answered in time');
  expect(await cellsOf('Refund requests by store')).toEqual([
    ['Android', '4', '2 50.0%', '1', '0', '$0.00'],
    ['iOS', '1', '0 0.0%', '0', '0', '$0.00'],
  ]);
  expect(await cellsOf('Refund requests by plan')).toEqual([['Monthly', '5', '2 40.0%', '1', '0', '$0.00']]);
  expect((await cellsOf('Refund requests by reason')).map(([reason, count]) => [reason, count])).toEqual([
    ['Chargeback', '4'],
    ['Legal reasons', '1'],
  ]);
});

test('a list that fails says so, with Retry', async () => {
  await addRequest('Ada');
  proxy.intercept = ({ url }) =>
    url.includes('/refund-requests') ? Response.json({ message: 'Broken.' }, { status: 500 }) : undefined;
  await openConsole(ADDRESS);
  await screen.findByText('The refund requests couldn’t be loaded.', { selector: '.failed p' });
  proxy.intercept = null;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await shows(['Ada']);
});

test('nothing to answer is said', async () => {
  await openConsole(ADDRESS);
  await screen.findByText('No store is waiting for an answer. New refund requests come here.');
});
