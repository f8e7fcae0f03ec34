import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { journey } from '#tests/setup/journeys/journey.ts';
import { openConsole, signInAsAdministrator } from '../console.tsx';

const { proxy } = journey;

beforeEach(async () => {
  await signInAsAdministrator();
});

test.each([[[]], [['payment-pages']]])(
  'a provider with the features %j sees no other call, and its screen has nothing new',
  async (features) => {
    const payments = [
      {
        id: 9,
        email: 'pay@example.net',
        purchase_id: 5,
        last_check: { outcome: 'still_failing', message: 'No.', at: '2026-06-07T10:00:00Z' },
      },
    ];
    proxy.intercept = ({ url }) =>
      url.includes('/failed-payment') ? Response.json({ data: { payments }, features }) : undefined;
    await openConsole('/payment-recovery?keyword=x&state=unchecked&sort=email&pageSize=20');
    await screen.findByText('1 failed payment');
    await waitFor(() => expect(location.search).toBe(''));
    expect(proxy.requests.map(({ path, query }) => path + query)).toEqual([
      '/admin/subscriptions/failed-payments',
    ]);
    expect(
      within(screen.getByRole('main'))
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Columns', 'Retry']);
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'pay@example.net' })).toBeNull();
    expect(document.querySelector('[aria-sort], .payments-line, .chips')).toBeNull();
  },
);
