import * as v from 'valibot';
import { millisecondsSchema } from './answers.ts';

/** A review that we read only in part is still one that must be answered. */
const text = v.fallback(v.optional(v.string()), undefined);

/** Google: DeveloperNotification. */
export const notificationSchema = v.looseObject({
  packageName: v.string(),
  eventTimeMillis: v.fallback(v.optional(millisecondsSchema), undefined),
  subscriptionNotification: v.optional(v.object({ notificationType: v.number(), purchaseToken: v.string() })),
  voidedPurchaseNotification: v.optional(
    v.object({
      purchaseToken: v.string(),
      orderId: v.string(),
      productType: v.optional(v.number()),
      refundType: v.optional(v.number()),
    }),
  ),
  oneTimeProductNotification: v.optional(v.object({ notificationType: v.number() })),
  pendingRefundReviewNotification: v.nullish(
    v.fallback(v.object({ orderId: text, obfuscatedAccountId: text }), {}),
  ),
  testNotification: v.optional(v.unknown()),
});
export type DeveloperNotification = v.InferOutput<typeof notificationSchema>;

/** Google: SubscriptionNotification. */
const subscriptionTypes: Readonly<Record<number, string>> = {
  1: 'RECOVERED',
  2: 'RENEWED',
  3: 'CANCELED',
  4: 'PURCHASED',
  5: 'ON_HOLD',
  6: 'IN_GRACE_PERIOD',
  7: 'RESTARTED',
  8: 'PRICE_CHANGE_CONFIRMED',
  9: 'DEFERRED',
  10: 'PAUSED',
  11: 'PAUSE_SCHEDULE_CHANGED',
  12: 'REVOKED',
  13: 'EXPIRED',
  17: 'ITEMS_CHANGED',
  18: 'CANCELLATION_SCHEDULED',
  19: 'PRICE_CHANGE_UPDATED',
  20: 'PENDING_PURCHASE_CANCELED',
  22: 'PRICE_STEP_UP_CONSENT_UPDATED',
};

/** Google: OneTimeProductNotification. */
const oneTimeTypes: Readonly<Record<number, string>> = { 1: 'PURCHASED', 2: 'CANCELED' };

/** As in `SUBSCRIPTION_RENEWED (2)`; `SUBSCRIPTION (99)` if the number is new to us. */
export function nameType(told: DeveloperNotification): string {
  const { subscriptionNotification, voidedPurchaseNotification, oneTimeProductNotification } = told;
  if (subscriptionNotification) {
    return nameNumber('SUBSCRIPTION', subscriptionTypes, subscriptionNotification.notificationType);
  }
  if (voidedPurchaseNotification) {
    const { refundType } = voidedPurchaseNotification;
    return refundType === undefined ? 'VOIDED_PURCHASE' : `VOIDED_PURCHASE (refund type ${refundType})`;
  }
  if (oneTimeProductNotification) {
    return nameNumber('ONE_TIME_PRODUCT', oneTimeTypes, oneTimeProductNotification.notificationType);
  }
  if (told.pendingRefundReviewNotification) return 'PENDING_REFUND_REVIEW';
  return told.testNotification === undefined ? 'UNRECOGNIZED' : 'TEST';
}

function nameNumber(kind: string, names: Readonly<Record<number, string>>, number: number): string {
  const name = names[number];
  return name === undefined ? `${kind} (${number})` : `${kind}_${name} (${number})`;
}
