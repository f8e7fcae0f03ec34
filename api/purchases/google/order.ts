import type { Order } from '../store.ts';
import type { GoogleOrder } from './answers.ts';
import { unreadable } from './fault.ts';

/** Only these moved money. `PENDING` and `CANCELED` did not. */
const paidStates: readonly string[] = ['PROCESSED', 'PENDING_REFUND', 'PARTIALLY_REFUNDED', 'REFUNDED'];

/** null if it is not paid, or of no subscription. Throws GoogleFault for a paid one without an end. */
export function toOrder(order: GoogleOrder): Order | null {
  const lines = order.lineItems.filter(({ subscriptionDetails }) => subscriptionDetails);
  if (!paidStates.includes(order.state) || lines.length === 0) return null;
  const endOf = (line: (typeof lines)[number]) => line.subscriptionDetails?.servicePeriodEndTime;
  const [line] = lines.toSorted((one, other) => Number(endOf(other) ?? 0) - Number(endOf(one) ?? 0));
  const paidUntil = line && endOf(line);
  if (!line?.productId || !paidUntil) throw unreadable();
  return {
    id: order.orderId,
    productId: line.productId,
    isRenewal: toOrderNumber(order.orderId).number >= 0,
    // An order that failed first was created days before its money moved.
    paidAt: order.orderHistory?.processedEvent?.eventTime ?? order.createTime,
    paidUntil,
    price: order.total ?? null,
    refund: toRefund(order),
  };
}

/** The renewals of `GPA.1234` are `GPA.1234..0`, `GPA.1234..1`, …; the number of the first order is -1. */
export function toOrderNumber(id: string): { first: string; number: number } {
  const [, first, number] = /^(.+)\.\.(\d{1,3})$/.exec(id) ?? [];
  return first === undefined ? { first: id, number: -1 } : { first, number: Number(number) };
}

export function isFullyRefunded({ state }: GoogleOrder): boolean {
  return state === 'REFUNDED';
}

function toRefund(order: GoogleOrder): Order['refund'] {
  const { total, orderHistory, lastEventTime, createTime } = order;
  if (isFullyRefunded(order)) {
    // Google's event may tell only what partial refunds had left.
    const at = orderHistory?.refundEvent?.eventTime ?? lastEventTime ?? createTime;
    return { at, minor: total?.minor ?? 0 };
  }
  const parts = (orderHistory?.partialRefundEvents ?? []).filter(
    ({ state }) => state === 'PROCESSED_SUCCESSFULLY',
  );
  const minor = parts.reduce((sum, { refundDetails }) => sum + (refundDetails?.total?.minor ?? 0), 0);
  if (minor === 0) return null;
  const times = parts.map((part) => Number(part.processTime ?? part.createTime ?? createTime));
  return { at: new Date(Math.max(...times)), minor };
}
