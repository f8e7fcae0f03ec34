import { TransactionReason } from '@apple/app-store-server-library';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAppleConnection } from '#api/purchases/apple/connection.ts';
import type { Question } from '#api/purchases/store.ts';
import { createTransaction, type Transaction } from '#tests/setup/stores/apple/payloads.ts';
import { startAppleServer } from '#tests/setup/stores/apple/server.ts';

const apple = await startAppleServer();
const connection = createAppleConnection(apple.settings, {
  clock: () => new Date('2026-11-22T12:00:00Z'),
  rootCertificates: apple.rootCertificates,
});

const KEY = '2000000100';
const time = (date: string) => new Date(date).getTime();

beforeEach(() => {
  apple.subscriptions.clear();
  apple.requests.length = 0;
  apple.pageSize = 20;
});

async function askOrders(knownOrder: string | null, askedOrders: string[] = []) {
  const question: Question = {
    platform: 'ios',
    key: KEY,
    environment: 'production',
    productId: 'meals.monthly',
    knownOrder,
    askedOrders,
  };
  const answer = await connection.ask(question, AbortSignal.timeout(60_000));
  if (answer.kind !== 'purchase') throw new Error(`The answer is ${JSON.stringify(answer)}.`);
  return answer.purchase.orders;
}

const idsOf = (orders: readonly { id: string }[]) => orders.map(({ id }) => id);
const callsOf = (part: string) => apple.requests.filter(({ path }) => path.includes(part));

/** `count` months, the last of which is paid in November 2026. */
function months(count: number): Partial<Transaction>[] {
  return Array.from({ length: count }, (_, index) => ({
    transactionId: String(2_000_000_100 + index),
    purchaseDate: Date.UTC(2026, 11 - count + index, 10),
    expiresDate: Date.UTC(2026, 12 - count + index, 10),
  }));
}

describe('new orders', () => {
  test('none if the newest is known: it alone, as Apple tells it now, without the history', async () => {
    const transactions = months(3);
    transactions[2] = { ...transactions[2], price: 8_990, currency: 'EUR' };
    apple.addSubscription({}, transactions);
    expect(await askOrders('2000000102')).toMatchObject([
      { id: '2000000102', price: { minor: 899, currency: 'EUR' } },
    ]);
    expect(apple.requests).toHaveLength(1);
  });

  test('all of a purchase without a known order, oldest first', async () => {
    apple.addSubscription({}, months(3));
    const orders = await askOrders(null);
    expect(idsOf(orders)).toEqual(['2000000100', '2000000101', '2000000102']);
    expect(orders[2]).toEqual({
      id: '2000000102',
      productId: 'meals.monthly',
      isRenewal: true,
      paidAt: new Date('2026-11-10T00:00:00Z'),
      paidUntil: new Date('2026-12-10T00:00:00Z'),
      price: { minor: 799, currency: 'USD' },
      refund: null,
    });
  });

  test('only a renewal is one: not the first order, and not a new purchase after an end', async () => {
    const again = { purchaseDate: time('2026-11-20T00:00:00Z'), expiresDate: time('2026-12-20T00:00:00Z') };
    apple.addSubscription({}, [
      ...months(2),
      { ...again, transactionId: '2000000109', transactionReason: TransactionReason.PURCHASE },
    ]);
    expect((await askOrders(null)).map(({ isRenewal }) => isRenewal)).toEqual([false, true, false]);
  });

  test('renewals that no notification told, from as many pages as it takes', async () => {
    apple.pageSize = 2;
    apple.addSubscription({}, months(9));
    expect(idsOf(await askOrders('2000000103'))).toEqual([
      '2000000103',
      '2000000104',
      '2000000105',
      '2000000106',
      '2000000107',
      '2000000108',
    ]);
    const pages = callsOf('/history/');
    expect(pages).toHaveLength(3);
    expect(Object.fromEntries(pages[1]?.query ?? [])).toEqual({
      revision: '2',
      sort: 'DESCENDING',
      productType: 'AUTO_RENEWABLE',
    });
  });

  test('all pages if the known order is not in the history', async () => {
    apple.pageSize = 2;
    apple.addSubscription({}, months(5));
    expect(await askOrders('1000000000')).toHaveLength(5);
    expect(callsOf('/history/')).toHaveLength(3);
  });

  test('a known order that was refunded later, and so comes first in the history', async () => {
    const transactions = months(4);
    transactions[1] = { ...transactions[1], revocationDate: time('2026-11-21T00:00:00Z') };
    apple.addSubscription({}, transactions);
    const orders = await askOrders('2000000101');
    expect(idsOf(orders)).toEqual(['2000000101', '2000000102', '2000000103']);
    expect(orders[0]?.refund).toEqual({ at: new Date('2026-11-21T00:00:00Z'), minor: 799 });
  });

  test('not those of another subscription of the customer', async () => {
    apple.addSubscription({}, months(2));
    apple.addSubscription({}, [{ originalTransactionId: '2000000900', transactionId: '2000000901' }]);
    expect(idsOf(await askOrders(null))).toEqual(['2000000100', '2000000101']);
  });

  test('an upgrade: the replaced order was paid too', async () => {
    const [first, second] = months(2);
    apple.addSubscription({}, [
      { ...first, isUpgraded: true },
      { ...second, productId: 'meals.yearly', price: 59_990 },
    ]);
    expect(await askOrders(null)).toMatchObject([
      { productId: 'meals.monthly', price: { minor: 799 }, refund: null },
      { productId: 'meals.yearly', price: { minor: 5_999 }, refund: null },
    ]);
  });
});

