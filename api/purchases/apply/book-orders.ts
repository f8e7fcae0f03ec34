import type { Selectable, Transaction } from 'kysely';
import type { ChargesTable, Platform } from '../../db/payment-tables.ts';
import type { Database } from '../../db/schema.ts';
import { toCents } from '../exchange-rates.ts';
import type { Money, Order } from '../store.ts';

type Place = { platform: Platform; subscriptionId: number };
type Booked = Pick<
  Selectable<ChargesTable>,
  'charged_at' | 'amount_minor' | 'currency' | 'refunded_minor' | 'refunded_at'
>;

/**
 * Charges of paid orders: each once, however it became known. Price, currency and refund become those that the store
 * reports now; what it does not report stays as it was.
 */
export async function bookOrders(
  transaction: Transaction<Database>,
  { platform, subscriptionId }: Place,
  orders: readonly Order[],
): Promise<void> {
  for (const order of orders) {
    const { id, paidAt, paidUntil, isRenewal, price, refund } = order;
    if (price?.minor === 0) {
      // A free trial moves no money, also if the store did not report its price at first.
      await transaction
        .deleteFrom('charges')
        .where('platform', '=', platform)
        .where('order_id', '=', id)
        .execute();
      await transaction
        .updateTable('subscriptions')
        .set({ had_trial: true })
        .where('id', '=', subscriptionId)
        .execute();
      continue;
    }
    const booked = await findBooked(transaction, platform, id);
    const money = price ?? moneyOf(booked);
    const refunded = money && refund ? toRefunded(order, money, booked) : 0;
    if (booked && isUnchanged(booked, { money, refunded, refund })) continue;
    const charge = money && { ...money, minor: money.minor - refunded };
    const changing = {
      // Without a price it counts as not converted.
      amount_cents: charge && (await toCents(transaction, charge, booked?.charged_at ?? paidAt)),
      amount_minor: money?.minor ?? null,
      ...(money ? { currency: money.currency } : {}),
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
        ...changing,
      })
      .onConflict((conflict) => conflict.columns(['platform', 'order_id']).doUpdateSet(changing))
      .execute();
  }
}

async function findBooked(
  transaction: Transaction<Database>,
  platform: Platform,
  id: string,
): Promise<Booked | null> {
  const charge = await transaction
    .selectFrom('charges')
    .where('platform', '=', platform)
    .where('order_id', '=', id)
    .select(['charged_at', 'amount_minor', 'currency', 'refunded_minor', 'refunded_at'])
    .executeTakeFirst();
  return charge ?? null;
}

function moneyOf(booked: Booked | null): Money | null {
  return booked && booked.amount_minor !== null
    ? { minor: booked.amount_minor, currency: booked.currency }
    : null;
}

/**
 * Returns minor units. A refund without any amount is the one that the store reported before, or else all of the money.
 */
function toRefunded({ price, refund }: Order, money: Money, booked: Booked | null): number {
  const reported = refund?.minor ?? 0;
  const before = booked?.refunded_at ? booked.refunded_minor : money.minor;
  return Math.min(price || reported > 0 ? Math.max(reported, 0) : before, money.minor);
}

/** Whether the charge already says what the store reports. */
function isUnchanged(
  booked: Booked,
  fromStore: { money: Money | null; refunded: number; refund: Order['refund'] },
): boolean {
  return (
    booked.amount_minor === (fromStore.money?.minor ?? null) &&
    (fromStore.money === null || booked.currency === fromStore.money.currency) &&
    booked.refunded_minor === fromStore.refunded &&
    (booked.refunded_at === null) === (fromStore.refund === null)
  );
}
