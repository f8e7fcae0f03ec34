import * as v from 'valibot';
import { type StoreNotification, storeDate, type VerifyNotification } from '../store.ts';
import { millisecondsSchema, toAccountToken, toPrintable } from './answers.ts';
import { createCheckPushToken } from './push-token.ts';
import type { GoogleServices } from './session.ts';

/** Google: what Pub/Sub posts. */
const bodySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    message: v.object({
      data: v.optional(v.string(), ''),
      messageId: v.string(),
      publishTime: v.optional(v.string()),
      attributes: v.optional(v.unknown()),
    }),
    subscription: v.string(),
  }),
);
type Body = v.InferOutput<typeof bodySchema>;

/** The product type of a voided purchase. */
const SUBSCRIPTION = 1;
/** Google takes an answer to a chargeback for so long, and the developer pays without one. */
const REVIEW_MS = 24 * 3_600_000;

/** Real-time developer notifications, pushed by Pub/Sub. Only the token is signed, so it comes first. */
export function createVerify({ settings, clock, log }: GoogleServices): VerifyNotification {
  const checkPushToken = createCheckPushToken(settings);
  return async (body, authorization) => {
    const checked = await checkPushToken(authorization);
    if (checked.kind !== 'valid') return checked;
    const { success, output: push } = v.safeParse(bodySchema, body);
    if (!success) return { kind: 'forged', because: 'the body isn’t a Pub/Sub message' };
    if (settings.pushSubscription !== null && push.subscription !== settings.pushSubscription) {
      return { kind: 'forged', because: 'the message is for another subscription' };
    }
    const notification = readNotification(push, settings.packageName, clock());
    if (notification.problem) {
      // Refused, Pub/Sub would send it until its retention ends.
      log?.warn({ platform: 'android', id: push.message.messageId }, notification.problem);
    }
    return { kind: 'verified', notification: notification.value };
  };
}

function readNotification(
  push: Body,
  packageName: string,
  now: Date,
): { value: StoreNotification; problem: string | null } {
  const { message } = push;
  const data = decode(message.data);
  const sentAt = v.safeParse(storeDate, new Date(message.publishTime ?? ''));
  const base = {
    platform: 'android',
    id: message.messageId,
    at: sentAt.success ? sentAt.output : now,
    // Google says only in its answer that a purchase is a test.
    environment: 'production',
    payload: { ...push, message: { ...message, data: data ?? message.data } },
  } as const;
  const { success, output: event } = v.safeParse(notificationSchema, data);
  if (!success) {
    const value = { ...base, type: 'UNREADABLE', purchase: null, orders: [] };
    return { value, problem: 'the data of a push message couldn’t be read' };
  }
  const isOurs = event.packageName === packageName;
  const bought = isOurs ? readBought(event) : null;
  const at = event.eventTimeMillis ?? base.at;
  const review = isOurs ? event.pendingRefundReviewNotification : null;
  return {
    value: {
      ...base,
      ...toType(event),
      at,
      purchase: bought && { key: bought.key, productId: null, accountToken: null },
      orders: bought?.orders ?? [],
      ...(review
        ? {
            review: {
              order: toPrintable(review.orderId),
              accountToken: toAccountToken(review.obfuscatedAccountId),
              answerDueAt: new Date(at.getTime() + REVIEW_MS),
              reason: review.refundReason === undefined ? null : toPrintable(String(review.refundReason)),
              storeToken: /^[\x20-\x7e]{1,4000}$/.test(review.pendingRefundToken ?? '')
                ? (review.pendingRefundToken ?? null)
                : null,
            },
          }
        : {}),
    },
    problem: isOurs ? null : 'a push message is about another package',
  };
}

function readBought({ subscriptionNotification, voidedPurchaseNotification: voided }: DeveloperNotification) {
  if (subscriptionNotification) return { key: subscriptionNotification.purchaseToken, orders: [] };
  return voided?.productType === SUBSCRIPTION
    ? { key: voided.purchaseToken, orders: [voided.orderId] }
    : null;
}

/** undefined if it is no JSON. */
function decode(data: string): unknown {
  try {
    return JSON.parse(Buffer.from(data, 'base64').toString());
  } catch {
    return undefined;
  }
}

/** A review that we read only in part is still one that must be answered. */
const text = v.fallback(v.optional(v.string()), undefined);

/** Google: DeveloperNotification. */
const notificationSchema = v.looseObject({
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
    v.fallback(
      v.object({
        orderId: text,
        obfuscatedAccountId: text,
        pendingRefundToken: text,
        refundReason: v.fallback(
          v.optional(v.union([v.number(), v.pipe(v.string(), v.maxLength(60))])),
          undefined,
        ),
      }),
      {},
    ),
  ),
  testNotification: v.optional(v.unknown()),
});
type DeveloperNotification = v.InferOutput<typeof notificationSchema>;

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

/** What Google’s list of families has. */
const families: readonly string[] = [
  'subscriptionNotification',
  'oneTimeProductNotification',
  'voidedPurchaseNotification',
  'pendingRefundReviewNotification',
  'testNotification',
];

/** A family or a number that the lists here don’t have is named as Google does. */
function toType(event: DeveloperNotification): Pick<StoreNotification, 'type' | 'isNewKind'> {
  const family = Object.keys(event).find(
    (key) => /^[a-z]\w{0,50}Notification$/i.test(key) && !families.includes(key),
  );
  if (family) return { type: `UNRECOGNIZED (${family})`, isNewKind: true };
  const type = nameType(event);
  return /^(SUBSCRIPTION|ONE_TIME_PRODUCT) \(|^UNRECOGNIZED/.test(type)
    ? { type, isNewKind: true }
    : { type };
}

/** Writes it as in `SUBSCRIPTION_RENEWED (2)`; `SUBSCRIPTION (99)` if the number is new to us. */
function nameType(event: DeveloperNotification): string {
  const { subscriptionNotification, voidedPurchaseNotification, oneTimeProductNotification } = event;
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
  if (event.pendingRefundReviewNotification) return 'PENDING_REFUND_REVIEW';
  return event.testNotification === undefined ? 'UNRECOGNIZED' : 'TEST';
}

function nameNumber(kind: string, names: Readonly<Record<number, string>>, number: number): string {
  const name = names[number];
  return name === undefined ? `${kind} (${number})` : `${kind}_${name} (${number})`;
}
