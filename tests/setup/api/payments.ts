import type { Insertable } from 'kysely';
import type { FailedPaymentsTable } from '#api/db/payment-tables.ts';
import type { Db } from '#api/db/schema.ts';

type NewPayment = Omit<Insertable<FailedPaymentsTable>, 'user_id'>;

/**
 * Stores failed payments of the customers of their subscriptions, and their purchases. Returns the ids of the payments.
 */
export async function storePayments(db: Db, payments: readonly NewPayment[]) {
  const subscriptions = await db
    .selectFrom('subscriptions')
    .where('id', 'in', [...new Set(payments.map(({ subscription_id }) => subscription_id))])
    .select(['id', 'user_id'])
    .execute();
  const userOf = new Map(subscriptions.map(({ id, user_id }) => [id, user_id]));
  const rows = payments.map((payment) => ({
    amount_minor: payment.amount_cents,
    ...payment,
    user_id: userOf.get(payment.subscription_id) ?? 0,
  }));
  await db
    .insertInto('purchases')
    .values(
      rows.map(({ platform, purchase_token: key, product_id, user_id, subscription_id }) => ({
        platform,
        key,
        product_id,
        user_id,
        subscription_id,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db.insertInto('failed_payments').values(rows).returning('id').execute();
}

/** The same for one. */
export async function storePayment(db: Db, payment: NewPayment): Promise<{ id: number }> {
  const [stored] = await storePayments(db, [payment]);
  if (!stored) throw new Error('The payment was not stored.');
  return stored;
}
