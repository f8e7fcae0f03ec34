import type { Selectable, Transaction } from 'kysely';
import type { ChargesTable, FailedPaymentsTable } from '../../db/payment-tables.ts';
import type { Database } from '../../db/schema.ts';
import { formatDay, storeName } from '../outcome.ts';
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
 * given back. A refund takes the recovery back. Returns the ids of those that are open, and of those settled just now.
 */
export async function settlePayments(
  transaction: Transaction<Database>,
  { purchase, administratorId }: Settling,
): Promise<{ open: number[]; recovered: number[] }> {
  const open: number[] = [];
  const recovered: number[] = [];
  for (const payment of await readPayments(transaction, purchase)) {
    const order = await findNextOrder(transaction, payment);
    const isOpen = payment.recovered_at === null && payment.ended_at === null;
    if (order === null) {
      if (isOpen) open.push(payment.id);
    } else if (order.is_renewal && !isGivenBack(order)) {
      if (payment.recovered_at !== null) continue;
      await recover(transaction, { payment, order, administratorId });
      recovered.push(payment.id);
    } else if (isOpen || payment.recovered_at !== null) {
      await close(transaction, { payment, order, store: storeName(purchase.platform) });
    }
  }
  return { open, recovered };
}

/** An order without a price is given back by any refund. */
function isGivenBack({ amount_minor, refunded_minor, refunded_at }: Charge): boolean {
  return refunded_at !== null && refunded_minor >= (amount_minor ?? 0);
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
  await unlinkCharge(transaction, payment);
  await transaction
    .updateTable('charges')
    .set({ payment_id: payment.id })
    .where('id', '=', order.id)
    .execute();
}

/** Its money was given back, or the customer has bought anew instead. */
async function close(
  transaction: Transaction<Database>,
  { payment, order, store }: { payment: Payment; order: Charge; store: string },
): Promise<void> {
  const at = order.refunded_at ?? order.charged_at;
  const message = order.refunded_at
    ? `${store} refunded the payment on ${formatDay(at)}.`
    : `The customer bought a new subscription on ${formatDay(at)} instead.`;
  await transaction
    .updateTable('failed_payments')
    .set({
      recovered_at: null,
      recovered_by: null,
      recovered_alone: false,
      last_outcome: 'not_retryable',
      last_message: message,
      deadline_at: null,
      deadline_certainty: null,
      access_until: null,
      ended_at: at,
      end_cause: order.refunded_at ? 'refunded' : 'replaced',
    })
    .where('id', '=', payment.id)
    .execute();
  await unlinkCharge(transaction, payment);
}

/** Takes the charge from a payment that was recovered before. */
async function unlinkCharge(transaction: Transaction<Database>, { id }: Payment): Promise<void> {
  await transaction.updateTable('charges').set({ payment_id: null }).where('payment_id', '=', id).execute();
}
