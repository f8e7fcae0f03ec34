import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { createSandboxToken } from '#api/purchases/sandbox/token.ts';
import { storePayments } from '#tests/setup/api/payments.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { allowAllBut, cellsOf, expectAlert, openConsole, signInAsAdministrator } from '../console.tsx';
import { addPayment } from './add-payment.ts';

const { db, proxy } = journey;

const lists = () =>
  proxy.requests.filter(({ path }) => path.endsWith('/failed-payments')).map(({ query }) => query);

beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
});

async function addPayments() {
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
  await storePayments(db, others);
}

test('more than 100 payments come in pages; the last one of a page leads back to the first', async () => {
  await addPayments();
  await openConsole('/payment-recovery');
  expect(await screen.findByText('101 failed payments')).toBeTruthy();
  expect(await cellsOf('Failed payments')).toHaveLength(100);
  expect(screen.getByText('Showing 1 to 100 of 101')).toBeTruthy();
  expect(lists()).toEqual(['?view=to_check']);

  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Showing 101 to 101 of 101')).toBeTruthy();
  expect(location.search).toBe('?page=2');
  expect(lists()).toEqual(['?view=to_check', '?page=2&view=to_check']);
  await userEvent.click(await screen.findByRole('button', { name: 'Retry payment for oldest@example.com' }));
  await expectAlert('Payment recovered successfully!');
  expect(await screen.findByText('100 failed payments')).toBeTruthy();
  expect(location.search).toBe('');
  expect(await screen.findByText('Showing 1 to 100 of 100')).toBeTruthy();
});

test('the address of a second page asks for it alone', async () => {
  await addPayments();
  await openConsole('/payment-recovery?page=2');
  expect(await screen.findByText('Showing 101 to 101 of 101')).toBeTruthy();
  expect(location.search).toBe('?page=2');
  expect(lists()).toEqual(['?page=2&view=to_check']);
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByText('Showing 1 to 100 of 101')).toBeTruthy();
});

test('a page beyond the end becomes the last page', async () => {
  await addPayments();
  await openConsole('/payment-recovery?page=9');
  expect(await screen.findByText('101–101 of 101')).toBeTruthy();
  expect(location.search).toBe('?page=2');
});

test('without the capability no page is asked for; the address of a page shows the whole list', async () => {
  allowAllBut('payments:filter');
  const payments = [{ id: 9, email: 'pay@example.net', error_message: 'Declined' }];
  proxy.intercept = ({ url }) => (url.includes('/failed-payments') ? Response.json({ payments }) : undefined);
  await openConsole('/payment-recovery?page=2');
  expect(await screen.findByText('1 failed payment')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Retry payment for pay@example.net' })).toBeTruthy();
  expect(lists()).toEqual(['']);
});

test('while the next page fails the page before stays, with the focus; Retry shows the next one', async () => {
  await addPayments();
  await openConsole('/payment-recovery');
  const next = await screen.findByRole('button', { name: 'Next' });
  proxy.intercept = ({ url }) =>
    url.includes('?page=2') ? Response.json({ message: 'Later.' }, { status: 500 }) : undefined;
  await userEvent.click(next);
  await screen.findByText('Failed to load failed payments. Please try again.', { selector: '.failed p' });
  expect(document.activeElement).toBe(next);
  expect(screen.getByText('Showing 1 to 100 of 101')).toBeTruthy();
  expect(await cellsOf('Failed payments')).toHaveLength(100);
  proxy.intercept = null;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Showing 101 to 101 of 101')).toBeTruthy();
});

test('after a failure of the second page Retry loads it', async () => {
  await addPayments();
  proxy.intercept = ({ url }) =>
    url.includes('?page=2') ? Response.json({ message: 'Later.' }, { status: 500 }) : undefined;
  await openConsole('/payment-recovery?page=2');
  await screen.findByText('Failed to load failed payments. Please try again.', { selector: '.failed p' });
  expect(location.search).toBe('?page=2');
  proxy.intercept = null;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Showing 101 to 101 of 101')).toBeTruthy();
});
