import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { storePayment } from '#tests/setup/api/payments.ts';
import { deleteUsers, journey } from '#tests/setup/journeys/journey.ts';
import { openConsole, signInAsAdministrator } from '../console.tsx';
import { addPayment } from './add-payment.ts';

/** The failed payments on the page of a user. */
const { db } = journey;

beforeEach(async () => {
  await deleteUsers();
  await signInAsAdministrator();
});

test('buttons of several payments have different names: product and date, and the ID where both are the same', async () => {
  const { id, user } = await addPayment('ada@example.com', 'on_hold');
  const { subscription_id, purchase_token } = await db
    .selectFrom('failed_payments')
    .where('id', '=', id)
    .select(['subscription_id', 'purchase_token'])
    .executeTakeFirstOrThrow();
  const addAnother = (product_id: string, day: number) =>
    storePayment(db, {
      ...{ subscription_id, product_id, platform: 'android', amount_cents: 999 },
      purchase_token: `${purchase_token}${product_id}${day}`,
      created_at: new Date(2026, 5, day, 9),
    });
  const twin = await addAnother('monthly', 7);
  await addAnother('yearly', 7);
  await addAnother('monthly', 8);
  await db
    .updateTable('failed_payments')
    .set({ last_outcome: 'still_failing', last_message: 'Words.', last_checked_at: new Date() })
    .execute();
  await openConsole(`/users/${user.id}`);
  const named = async (name: RegExp) =>
    (await screen.findAllByRole('button', { name })).map((found) => found.getAttribute('aria-label')).sort();
  const names = [
    `monthly, 07/06/2026, ID ${id}`,
    `monthly, 07/06/2026, ID ${twin.id}`,
    'monthly, 08/06/2026',
    'yearly, 07/06/2026',
  ];
  expect(await named(/^Retry payment/)).toEqual(names.map((name) => `Retry payment for ${name}`));
  const openers = screen.getAllByRole('button', { name: /details of the payment/ });
  expect(
    openers.map(({ textContent }) => textContent?.split(': details of the payment of ')[1]).sort(),
  ).toEqual(names);
});
