import type { Insertable } from 'kysely';
import type { FailedPaymentsTable } from '#api/db/payment-tables.ts';
import type { Db } from '#api/db/schema.ts';
import { storePayment } from '#tests/setup/api/payments.ts';
import { addUser } from '#tests/setup/api/people.ts';

type Customer = Parameters<typeof addUser>[1];

/** A failed payment of a new user. */
export async function addFailedPayment(
  db: Db,
  values: Partial<Insertable<FailedPaymentsTable>> = {},
  customer: Customer = {},
) {
  const user = await addUser(db, customer);
  const product = { product_id: 'x.monthly', platform: 'ios', ...values } as const;
  const subscription = await db
    .insertInto('subscriptions')
    .values({
      user_id: user.id,
      plan: 'Monthly',
      product_id: product.product_id,
      platform: product.platform,
      status: 'on_hold',
      start_date: '2026-01-01T00:00:00Z',
      end_date: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await storePayment(db, {
    subscription_id: subscription.id,
    purchase_token: `token of ${user.email}`,
    amount_cents: 1234,
    error_message: 'The card has expired.',
    check_id: null,
    checking_since: null,
    recovered_at: null,
    recovered_by: null,
    ...product,
  });
  return { id, user, subscriptionId: subscription.id };
}
