import type { FindOrder, FoundOrder } from '../store.ts';
import { type GoogleOrder, orderSchema } from './answers.ts';
import { isPathPart, readGoogle } from './client.ts';
import { GoogleFault, unreadable } from './fault.ts';
import { toOrder } from './orders.ts';
import type { GoogleServices } from './session.ts';

/** The number of Google's receipt is the order's own, as in `GPA.3345-1234-5678-90123..4`. */
export function createFindOrder(services: GoogleServices): FindOrder {
  return async (number, signal) => {
    if (!isPathPart(number)) return { kind: 'unknown', raw: 'this isn’t an order number' };
    try {
      // Google knows its own capitals only.
      const id = number.replace(/^gpa\./i, 'GPA.');
      const order = await readGoogle(
        { ...services, signal },
        `orders/${encodeURIComponent(id)}`,
        orderSchema,
      );
      const found = toFound(order);
      return { kind: 'found', orders: found ? [found] : [] };
    } catch (error) {
      if (!(error instanceof GoogleFault)) throw error;
      const { answer, status } = error;
      if (answer.kind !== 'not_now') return { kind: 'unknown', raw: answer.raw };
      // The rest of the address is ours: the number has not the form of one.
      return status === 400 ? { kind: 'unknown', raw: '400' } : answer;
    }
  };
}

/** null if it is of no subscription. Also one that is not paid. */
function toFound(order: GoogleOrder): FoundOrder | null {
  const line = order.lineItems.find(({ subscriptionDetails }) => subscriptionDetails);
  if (!line) return null;
  if (!order.purchaseToken || !line.productId) throw unreadable();
  const paid = toOrder(order);
  return {
    key: order.purchaseToken,
    // Google says only with the purchase that it is a test.
    environment: 'production',
    accountToken: null,
    id: order.orderId,
    productId: paid?.productId ?? line.productId,
    paidAt: paid?.paidAt ?? order.createTime,
    paidUntil: paid?.paidUntil ?? null,
    price: order.total ?? null,
    refund: paid?.refund ?? null,
    rawState: order.state,
  };
}
