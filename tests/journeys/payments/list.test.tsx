import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { RetryOutcome } from '#contract/payments/records.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { axeViolations, cellsOf, headingsOf, openConsole, signInAsAdministrator } from '../console.tsx';
import { button, press } from '../recipes/editor.ts';
import { addPayment } from './add-payment.ts';
import { rowNames } from './rows.ts';

const { db, proxy } = journey;
const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
});

async function add(name: string, hours: number, outcome?: RetryOutcome) {
  const payment = await addPayment(`${name}@example.com`, 'active', ago(hours));
  if (outcome) {
    const last = { last_outcome: outcome, last_message: 'Words.', last_checked_at: ago(hours / 2) };
    const recovered_at = outcome === 'recovered' ? ago(hours / 2) : null;
    await db
      .updateTable('failed_payments')
      .set({ ...last, recovered_at })
      .where('id', '=', payment.id)
      .execute();
  }
  return payment;
}

async function addFour() {
  const carl = await add('carl', 1);
  await add('bea', 30, 'still_failing');
  await add('ann', 24 * 40, 'not_retryable');
  await add('emil', 24 * 3, 'recovered');
  return carl;
}

const shows = (expected: string[]) => waitFor(() => expect(rowNames()).toEqual(expected));
const queries = () =>
  proxy.requests.filter(({ path }) => path.endsWith('/failed-payments')).map(({ query }) => query);
const choose = async (label: string, option: RegExp) => {
  const select = await screen.findByLabelText<HTMLSelectElement>(label);
  await userEvent.selectOptions(select, await within(select).findByRole('option', { name: option }));
};

test('each email leads to its user', async () => {
  const { user } = await addFour();
  await openConsole('/payment-recovery');
  const link = await screen.findByRole('link', { name: 'carl@example.com' });
  expect(link.getAttribute('href')).toBe(`/users/${user.id}`);
  await userEvent.click(link);
  await screen.findByRole('heading', { name: 'User Detail' });
});

test.each([
  ['Platform', /^Android \(3\)$/, 'platform=android', ['carl', 'bea', 'ann'], 'Platform: Android'],
  ['Platform', /^iOS \(0\)$/, 'platform=ios', [], 'Platform: iOS'],
  ['Failed', /^Last 24 hours \(1\)$/, 'age=day', ['carl'], 'Failed: Last 24 hours'],
  ['Failed', /^Last 7 days \(2\)$/, 'age=week', ['carl', 'bea'], 'Failed: Last 7 days'],
  ['Failed', /^Last 30 days \(2\)$/, 'age=month', ['carl', 'bea'], 'Failed: Last 30 days'],
  ['Failed', /^Older than 30 days \(1\)$/, 'age=older', ['ann'], 'Failed: Older than 30 days'],
])('%s %s filters the rows, and is in the address', async (label, option, address, found, chip) => {
  await addFour();
  await openConsole('/payment-recovery?view=all');
  await shows(['carl', 'bea', 'ann']);
  await press('Filters');
  await choose(label, option);
  await shows(found);
  expect(location.search).toBe(`?view=all&${address}`);
  expect(queries()).toEqual(['?view=all', `?view=all&${address}`]);
  expect(button(new RegExp(`^Remove the filter ${chip}`))).toBeTruthy();
  expect(await axeViolations()).toEqual([]);
});

test('an age with more payments than are counted says so', async () => {
  proxy.intercept = ({ url }) =>
    url.endsWith('/failed-payment-values')
      ? Response.json({
          data: {
            states: { unchecked: 1, still_failing: 0, not_retryable: 0, store_unreachable: 0, recovered: 0 },
            platforms: { ios: 0, android: 10_000 },
            ages: { day: 1, week: 10_000, month: 10_000, older: 0 },
            months: [],
          },
        })
      : undefined;
  await openConsole('/payment-recovery');
  await press('Filters');
  expect(await screen.findByRole('option', { name: 'Last 7 days (10,000+)' })).toBeTruthy();
  expect(screen.getByRole('option', { name: 'Android (10,000)' })).toBeTruthy();
});

