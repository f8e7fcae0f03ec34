import { randomUUID } from 'node:crypto';
import type { LifeEvent, Truth } from '../life.ts';
import {
  createLineItem,
  createProduct,
  createSubscription,
  PACKAGE_NAME,
  type WireOrder,
} from './payloads.ts';
import type { GoogleServer } from './server.ts';

const GRACE_MS = 16 * 86_400_000;
const TOTAL = { currencyCode: 'USD', units: '7', nanos: 990_000_000 };

const states = {
  active: 'ACTIVE',
  canceled: 'CANCELED',
  grace: 'IN_GRACE_PERIOD',
  hold: 'ON_HOLD',
  expired: 'EXPIRED',
  revoked: 'EXPIRED',
} as const;

/** SubscriptionNotification types. A recovery from a grace period is told as a renewal. */
const types: Readonly<Record<LifeEvent['kind'], number>> = {
  buy: 4,
  renew: 2,
  fail: 6,
  hold: 5,
  recover: 1,
  'give up': 13,
  cancel: 3,
  expire: 13,
  refund: 12,
};

type Subscriber = { id: string; accountToken: string };

/** From now on the server says what is true. Returns the push message of the event. A new purchase has a new token. */
export function renderGoogle(google: GoogleServer, subscriber: Subscriber, { at, kind, truth }: LifeEvent) {
  const purchases = truth.orders.filter(({ isRenewal }) => !isRenewal).length;
  const start = truth.orders.findLastIndex(({ isRenewal }) => !isRenewal);
  const token = `token-${subscriber.id}-${purchases}`;
  const own = truth.orders.slice(start);
  const first = `GPA.${subscriber.id}-${purchases}`;
  const orders = own.map((_, place) => toWireOrder({ token, first }, own, place));
  for (const order of orders) google.orders.set(order.orderId, order);
  google.products.set('meals.monthly', createProduct());
  const newest = own.at(-1);
  if (!newest) throw new Error('A life begins with an order.');
  google.subscriptions.set(
    token,
    createSubscription({
      startTime: (own[0] ?? newest).paidAt.toISOString(),
      subscriptionState: `SUBSCRIPTION_STATE_${states[truth.state]}`,
      externalAccountIdentifiers: { obfuscatedExternalAccountId: subscriber.accountToken },
      ...toContext(truth),
      lineItems: [
        createLineItem({
          expiryTime: toExpiry(truth, newest.paidUntil).toISOString(),
          latestSuccessfulOrderId: orders.at(-1)?.orderId,
        }),
      ],
    }),
  );
  const order = orders.at(-1)?.orderId ?? first;
  if (kind === 'refund') {
    google.voided.push({ purchaseToken: token, orderId: order, voidedTimeMillis: String(at.getTime()) });
  }
  const message = {
    version: '1.0',
    packageName: PACKAGE_NAME,
    eventTimeMillis: String(at.getTime()),
    ...(kind === 'refund'
      ? {
          voidedPurchaseNotification: { purchaseToken: token, orderId: order, productType: 1, refundType: 1 },
        }
      : {
          subscriptionNotification: { version: '1.0', notificationType: types[kind], purchaseToken: token },
        }),
  };
  return { token, message, messageId: randomUUID() };
}

/** The grace period extends the expiry, and a hold begins with it. */
function toExpiry({ state, cause }: Truth, paidUntil: Date): Date {
  const isExtended = state === 'grace' || state === 'hold' || (state === 'expired' && cause === 'billing');
  return isExtended ? new Date(paidUntil.getTime() + GRACE_MS) : paidUntil;
}

function toContext({ state, cause }: Truth) {
  if (state !== 'canceled' && state !== 'expired') return {};
  return {
    canceledStateContext:
      cause === 'billing' ? { systemInitiatedCancellation: {} } : { userInitiatedCancellation: {} },
  };
}

function toWireOrder(
  { token, first }: { token: string; first: string },
  orders: Truth['orders'],
  place: number,
): WireOrder {
  const order = orders[place];
  if (!order) throw new Error('There is no such order.');
  const time = order.paidAt.toISOString();
  const refundedAt = order.refundedAt?.toISOString();
  return {
    orderId: place === 0 ? first : `${first}..${place - 1}`,
    purchaseToken: token,
    state: refundedAt ? 'REFUNDED' : 'PROCESSED',
    createTime: time,
    lastEventTime: refundedAt ?? time,
    total: TOTAL,
    orderHistory: {
      processedEvent: { eventTime: time },
      ...(refundedAt ? { refundEvent: { eventTime: refundedAt } } : {}),
    },
    lineItems: [
      {
        productId: 'meals.monthly',
        subscriptionDetails: { servicePeriodEndTime: order.paidUntil.toISOString() },
      },
    ],
  };
}
