import { randomUUID } from 'node:crypto';
import type { Platform } from '../../db/payment-tables.ts';
import type { Db } from '../../db/schema.ts';
import type { StoreNotification, StorePurchase } from '../store.ts';

const HOUR_MS = 3_600_000;

/** Apple: consumptionRequestReason. Google has one reason so far. */
export const refundReasons = {
  ios: ['UNINTENDED_PURCHASE', 'FULFILLMENT_ISSUE', 'UNSATISFIED_WITH_PURCHASE', 'LEGAL', 'OTHER'],
  android: ['7'],
} as const satisfies Record<Platform, readonly string[]>;

/** What each store says when it has decided. Google tells of a refund only. */
export const refundDecisions = {
  granted: { ios: 'REFUND', android: 'VOIDED_PURCHASE (refund type 1)' },
  declined: { ios: 'REFUND_DECLINED', android: null },
  reversed: { ios: 'REFUND_REVERSED', android: null },
} as const;
export type RefundDecision = keyof typeof refundDecisions;

type About = { platform: Platform; key: string; productId: string | null; order: string };

/** The question of a store about a refund or a chargeback, as its notification. */
export function playRefundRequest(
  { reason, ...about }: About & { reason: string },
  at: Date,
): StoreNotification {
  const isApple = about.platform === 'ios';
  return {
    ...toNotification(about, isApple ? 'CONSUMPTION_REQUEST' : 'PENDING_REFUND_REVIEW', at),
    orders: [],
    review: {
      order: about.order,
      accountToken: null,
      answerDueAt: new Date(at.getTime() + (isApple ? 12 : 24) * HOUR_MS),
      reason,
      storeToken: isApple ? null : `sandbox-${randomUUID()}`,
    },
  };
}

/** The decision of the store; null if the store tells of none such. */
export function playRefundDecision(
  { decision, ...about }: About & { decision: RefundDecision },
  at: Date,
): StoreNotification | null {
  const type = refundDecisions[decision][about.platform];
  return type === null ? null : { ...toNotification(about, type, at), orders: [about.order] };
}

function toNotification({ platform, key, productId }: About, type: string, at: Date) {
  return {
    ...{ platform, type, at, id: `refund:${randomUUID()}` },
    environment: 'production',
    purchase: { key, productId, accountToken: null },
    payload: { sandbox: type },
  } as const;
}

/** The orders of a purchase that is played, with the refunds that its store has granted. */
export async function withRefunds(db: Db, purchase: StorePurchase): Promise<StorePurchase> {
  const ids = purchase.orders.map(({ id }) => id);
  const granted = await db
    .selectFrom('refund_requests')
    .where('order_id', 'in', ['', ...ids])
    .where('outcome', '=', 'granted')
    .select(['order_id', 'outcome_at'])
    .execute();
  if (granted.length === 0) return purchase;
  const at = new Map(granted.map(({ order_id, outcome_at }) => [order_id, outcome_at]));
  const orders = purchase.orders.map((order) => {
    const refundedAt = at.get(order.id);
    return refundedAt ? { ...order, refund: { at: refundedAt, minor: order.price?.minor ?? 0 } } : order;
  });
  return { ...purchase, orders };
}
