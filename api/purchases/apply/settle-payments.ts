import type { Selectable, Transaction } from 'kysely';
import type { ChargesTable, FailedPaymentsTable } from '../../db/payment-tables.ts';
import type { Database } from '../../db/schema.ts';
import type { Purchase } from './lock.ts';

type Payment = Selectable<FailedPaymentsTable>;
type Charge = Selectable<ChargesTable>;

export type Settling = {
  purchase: Purchase;
  /** The administrator whose check found it; null: the store alone. */
  administratorId: number | null;
};

/**
 * A failed payment is settled by the first order that pays for time after it, if that is a renewal whose money was not
 * given back. A refund takes the recovery back. Returns the ids of those not settled, and of those settled just now.
 */
export async function settlePayments(
  transaction: Transaction<Database>,
  { purchase, administratorId }: Settling,
): Promise<{ unsettled: number[]; recovered: number[] }> {
  const payments = await readPayments(transaction, purchase);
  const unsettled: number[] = [];
  const recovered: number[] = [];
  for (const payment of payments) {
    const order = await findNextOrder(transaction, payment);
    const isSettled = order !== null && order.is_renewal === true && !isGivenBack(order);
    if (isSettled && payment.recovered_at === null) {
      await recover(transaction, { payment, order, administratorId });
      recovered.push(payment.id);
    }
    // Without an order it was recovered before the stores were asked.
    if (!isSettled && order !== null && payment.recovered_at !== null) {
      await takeBack(transaction, { payment, order });
    }
    const isRecovered = isSettled || (order === null && payment.recovered_at !== null);
    if (!isRecovered) unsettled.push(payment.id);
  }
  return { unsettled, recovered };
}

function isGivenBack({ amount_minor, refunded_minor }: Charge): boolean {
  return amount_minor !== null && refunded_minor >= amount_minor;
}

async function readPayments(transaction: Transaction<Database>, purchase: Purchase): Promise<Payment[]> {
  return transaction
    .selectFrom('failed_payments')
    .where('platform', '=', purchase.platform)
    .where('purchase_token', '=', purchase.key)
    .selectAll()
    .orderBy('created_at')
    .execute();
}

async function findNextOrder(transaction: Transaction<Database>, payment: Payment): Promise<Charge | null> {
  const order = await transaction
    .selectFrom('charges')
    .where('subscription_id', '=', payment.subscription_id)
    .where('order_id', 'is not', null)
    .where('paid_until', '>', payment.created_at)
    .selectAll()
    .orderBy('paid_until')
    .limit(1)
    .executeTakeFirst();
  return order ?? null;
}

async function recover(
  transaction: Transaction<Database>,
  { payment, order, administratorId }: { payment: Payment; order: Charge; administratorId: number | null },
): Promise<void> {
  const at = order.charged_at > payment.created_at ? order.charged_at : payment.created_at;
  await transaction
    .updateTable('failed_payments')
    .set({
      recovered_at: at,
      recovered_by: administratorId,
      recovered_alone: administratorId === null,
      deadline_at: null,
      deadline_certainty: null,
      access_until: null,
      ended_at: null,
      end_cause: null,
    })
    .where('id', '=', payment.id)
    .execute();
  await transaction
    .updateTable('charges')
    .set({ payment_id: payment.id })
    .where('id', '=', order.id)
    .execute();
}

async function takeBack(
  transaction: Transaction<Database>,
  { payment, order }: { payment: Payment; order: Charge },
): Promise<void> {
  await transaction
    .updateTable('failed_payments')
    .set({ recovered_at: null, recovered_by: null, recovered_alone: false, last_outcome: null })
    .where('id', '=', payment.id)
    .execute();
  await transaction.updateTable('charges').set({ payment_id: null }).where('id', '=', order.id).execute();
}