describe('asked orders', () => {
  test('each is looked up once, beside the new ones', async () => {
    const transactions = months(5);
    transactions[0] = { ...transactions[0], revocationDate: time('2026-11-21T00:00:00Z') };
    apple.addSubscription({}, transactions);
    const orders = await askOrders('2000000104', ['2000000100', '2000000100', '2000000104']);
    expect(idsOf(orders)).toEqual(['2000000100', '2000000104']);
    expect(orders[0]?.refund).toEqual({ at: new Date('2026-11-21T00:00:00Z'), minor: 799 });
    expect(orders[1]?.refund).toBeNull();
    expect(callsOf('/transactions/')).toHaveLength(1);
  });

  test('one that is in the history is not looked up', async () => {
    apple.addSubscription({}, months(3));
    expect(await askOrders(null, ['2000000101'])).toHaveLength(3);
    expect(callsOf('/transactions/')).toHaveLength(0);
  });

  test('one that Apple does not know, of another purchase, or no id at all, is left out', async () => {
    apple.addSubscription({}, months(3));
    apple.addSubscription({}, [{ originalTransactionId: '2000000900', transactionId: '2000000901' }]);
    const orders = await askOrders('2000000102', ['3000000000', '2000000901', '../../history/1']);
    expect(idsOf(orders)).toEqual(['2000000102']);
    expect(callsOf('/transactions/').map(({ path }) => path.split('/').at(-1))).toEqual([
      '3000000000',
      '2000000901',
    ]);
  });
});

describe('money', () => {
  test.each([
    ['USD', 9_990, 999],
    ['JPY', 1_500_000, 1_500],
    ['KWD', 2_950, 2_950],
    ['USD', 0, 0],
  ])('%s: %i thousandths are %i minor units', async (currency, price, minor) => {
    apple.addSubscription({}, [{ currency, price }]);
    expect((await askOrders(null))[0]?.price).toEqual({ minor, currency });
  });

  test('is null if Apple names no currency that Intl can read', async () => {
    apple.addSubscription({}, [{ currency: 'credits' }]);
    expect((await askOrders(null))[0]?.price).toBeNull();
  });

  test('is null if Apple does not say the price', async () => {
    const { price: _, ...transaction } = createTransaction();
    apple.addSubscription({ transactions: [transaction] });
    expect((await askOrders(null))[0]?.price).toBeNull();
  });

  test.each([
    [{}, 799],
    [{ revocationType: 'REFUND_FULL' }, 799],
    [{ revocationType: 'REFUND_PRORATED', revocationPercentage: 50_000 }, 400],
    [{ revocationType: 'REFUND_PRORATED', revocationPercentage: 12_500 }, 100],
  ])('a refund of %j gives back %i cents', async (revocation, minor) => {
    const at = new Date('2026-11-20T10:00:00Z');
    apple.addSubscription({}, [{ revocationDate: at.getTime(), ...revocation }]);
    expect((await askOrders(null))[0]?.refund).toEqual({ at, minor });
  });

  test('family sharing costs the member nothing, and its end gives nothing back', async () => {
    const revoked = { revocationDate: time('2026-11-20T10:00:00Z'), revocationType: 'FAMILY_REVOKE' };
    apple.addSubscription({}, [{ inAppOwnershipType: 'FAMILY_SHARED', ...revoked }]);
    expect(await askOrders(null)).toMatchObject([{ price: { minor: 0, currency: 'USD' }, refund: null }]);
  });
});
