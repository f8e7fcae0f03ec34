import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { RetryOutcome } from '#contract/payments/records.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { axeViolations, expectAlert, openConsole, signInAsAdministrator, texts } from '../console.tsx';
import { press } from '../recipes/editor.ts';
import { addPayment } from './add-payment.ts';
import { rowNames } from './rows.ts';

/** The views above the list of failed payments. */

const { db, proxy } = journey;
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
});

async function add(name: string, values: object = {}, state: Parameters<typeof addPayment>[1] = 'active') {
  const payment = await addPayment(`${name}@example.com`, state);
  if (Object.keys(values).length > 0) {
    await db.updateTable('failed_payments').set(values).where('id', '=', payment.id).execute();
  }
  return payment;
}
const checked = (last_outcome: RetryOutcome) => ({
  ...{ last_outcome, last_message: 'Words.', last_checked_at: new Date() },
});

async function addOfEach() {
  await add('new');
  await add('loses', { access_until: inDays(2), deadline_at: inDays(9), deadline_certainty: 'said' });
  await add('waits', { ...checked('still_failing'), deadline_at: inDays(9), deadline_certainty: 'said' });
  await add('refused', checked('not_retryable'));
  await add('paid', { ...checked('recovered'), recovered_at: new Date() });
}

const shows = (expected: string[]) =>
  waitFor(() => expect(rowNames().toSorted()).toEqual(expected.toSorted()));
const views = () => texts('.views a');
const current = () => document.querySelector('.views [aria-current="page"]')?.textContent;
const choose = async (name: RegExp) =>
  userEvent.click(within(screen.getByRole('navigation', { name: 'Views' })).getByRole('link', { name }));
const lists = () =>
  proxy.requests.filter(({ path }) => path.endsWith('/failed-payments')).map(({ query }) => query);

test('the list opens with what can be checked, and each view has its rows and its count', async () => {
  await addOfEach();
  await openConsole('/payment-recovery');
  await shows(['new', 'loses']);
  expect(views()).toEqual([
    'To check 2',
    'Waiting on the store 1',
    'Losing access this week 1',
    'Can’t be recovered 1',
    'Recovered 1',
    'All 4',
  ]);
  expect(current()).toBe('To check 2');
  expect(location.search).toBe('');
  for (const button of screen.getAllByRole('button', { name: /^Retry payment/ })) {
    expect(button.getAttribute('aria-disabled')).toBeNull();
  }
  expect(await axeViolations()).toEqual([]);
  for (const [name, address, rows] of [
    [/^Waiting/, 'waiting', ['waits']],
    [/^Losing/, 'losing_access', ['loses']],
    [/^Can’t/, 'unrecoverable', ['refused']],
    [/^Recovered/, 'recovered', ['paid']],
    [/^All/, 'all', ['new', 'loses', 'waits', 'refused']],
    [/^To check/, 'to_check', ['new', 'loses']],
  ] as const) {
    await choose(name);
    await shows([...rows]);
    expect(location.search).toBe(`?view=${address}`);
    expect(current()).toMatch(name);
  }
});

test('with nothing to check every failed payment is listed', async () => {
  await add('waits', { ...checked('still_failing'), deadline_at: inDays(9), deadline_certainty: 'said' });
  await openConsole('/payment-recovery');
  await shows(['waits']);
  expect(current()).toBe('All 1');
  expect(location.search).toBe('');
});

test('the last retry of the view changes no rows, and its counts follow', async () => {
  await add('held', {}, 'on_hold');
  await add('refused', checked('not_retryable'));
  await openConsole('/payment-recovery');
  await shows(['held']);
  await press('Retry payment for held@example.com');
  await screen.findByText('Not paid yet');
  await waitFor(() => expect(views()[0]).toBe('To check 0'));
  expect(views()[1]).toBe('Waiting on the store 1');
  // The pointer is on the row still.
  expect(rowNames()).toEqual(['held']);
  expect(current()).toBe('To check 0');
});

test('a recovery leaves every view but one', async () => {
  await add('paid');
  await add('other');
  await openConsole('/payment-recovery');
  await shows(['paid', 'other']);
  await press('Retry payment for paid@example.com');
  await expectAlert('Payment recovered successfully!');
  await shows(['other']);
  await waitFor(() =>
    expect([views()[0], views()[4], views()[5]]).toEqual(['To check 1', 'Recovered 1', 'All 1']),
  );
});

test('a search looks in all, counts each view, and stays when another view is chosen', async () => {
  await addOfEach();
  await openConsole('/payment-recovery');
  await shows(['new', 'loses']);
  await userEvent.type(screen.getByRole('searchbox'), 'refused');
  await shows(['refused']);
  expect(location.search).toBe('?keyword=refused');
  expect(current()).toBe('All 1');
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.type(screen.getByRole('searchbox'), 'paid');
  await screen.findByText('No Record Found', { selector: '.empty p' });
  // The hit is in another view, which says so.
  await waitFor(() => expect(views()[4]).toBe('Recovered 1'));
  await choose(/^Recovered/);
  await shows(['paid']);
  expect(location.search).toBe('?keyword=paid&view=recovered');
});

test('a search stays in the view that was chosen', async () => {
  await addOfEach();
  await openConsole('/payment-recovery?view=unrecoverable');
  await shows(['refused']);
  await userEvent.type(screen.getByRole('searchbox'), 'waits');
  await screen.findByText('No Record Found', { selector: '.empty p' });
  expect(current()).toBe('Can’t be recovered 0');
  expect(views()[1]).toBe('Waiting on the store 1');
});

test('a filter that is chosen stays in the view', async () => {
  await addOfEach();
  await openConsole('/payment-recovery');
  await shows(['new', 'loses']);
  await press('Filters');
  const field = await screen.findByLabelText<HTMLSelectElement>('Access now');
  await userEvent.selectOptions(field, await within(field).findByRole('option', { name: /^Has access/ }));
  await shows(['loses']);
  expect(location.search).toBe('?view=to_check&access=yes');
  await choose(/^All/);
  expect(location.search).toBe('?view=all&access=yes');
});

test.each([
  ['?state=recovered', ['paid'], /^Recovered/, 'Recovered'],
  ['?state=not_retryable', ['refused'], /^All/, 'Can’t be recovered'],
  ['?state=unchecked', ['new', 'loses'], /^All/, 'Not checked yet'],
  ['?platform=android', ['new', 'loses', 'waits', 'refused'], /^All/, 'Android'],
])('the address of before %s shows the same rows', async (search, rows, view, chip) => {
  await addOfEach();
  await openConsole(`/payment-recovery${search}`);
  await shows(rows);
  expect(current()).toMatch(view);
  screen.getByRole('button', { name: new RegExp(`^Remove the filter .*${chip}`) });
});

test('an empty view says what it would hold', async () => {
  await add('new');
  await openConsole('/payment-recovery?view=waiting');
  await screen.findByText('No store is trying to collect a payment that you have checked.');
  await choose(/^Recovered/);
  await screen.findByText('No payment has been recovered yet.');
});

test('one call brings the rows with the counts', async () => {
  await addOfEach();
  await openConsole('/payment-recovery');
  await shows(['new', 'loses']);
  expect(lists()).toEqual(['?view=to_check']);
});
