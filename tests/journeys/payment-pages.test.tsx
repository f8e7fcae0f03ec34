import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { createSandboxToken } from '#api/payments/sandbox.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import { addPayment } from './add-payment.ts';
import { cellsOf, expectAlert, openConsole, signInAsAdministrator } from './console.tsx';

const { db, proxy } = journey;

beforeEach(async () => {
  await db.deleteFrom('users').execute();
  await signInAsAdministrator();
});

test('more than 100 payments come in pages; the last one of a page leads back to the first', async () => {
  await addPayment('oldest@example.com', 'active', new Date(2026, 0, 1));
  const { id } = await db.selectFrom('subscriptions').select('id').executeTakeFirstOrThrow();
  const product = { product_id: 'monthly', platform: 'android' } as const;
  const others = Array.from({ length: 100 }, (_, index) => ({
    ...product,
    subscription_id: id,
    purchase_token: createSandboxToken('active', new Date(Date.now() + 86_400_000), `other${index}`),
    amount_cents: 999,
    error_message: `Other ${index}`,
    created_at: new Date(2026, 5, 7),
  }));
  await db.insertInto('failed_payments').values(others).execute();
  await openConsole('/payment-recovery');
  expect(await screen.findByText('101 failed payments')).toBeTruthy();
  expect(await cellsOf('Failed payments')).toHaveLength(100);
  expect(screen.getByText('Showing 1 to 100 of 101')).toBeTruthy();
  const lists = () => proxy.requests.filter(({ path }) => path.endsWith('/failed-payments'));
  expect(lists().map(({ query }) => query)).toEqual(['']);

  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Showing 101 to 101 of 101')).toBeTruthy();
  expect(location.search).toBe('?page=2');
  expect(lists().at(-1)?.query).toBe('?page=2');
  await userEvent.click(await screen.findByRole('button', { name: 'Retry payment of oldest@example.com' }));
  await expectAlert('Payment recovered successfully!');
  expect(await screen.findByText('100 failed payments')).toBeTruthy();
  expect(location.search).toBe('');
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
});
