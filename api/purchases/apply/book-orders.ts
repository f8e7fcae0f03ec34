import { sql, type Transaction } from 'kysely';
import type { Platform } from '../../db/payment-tables.ts';
import type { Database } from '../../db/schema.ts';
import type { Order } from '../../stores/store.ts';
import { toCents } from '../exchange-rates.ts';

const DAY_MS = 86_400_000;

/** Charges of paid orders: each once, however it became known. A refund, and its end, change the amount. */
export async function bookOrders(
  transaction: Transaction<Database>,
  { platform, subscriptionId }: { platform: Platform; subscriptionId: number },
  orders: readonly Order[],
): Promise<void> {
  const newestOld = orders.length === 0 ? null : await findNewestWithoutOrder(transaction, subscriptionId);
  for (const { id, price, paidAt, paidUntil, isRenewal, refund } of orders) {
    // A free trial moves no money.
    if (price?.minor === 0) continue;
    // Booked before the stores were asked.
    if (newestOld && paidAt.getTime() <= newestOld.getTime() + DAY_MS) continue;
    const refunded = price ? Math.min(Math.max(refund?.minor ?? 0, 0), price.minor) : 0;
    // Without a price it counts as not converted.
    const cents = price && (await toCents(transaction, { ...price, minor: price.minor - refunded }, paidAt));
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
        amount_minor: price?.minor ?? null,
        ...(price ? { currency: price.currency } : {}),
        ...changing,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['platform', 'order_id'])
          .where('order_id', 'is not', null)
          .doUpdateSet(changing)
          .where(
            sql<boolean>`(charges.refunded_minor, charges.refunded_at is null)
              <> (${refunded}, ${refund === null})`,
          ),
      )
      .execute();
  }
}

/** When the newest charge was made of those from before the stores were asked; null without. */
async function findNewestWithoutOrder(
  transaction: Transaction<Database>,
  subscriptionId: number,
): Promise<Date | null> {
  const charge = await transaction
    .selectFrom('charges')
    .where('subscription_id', '=', subscriptionId)
    .where('order_id', 'is', null)
    .select('charged_at')
    .orderBy('charged_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return charge?.charged_at ?? null;
}
