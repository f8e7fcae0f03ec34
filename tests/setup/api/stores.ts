import type { Stores } from '#api/purchases/ask-purchase.ts';
import type { AskStore, StoreConnection, StorePurchase } from '#api/purchases/store.ts';
import { throttle } from '#api/purchases/throttle.ts';

/** Both stores answer alike, without webhooks. Their waits follow the clock. */
export function storesThatAnswer(ask: AskStore, clock = () => new Date()): Stores {
  const connection: StoreConnection = {
    environments: ['production'],
    ask,
    findOrder: async () => ({ kind: 'unknown', raw: 'a test' }),
    requestTest: null,
    answerRefund: async () => ({ kind: 'accepted' }),
    act: async () => ({ kind: 'done' }),
    verify: async () => ({ kind: 'forged', because: 'a test' }),
    readMissed: async function* () {},
    ratePerSecond: 1_000,
  };
  return { ios: throttle(connection, clock), android: throttle(connection, clock) };
}

/** An active subscription whose renewal was paid just now. */
export function paidPurchase(key: string, until: Date): StorePurchase {
  return {
    state: { name: 'active', until, renews: true, isTrial: false },
    rawState: 'active',
    environment: 'production',
    productId: 'x.monthly',
    accountToken: null,
    replaces: null,
    startedAt: new Date('2026-01-01T00:00:00Z'),
    orders: [
      {
        id: `${key}..1`,
        productId: 'x.monthly',
        isRenewal: true,
        paidAt: new Date(),
        paidUntil: until,
        price: { minor: 1234, currency: 'USD' },
        refund: null,
      },
    ],
    price: { minor: 1234, currency: 'USD' },
  };
}
