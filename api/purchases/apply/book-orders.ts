import type { Transaction } from 'kysely';
import type { Platform } from '../../db/payment-tables.ts';
import type { Database } from '../../db/schema.ts';
import type { Order } from '../../stores/store.ts';
import { toCents } from '../exchange-rates.ts';

/** Charges of paid orders: each once, whoever told of it first. A refund, and its end, change the amount. */
export async function bookOrders(
  transaction: Transaction<Database>,
  { platform, subscriptionId }: { platform: Platform; subscriptionId: number },
  orders: readonly Order[],
): Promise<void> {
  for (const { id, price, paidAt, paidUntil, isRenewal, refund } of orders) {
    // A free trial moves no money.
    if (!price || price.minor === 0) continue;
    const { currency } = price;
    const refunded = Math.min(refund?.minor ?? 0, price.minor);
    const cents = await toCents(transaction, { minor: price.minor - refunded, currency }, paidAt);
    const changing = {
      amount_cents: cents,
      refunded_minor: refunded,
      refunded_at: refund?.at ?? null,
    };
    await transaction
      .insertInto('charges')
      .values({
        subscription_id: subscriptionId,
        platform,
        order_id: id,
        charged_at: paidAt,
        paid_until: paidUntil,
        is_renewal: isRenewal,
        currency,
        amount_minor: price.minor,
        ...changing,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['platform', 'order_id'])
          .where('order_id', 'is not', null)
          .doUpdateSet(changing)
          .where('charges.refunded_minor', '<>', refunded),
      )
      .execute();
  }
}
