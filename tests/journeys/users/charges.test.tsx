import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { paidCharge } from '#tests/setup/api/charges.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { axeViolations, openConsole, signInAsAdministrator } from '../console.tsx';
import { addPayment } from '../payments/add-payment.ts';

/** Charges in the currencies of their stores. */

const { db, proxy } = journey;

beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
});

async function addCharges() {
  const payment = await addPayment('ada@example.com', 'active');
  const { subscription_id } = await db
    .selectFrom('failed_payments')
    .where('id', '=', payment.id)
    .select('subscription_id')
    .executeTakeFirstOrThrow();
  const charge = (number: number) => ({ subscription_id, charged_at: new Date(2026, 0, number, 12) });
  await db
    .insertInto('charges')
    .values([
      paidCharge({ ...charge(1), amount_cents: 999 }),
      paidCharge({ ...charge(2), amount_cents: 1079, currency: 'EUR', amount_minor: 999 }),
      paidCharge({ ...charge(3), amount_cents: null, currency: 'JPY', amount_minor: 1200 }),
      paidCharge({ ...charge(4), amount_cents: 0, amount_minor: 999, refunded_minor: 999 }),
      paidCharge({
        ...charge(5),
        amount_cents: null,
        currency: 'EUR',
        amount_minor: 999,
        refunded_minor: 400,
      }),
      paidCharge({ ...charge(6), amount_cents: 999, amount_minor: 999, payment_id: payment.id }),
    ])
    .execute();
  return payment;
}

const open = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Charges of Monthly from 07/06/2026' }));
async function lines() {
  const list = await screen.findByRole('list', { name: /^Charges of/ });
  return [...list.children].map((line) => line.textContent);
}

test('each charge has its currency and its refund, and says if it is not converted', async () => {
  const { id, user } = await addCharges();
  const { unmount } = await openConsole(`/users/${user.id}`);
  await open();
  expect(await lines()).toEqual([
    '06/01/2026 $9.99 after a retry',
    '05/01/2026 €9.99 partly refunded €4.00, not converted',
    '04/01/2026 $9.99 refunded $9.99',
    '03/01/2026 ¥1,200 not converted',
    '02/01/2026 €9.99',
    '01/01/2026 $9.99',
  ]);
  expect(await axeViolations()).toEqual([]);
  unmount();
  await db
    .updateTable('failed_payments')
    .set({ recovered_at: new Date(), recovered_alone: true })
    .where('id', '=', id)
    .execute();
  await openConsole(`/users/${user.id}`);
  await open();
  expect((await lines())[0]).toBe('06/01/2026 $9.99 recovered by the store');
});

test('a provider whose charges have no currencies shows them in US dollars', async () => {
  const { user } = await addCharges();
  proxy.intercept = ({ url }) => {
    if (url.includes('/charges')) {
      const data = [{ id: 1, at: '2026-01-01T12:00:00Z', amount: 9.5, isRecovered: true }];
      return Response.json({ data, total: 1 });
    }
    return undefined;
  };
  await openConsole(`/users/${user.id}`);
  await open();
  expect(await lines()).toEqual(['01/01/2026 $9.50 after a retry']);
});
