import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import {
  allowOnly,
  axeViolations,
  expectAlert,
  openConsole,
  signInAsAdministrator,
  texts,
} from '../console.tsx';
import { press } from '../recipes/editor.ts';
import { addPayment } from './add-payment.ts';
import { findOpener, openDetails, rowNames } from './rows.ts';

/** The details of a payment beside its list. */

const { db, proxy } = journey;
const DAY_MS = 86_400_000;

beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
});

async function openThree(state: Parameters<typeof addPayment>[1] = 'on_hold') {
  for (const [index, name] of ['c', 'b', 'a'].entries()) {
    await addPayment(`${name}@example.com`, state, new Date(2026, 5, 7 + index, 12));
  }
  await openConsole('/payment-recovery');
  await waitFor(() => expect(rowNames()).toEqual(['a', 'b', 'c']));
}

const dialog = () => screen.queryByRole('dialog');
const place = () => dialog()?.querySelector('.place')?.lastChild?.textContent;
const shown = () => texts('.drawer .whose-payment')[0];
const opener = (name: string) => findOpener(`${name}@example.com`);

test('Enter opens the details, J, K and the arrows walk through the rows, and Escape gives the focus back', async () => {
  await openThree();
  (await opener('a')).focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('dialog');
  expect([shown(), place()]).toEqual(['a@example.com', '1 of 3']);
  expect(dialog()?.contains(document.activeElement)).toBe(true);
  expect((await opener('a')).getAttribute('aria-expanded')).toBe('true');
  expect(await axeViolations()).toEqual([]);
  await userEvent.keyboard('j');
  expect([shown(), place()]).toEqual(['b@example.com', '2 of 3']);
  await userEvent.keyboard('{ArrowDown}');
  expect([shown(), place()]).toEqual(['c@example.com', '3 of 3']);
  // It is the last one.
  await userEvent.keyboard('J');
  expect(shown()).toBe('c@example.com');
  await userEvent.keyboard('k');
  await userEvent.keyboard('{ArrowUp}');
  await userEvent.keyboard('k');
  expect([shown(), place()]).toEqual(['a@example.com', '1 of 3']);
  await userEvent.keyboard('j');
  await userEvent.keyboard('{Escape}');
  expect(dialog()).toBeNull();
  expect(document.activeElement).toBe(await opener('b'));
});

test('a click on a row beside its controls opens the details, and one on another row changes them', async () => {
  await openThree();
  fireEvent.click(document.querySelector('[data-row] td.summary') as HTMLElement);
  await screen.findByRole('dialog');
  expect(shown()).toBe('a@example.com');
  fireEvent.click(document.querySelectorAll('[data-row] td.date')[2] as HTMLElement);
  expect(shown()).toBe('c@example.com');
  await press('Close');
  expect(dialog()).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select payment of b@example.com' }));
  expect(dialog()).toBeNull();
});

test('the details tell what failed, what the store said, what can be done, and what happened', async () => {
  const { id, user } = await addPayment('ada@example.com', 'on_hold');
  const deadline = new Date(Date.now() + 9 * DAY_MS);
  await db
    .updateTable('failed_payments')
    .set({ deadline_at: deadline, deadline_certainty: 'said', access_until: deadline })
    .set({ last_outcome: 'still_failing', last_message: 'It is on hold.', last_checked_at: new Date() })
    .where('id', '=', id)
    .execute();
  await openConsole('/payment-recovery?view=waiting');
  const { details } = await openDetails('ada@example.com');
  details.getByRole('heading', { name: `${user.first_name} ${user.last_name}` });
  expect(details.getByRole('link', { name: 'ada@example.com' }).getAttribute('href')).toBe(
    `/users/${user.id}`,
  );
  details.getByText('$9.99');
  details.getByText('Not paid yet');
  details.getByText('It is on hold.');
  details.getByText('9 days left');
  details.getByText(/^Google Play keeps trying until \d\d\/\d\d\/\d{4}, and the payment leaves/);
  details.getByRole('heading', { name: 'Timeline' });
  await details.findByText('Renewal failed');
});

test('a payment that is retried in the details stays there with its outcome, and the next row follows', async () => {
  await openThree('active');
  const { details } = await openDetails('b@example.com');
  await userEvent.click(details.getByRole('button', { name: 'Retry payment for b@example.com' }));
  await expectAlert('Payment recovered successfully!');
  await waitFor(() => expect(rowNames()).toEqual(['a', 'c']));
  expect(shown()).toBe('b@example.com');
  expect(place()).toBe('No longer in this list');
  details.getByText('Nothing: the payment has been recovered.');
  expect(details.queryByRole('button', { name: /^Retry payment/ })).toBeNull();
  expect(dialog()?.contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('j');
  expect([shown(), place()]).toEqual(['c@example.com', '2 of 2']);
  await userEvent.keyboard('k');
  expect(shown()).toBe('a@example.com');
});

test('keys that are typed in a field walk nowhere, and a focus that leaves closes the details', async () => {
  await openThree();
  await openDetails('a@example.com');
  await userEvent.keyboard('{Control>}j{/Control}');
  expect(shown()).toBe('a@example.com');
  await userEvent.click(screen.getByRole('searchbox'));
  expect(dialog()).toBeNull();
  await userEvent.keyboard('jk');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});

test('a recovered payment says when and by whom', async () => {
  const { id } = await addPayment('ada@example.com', 'active');
  await db
    .updateTable('failed_payments')
    .set({ recovered_at: new Date(2026, 5, 8, 9, 30), recovered_alone: true })
    .where('id', '=', id)
    .execute();
  await openConsole('/payment-recovery?view=recovered');
  const { details } = await openDetails('ada@example.com');
  expect(details.getByRole('heading', { name: 'Recovered' }).nextElementSibling?.textContent).toBe(
    '08/06/2026 09:30 by the store',
  );
  expect(details.queryByRole('button', { name: /^Retry/ })).toBeNull();
});

test('what another provider does not send leaves no gap, and its message is whole in the details', async () => {
  allowOnly([]);
  const message =
    'The card was declined by the bank that issued it, which gave no reason that we could pass on.';
  const payments = [{ id: 9, email: 'pay@example.net', error_message: message }];
  proxy.intercept = ({ url }) =>
    url.includes('/failed-payments') ? Response.json({ data: { payments } }) : undefined;
  await openConsole('/payment-recovery');
  const { details } = await openDetails('pay@example.net');
  details.getByText(message);
  expect(texts('.drawer dt')).toEqual(['Failed on', 'ID']);
  expect(details.queryByRole('heading', { name: 'Timeline' })).toBeNull();
  expect(document.querySelector('td.summary [title]')?.getAttribute('title')).toBe(message);
});
