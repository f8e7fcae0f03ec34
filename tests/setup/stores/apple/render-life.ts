import { ExpirationIntent, RevocationReason, TransactionReason } from '@apple/app-store-server-library';
import type { LifeEvent, Truth } from '../life.ts';
import { createRenewal, createTransaction, type Transaction } from './payloads.ts';
import type { AppleServer } from './server.ts';

const GRACE_MS = 16 * 86_400_000;
const statuses = { active: 1, canceled: 1, grace: 4, hold: 3, expired: 2, revoked: 5 } as const;

const notifications: Readonly<Record<LifeEvent['kind'], readonly [string, string | undefined]>> = {
  buy: ['SUBSCRIBED', 'INITIAL_BUY'],
  renew: ['DID_RENEW', undefined],
  fail: ['DID_FAIL_TO_RENEW', 'GRACE_PERIOD'],
  hold: ['GRACE_PERIOD_EXPIRED', undefined],
  recover: ['DID_RENEW', 'BILLING_RECOVERY'],
  'give up': ['EXPIRED', 'BILLING_RETRY'],
  cancel: ['DID_CHANGE_RENEWAL_STATUS', 'AUTO_RENEW_DISABLED'],
  expire: ['EXPIRED', 'VOLUNTARY'],
  refund: ['REFUND', undefined],
};

type Subscriber = { id: string; accountToken: string };

/** From now on the server says what is true. Returns the notification of the event, signed. */
export function renderApple(apple: AppleServer, subscriber: Subscriber, { kind, truth }: LifeEvent): string {
  const transactions = truth.orders.map((_, place) => toTransaction(subscriber, truth, place));
  const newest = transactions.at(-1);
  if (!newest) throw new Error('A life begins with an order.');
  const renewal = createRenewal({
    originalTransactionId: subscriber.id,
    autoRenewStatus: truth.state === 'canceled' || truth.state === 'expired' ? 0 : 1,
    ...(truth.state === 'grace' ? { gracePeriodExpiresDate: (newest.expiresDate ?? 0) + GRACE_MS } : {}),
    ...(truth.state === 'expired'
      ? {
          expirationIntent:
            truth.cause === 'billing' ? ExpirationIntent.BILLING_ERROR : ExpirationIntent.CUSTOMER_CANCELLED,
        }
      : {}),
  });
  apple.subscriptions.set(subscriber.id, { status: statuses[truth.state], transactions, renewal });
  return apple.signNotification(...notifications[kind], newest, renewal);
}

function toTransaction({ id, accountToken }: Subscriber, { orders }: Truth, place: number): Transaction {
  const [first] = orders;
  const order = orders[place];
  if (!first || !order) throw new Error('There is no such order.');
  return createTransaction({
    originalTransactionId: id,
    transactionId: String(BigInt(id) + BigInt(place)),
    appAccountToken: accountToken,
    purchaseDate: order.paidAt.getTime(),
    originalPurchaseDate: first.paidAt.getTime(),
    expiresDate: order.paidUntil.getTime(),
    transactionReason: order.isRenewal ? TransactionReason.RENEWAL : TransactionReason.PURCHASE,
    ...(order.refundedAt
      ? {
          revocationDate: order.refundedAt.getTime(),
          revocationReason: RevocationReason.REFUNDED_FOR_OTHER_REASON,
        }
      : {}),
  });
}
