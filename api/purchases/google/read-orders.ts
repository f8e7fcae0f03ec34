import type { Order, Question } from '../store.ts';
import { type GoogleOrder, orderSchema } from './answers.ts';
import { isPathPart, readGoogle } from './client.ts';
import { isUnknown } from './fault.ts';
import { toOrder, toOrderNumber } from './order.ts';
import type { GoogleSession } from './session.ts';

/** A first question about years of weekly renewals must end within the time of a question. */
const CALLS_AT_ONCE = 4;

type Orders = {
  /** As the contract wants them; oldest first. */
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
  const told = new Set([...askedOrders, ...newIds, knownOrder]);
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
    .filter(({ id, refund }) => told.has(id) || refund !== null)
    .sort((one, other) => one.paidAt.getTime() - other.paidAt.getTime());
  return { orders, newest: found.find(({ orderId }) => orderId === newestId) ?? null };
}

/** From the one after the known order to the newest; all if the known one is of another purchase. */
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
