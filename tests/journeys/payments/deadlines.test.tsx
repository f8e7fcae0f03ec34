import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { axeViolations, headingsOf, openConsole, signInAsAdministrator, texts } from '../console.tsx';
import { press } from '../recipes/editor.ts';
import { addPayment } from './add-payment.ts';
import { openDetails, rowNames } from './rows.ts';

const { db } = journey;
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const dayOf = (date: Date) => new Intl.DateTimeFormat('en-GB').format(date);

beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
});

async function choose(label: string, option: string) {
  const field = await screen.findByLabelText<HTMLSelectElement>(label);
  await userEvent.selectOptions(field, await within(field).findByRole('option', { name: option }));
}

async function add(name: string, fromStore: Parameters<typeof tell>[1] = {}) {
  const payment = await addPayment(`${name}@example.com`, 'active');
  await tell(payment.id, fromStore);
  return payment;
}

async function tell(
  id: number,
  fromStore: {
    deadline_at?: Date;
    deadline_certainty?: 'said' | 'at_least' | 'computed';
    access_until?: Date;
  },
) {
  await db
    .updateTable('failed_payments')
    .set({ created_at: new Date(2026, 5, 7, 12), ...fromStore })
    .where('id', '=', id)
    .execute();
}

async function addFour() {
  const user = await add('said', {
    deadline_at: inDays(9),
    deadline_certainty: 'said',
    access_until: inDays(9),
  });
  await add('least', { deadline_at: inDays(3), deadline_certainty: 'at_least', access_until: inDays(3) });
  await add('computed', { deadline_at: inDays(40), deadline_certainty: 'computed' });
  await add('never');
  return user;
}

const shows = (expected: string[]) => waitFor(() => expect(rowNames()).toEqual(expected));
const deadlines = () => texts('td.deadline');

test('the list sorts by the deadline, and says how many days are left and whether there is access', async () => {
  await addFour();
  await openConsole('/payment-recovery');
  await shows(['never', 'computed', 'least', 'said']);
  const head = screen.getByRole('columnheader', { name: 'Deadline' });
  expect(head.getAttribute('aria-sort')).toBe('none');
  await press('Deadline');
  await shows(['least', 'said', 'computed', 'never']);
  expect(location.search).toBe('?sort=deadline');
  expect(head.getAttribute('aria-sort')).toBe('ascending');
  expect(deadlines()).toEqual([
    '3 days leftHas access',
    '9 days leftHas access',
    '40 days leftNo access',
    '–',
  ]);
  const dates = [...document.querySelectorAll<HTMLElement>('td.deadline [title]')].map(({ title }) => title);
  expect(dates).toEqual([
    `At least until ${dayOf(inDays(3))}`,
    `Until ${dayOf(inDays(9))}`,
    `By ${dayOf(inDays(40))} at the latest`,
  ]);
  expect(await axeViolations()).toEqual([]);
  await press('Deadline');
  await shows(['never', 'computed', 'said', 'least']);
  expect(location.search).toBe('?sort=deadline&order=desc');
  expect(head.getAttribute('aria-sort')).toBe('descending');
});

test('the order of an address is that of the rows, and the details have the date in words', async () => {
  await addFour();
  await openConsole('/payment-recovery?sort=deadline');
  await shows(['least', 'said', 'computed', 'never']);
  const { details } = await openDetails('computed@example.com');
  expect(details.getByText('Store gives up').parentElement?.textContent).toContain(
    `40 days left By ${dayOf(inDays(40))} at the latest`,
  );
  details.getByText('No access');
});

test('a check shows the new deadline at once, also on the page of the user', async () => {
  const { user } = await addPayment('ada@example.com', 'in_grace_period');
  await openConsole(`/users/${user.id}`);
  await screen.findByRole('button', { name: /^Retry payment for monthly/ });
  expect(deadlines()).toEqual(['–']);
  await press(/^Retry payment for monthly/);
  // A sandbox purchase has a day.
  await waitFor(() =>
    expect(deadlines()).toEqual([expect.stringMatching(/^(1 day left|Ends today)Has access$/)]),
  );
});

test('recovered payments have no deadline', async () => {
  const { id } = await add('ada');
  await db
    .updateTable('failed_payments')
    .set({ recovered_at: new Date(), recovered_alone: true, last_outcome: 'recovered' })
    .where('id', '=', id)
    .execute();
  await openConsole('/payment-recovery?state=recovered');
  await screen.findByText('1 recovered payment');
  expect(headingsOf('Failed payments')).not.toContain('Deadline');
  expect(texts('tbody td:last-child')).toEqual([expect.stringMatching(/ by the store$/)]);
});

test('narrow tables, without the column, choose the order among the filters', async () => {
  await addFour();
  await openConsole('/payment-recovery');
  await shows(['never', 'computed', 'least', 'said']);
  await press('Filters');
  const field = await screen.findByLabelText<HTMLSelectElement>('Sort by');
  await userEvent.selectOptions(field, 'Deadline, soonest first');
  await shows(['least', 'said', 'computed', 'never']);
  expect(location.search).toBe('?view=to_check&sort=deadline');
  await userEvent.selectOptions(field, 'Deadline, latest first');
  await shows(['never', 'computed', 'said', 'least']);
  expect(location.search).toBe('?view=to_check&sort=deadline&order=desc');
  expect(field.value).toBe('deadline desc');
  await userEvent.selectOptions(field, 'Newest first');
  await shows(['never', 'computed', 'least', 'said']);
  expect(location.search).toBe('?view=to_check');
  expect(await axeViolations()).toEqual([]);
});

test('the list is filtered by what ends soon and by the access of now', async () => {
  await addFour();
  await openConsole('/payment-recovery');
  await shows(['never', 'computed', 'least', 'said']);
  await press('Filters');
  await choose('Store gives up', 'Within 7 days (1)');
  await shows(['least']);
  expect(location.search).toBe('?view=to_check&deadline=week');
  await press('Remove the filter Store gives up: Within 7 days');
  await shows(['never', 'computed', 'least', 'said']);
  await choose('Access now', 'Has access (2)');
  await shows(['least', 'said']);
  expect(location.search).toBe('?view=to_check&access=yes');
  await choose('Access now', 'By courtesy (0)');
  await shows([]);
  expect(await axeViolations()).toEqual([]);
});
