import type { Db } from '../../db/schema.ts';
import type { Order, PurchaseState, Question, StorePurchase } from '../store.ts';

const DAY_MS = 86_400_000;

/** A purchase after what administrators have done at the Demo store. */
export async function withActs(db: Db, question: Question, purchase: StorePurchase): Promise<StorePurchase> {
  const acts = await db
    .selectFrom('store_acts')
    .innerJoin('purchases', 'purchases.id', 'purchase_id')
    .where('platform', '=', question.platform)
    .where('key', '=', question.key)
    .where('result', '=', 'done')
    .orderBy('finished_at')
    .select(['kind', 'days', 'store_acts.refund', 'order_id', 'finished_at'])
    .execute();
  let { state, orders } = purchase;
  for (const { kind, days, refund, order_id: order, finished_at } of acts) {
    const at = finished_at ?? new Date(0);
    if (kind === 'refund' && order !== null) {
      orders = await withRefundOf(db, question, { orders, order, at });
    } else if (kind === 'revoke') {
      const paid = orders.at(-1);
      if (paid)
        orders = [
          ...orders.slice(0, -1),
          refundedOrder(paid, { at, part: refund === 'full' ? 1 : unusedPart(paid, at) }),
        ];
      state = { name: 'revoked', at };
    } else {
      state = changed(state, { kind, days: days ?? 0 });
    }
  }
  return { ...purchase, state, orders };
}

function changed(
  state: PurchaseState,
  { kind, days }: { kind: 'extend' | 'defer' | 'cancel' | 'revoke' | 'refund'; days: number },
): PurchaseState {
  if (state.name !== 'active') return state;
  if (kind === 'cancel')
    return { name: 'canceled', until: state.until, because: { kind: 'customer', raw: 'canceled' } };
  return { ...state, until: new Date(state.until.getTime() + days * DAY_MS) };
}

/** An order that the Demo store does not report is read from its charge. */
async function withRefundOf(
  db: Db,
  { platform }: Question,
  { orders, order, at }: { orders: readonly Order[]; order: string; at: Date },
): Promise<readonly Order[]> {
  const known = orders.find(({ id }) => id === order);
  if (known) return orders.map((one) => (one === known ? refundedOrder(one, { at, part: 1 }) : one));
  const charge = await db
    .selectFrom('charges')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscription_id')
    .where('charges.platform', '=', platform)
    .where('order_id', '=', order)
    .select(['product_id', 'is_renewal', 'charged_at', 'paid_until', 'amount_minor', 'currency'])
    .executeTakeFirst();
  if (!charge) return orders;
  const { product_id: productId, is_renewal: isRenewal, charged_at: paidAt, paid_until: paidUntil } = charge;
  const price =
    charge.amount_minor === null ? null : { minor: charge.amount_minor, currency: charge.currency };
  const paid = { id: order, productId, isRenewal, paidAt, paidUntil, price, refund: null };
  return [refundedOrder(paid, { at, part: 1 }), ...orders];
}

function refundedOrder(order: Order, { at, part }: { at: Date; part: number }): Order {
  return { ...order, refund: { at, minor: Math.round((order.price?.minor ?? 0) * part) } };
}

function unusedPart({ paidAt, paidUntil }: Order, at: Date): number {
  const paidMs = paidUntil.getTime() - paidAt.getTime();
  return paidMs <= 0 ? 0 : Math.min(1, Math.max(0, (paidUntil.getTime() - at.getTime()) / paidMs));
}