test('a search is sent after a pause, and both search and filters are cleared where nothing is found', async () => {
  await addFour();
  await openConsole('/payment-recovery?view=all');
  const box = await screen.findByRole('searchbox', { name: 'Search by email, name, product or ID' });
  await shows(['carl', 'bea', 'ann']);
  await userEvent.type(box, 'BEA');
  await shows(['bea']);
  expect(location.search).toBe('?keyword=BEA&view=all');
  await press('Filters');
  await choose('Platform', /^iOS/);
  await screen.findByText('No Record Found', { selector: '.empty p' });
  await press('Clear filters');
  expect(document.activeElement).toBe(button('Filters'));
  await shows(['bea']);
  await userEvent.type(box, 'x');
  await screen.findByText('No Record Found', { selector: '.empty p' });
  await press('Clear search');
  expect(document.activeElement).toBe(box);
  await shows(['carl', 'bea', 'ann']);
  expect(location.search).toBe('?view=all');
});

test('without a payment there is nothing to recover, whatever the order', async () => {
  await openConsole('/payment-recovery?sort=email');
  await screen.findByText(/^Nothing to recover/);
  expect(screen.queryByText('No Record Found', { selector: '.empty p' })).toBeNull();
});

test.each([
  ['Email', 'email', ['ann', 'bea', 'carl']],
  ['Date', 'created', ['ann', 'bea', 'carl']],
])('%s sorts ascending, then descending, then not', async (title, key, ascending) => {
  await addFour();
  await openConsole('/payment-recovery?view=all');
  await shows(['carl', 'bea', 'ann']);
  const head = screen.getByRole('columnheader', { name: title });
  expect(head.getAttribute('aria-sort')).toBe('none');
  await press(title);
  await shows(ascending);
  expect(location.search).toBe(`?view=all&sort=${key}`);
  expect(head.getAttribute('aria-sort')).toBe('ascending');
  await press(title);
  await shows([...ascending].reverse());
  expect(location.search).toBe(`?view=all&sort=${key}&order=desc`);
  await press(title);
  expect(location.search).toBe('?view=all');
});

test('the last check sorts, and those without one count as the oldest', async () => {
  await addFour();
  await openConsole('/payment-recovery?view=all');
  await shows(['carl', 'bea', 'ann']);
  await press('Last check');
  await shows(['carl', 'ann', 'bea']);
  expect(location.search).toBe('?view=all&sort=checked');
  await press('Last check');
  await shows(['bea', 'ann', 'carl']);
});

test('the size of the page is in the address', async () => {
  for (let index = 1; index <= 21; index += 1) await add(`n${index}`, index);
  await openConsole('/payment-recovery');
  await screen.findByText('Showing 1 to 21 of 21');
  const size = screen.getByLabelText<HTMLSelectElement>('Rows per page');
  expect([...size.options].map(({ value }) => value)).toEqual(['20', '50', '100']);
  expect(size.value).toBe('100');
  await userEvent.selectOptions(size, '20');
  await screen.findByText('Showing 1 to 20 of 21');
  await press('Next');
  await screen.findByText('Showing 21 to 21 of 21');
  expect(location.search).toBe('?page=2&pageSize=20');
  expect(queries()).toEqual([
    '?view=to_check',
    '?pageSize=20&view=to_check',
    '?page=2&pageSize=20&view=to_check',
  ]);
});

test('the filters offer the months of recoveries', async () => {
  await addFour();
  const month = ago(36).toISOString().slice(0, 7);
  await openConsole('/payment-recovery?view=recovered');
  await shows(['emil']);
  await press('Filters');
  await choose('Recovered in', new RegExp(`^${month} \\(1\\)$`));
  await shows(['emil']);
  expect(location.search).toBe(`?view=recovered&recovered=${month}`);
  await screen.findByText('1 recovered payment');
  expect(headingsOf('Failed payments').at(-1)).toBe('Recovered');
  expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
});

test('recovered payments say when and by whom, and have no Retry', async () => {
  await addFour();
  await openConsole('/payment-recovery?state=recovered');
  await screen.findByText('1 recovered payment');
  expect(headingsOf('Failed payments').at(-1)).toBe('Recovered');
  expect((await cellsOf('Failed payments'))[0]?.at(-1)).toMatch(
    /^\d\d\/\d\d\/\d{4} \d\d:\d\d by A former administrator$/,
  );
  expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
});

test('invalid values in the address are ignored', async () => {
  await addFour();
  await openConsole(
    '/payment-recovery?view=x&state=eaten&platform=web&age=year&sort=taste&retry=-1&pageSize=7',
  );
  await shows(['carl']);
  expect(queries()).toEqual(['?view=to_check']);
});
