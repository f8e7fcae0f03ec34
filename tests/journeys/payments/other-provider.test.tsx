import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { journey } from '#tests/setup/journeys/journey.ts';
import { allowOnly, openConsole, signInAsAdministrator } from '../console.tsx';

const { proxy } = journey;

beforeEach(async () => {
  await signInAsAdministrator();
});

test('without capabilities no other call is sent, and the screen has nothing new', async () => {
  allowOnly([]);
  const payments = [
    {
      id: 9,
      email: 'pay@example.net',
      purchase_id: 5,
      last_check: { outcome: 'still_failing', message: 'No.', at: '2026-06-07T10:00:00Z' },
    },
  ];
  proxy.intercept = ({ url }) =>
    url.includes('/failed-payment') ? Response.json({ data: { payments } }) : undefined;
  await openConsole('/payment-recovery?keyword=x&state=unchecked&sort=email&pageSize=20');
  await screen.findByText('1 failed payment');
  expect(proxy.requests.map(({ path, query }) => path + query)).toEqual([
    '/admin/subscriptions/failed-payments',
  ]);
  expect(
    within(screen.getByRole('main'))
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Columns', 'pay@example.net: payment details', 'Retry']);
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'pay@example.net' })).toBeNull();
  expect(document.querySelector('[aria-sort], .payments-line, .chips, td.deadline, td.amount')).toBeNull();
});
