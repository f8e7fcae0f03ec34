import type { Order, Question } from '../store.ts';
import { type GoogleOrder, orderSchema } from './answers.ts';
import { isPathPart, readGoogle } from './client.ts';
import { isUnknown, unreadable } from './fault.ts';
import type { GoogleSession } from './session.ts';

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
function toOrderNumber(id: string): { first: string; number: number } {
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

/** A first question about years of weekly renewals must end within the time of a question. */
const CALLS_AT_ONCE = 4;

type Orders = {
  /** `StorePurchase` says which; oldest first. */
  orders: Order[];
  /** Known or not; null if Google does not know it. */
  newest: GoogleOrder | null;
};

/** Google has no list of a purchase's orders, but numbers them. */
export async function readOrders(
  session: GoogleSession,
  { key, knownOrder, askedOrders }: Question,
  newestId: string | null,
): Promise<Orders> {
  const newIds = newestId === null ? [] : listNewIds(knownOrder, newestId);
  const alwaysReturned = new Set([...askedOrders, ...newIds, knownOrder]);
  const wanted = new Set([...askedOrders, ...newIds, ...(newestId === null ? [] : [newestId])]);
  const ids = [...wanted].filter(isPathPart);
  const found: GoogleOrder[] = [];
  for (let start = 0; start < ids.length; start += CALLS_AT_ONCE) {
    const calls = ids.slice(start, start + CALLS_AT_ONCE).map((id) => readOrder(session, id));
    found.push(...(await Promise.all(calls)).filter((order) => order !== null));
  }
  const orders = found
    .filter(({ purchaseToken = key }) => purchaseToken === key)
    .map(toOrder)
    .filter((order) => order !== null)
    // An older one than the known order is on record, and only its refund may be news.
    .filter(({ id, refund }) => alwaysReturned.has(id) || refund !== null)
    .sort((one, other) => one.paidAt.getTime() - other.paidAt.getTime());
  return { orders, newest: found.find(({ orderId }) => orderId === newestId) ?? null };
}

/** Lists from the one after the known order to the newest; all if the known one is of another purchase. */
function listNewIds(knownOrder: string | null, newestId: string): string[] {
  const newest = toOrderNumber(newestId);
  const known = knownOrder === null ? null : toOrderNumber(knownOrder);
  const start = known?.first === newest.first ? known.number + 1 : -1;
  return Array.from({ length: Math.max(newest.number - start + 1, 0) }, (_, index) =>
    start + index < 0 ? newest.first : `${newest.first}..${start + index}`,
  );
}

/** null if Google does not know it: a renewal that failed for good may have taken a number. */
async function readOrder(session: GoogleSession, id: string): Promise<GoogleOrder | null> {
  try {
    return await readGoogle(session, `orders/${encodeURIComponent(id)}`, orderSchema);
  } catch (error) {
    if (isUnknown(error)) return null;
    throw error;
  }
}
