import { beforeEach, describe, expect, test } from 'vitest';
import { createGoogleConnection } from '#api/purchases/google/connection.ts';
import { askPurchase } from '#tests/setup/stores/google/ask.ts';
import {
  createLineItem,
  createOrder,
  FIRST_ORDER,
  type WireOrder,
} from '#tests/setup/stores/google/payloads.ts';
import { startGoogleServer } from '#tests/setup/stores/google/server.ts';

const google = await startGoogleServer();
const connection = createGoogleConnection(google.settings, {
  clock: () => new Date('2026-11-22T12:00:00Z'),
  authorization: google.authorization,
});
const renewal = (number: number) => `${FIRST_ORDER}..${number}`;

beforeEach(() => google.clear());

/** The newest is renewal `last`; without it the first order. */
function addOrders(last: number, changed: WireOrder[] = []): void {
  const latestSuccessfulOrderId = last < 0 ? FIRST_ORDER : renewal(last);
  const orders = Array.from({ length: last + 2 }, (_, index) => createOrder(index - 1));
  const lineItems = [createLineItem({ latestSuccessfulOrderId })];
  google.addSubscription({ lineItems }, [...orders, ...changed]);
}

async function askOrders(knownOrder: string | null, askedOrders: string[] = []) {
  const { orders } = await askPurchase(connection, { knownOrder, askedOrders });
  return orders;
}

const idsOf = (orders: readonly { id: string }[]) => orders.map(({ id }) => id);
const readIds = () =>
  google.requests.map(({ path }) => path).flatMap((path) => /^orders\/(.*)$/.exec(path)?.[1] ?? []);

describe('new orders', () => {
  test('none if the newest is known; it alone is read, because Google may tell more of it now', async () => {
    addOrders(4, [createOrder(4, { total: { currencyCode: 'EUR', units: '9' } })]);
    expect(await askOrders(renewal(4))).toMatchObject([
      { id: renewal(4), price: { minor: 900, currency: 'EUR' } },
    ]);
    expect(readIds()).toEqual([renewal(4)]);
  });

  test('the first order', async () => {
    addOrders(-1);
    expect(await askOrders(null)).toEqual([
      {
        id: FIRST_ORDER,
        productId: 'meals.monthly',
        isRenewal: false,
        paidAt: new Date('2026-09-10T08:00:00Z'),
        paidUntil: new Date('2026-10-10T08:00:00Z'),
        price: { minor: 865, currency: 'USD' },
        refund: null,
      },
    ]);
  });

  test('all of a purchase without a known order, oldest first; those after the first are renewals', async () => {
    addOrders(6);
    const orders = await askOrders(null);
    expect(idsOf(orders)).toEqual([FIRST_ORDER, ...[0, 1, 2, 3, 4, 5, 6].map(renewal)]);
    expect(orders.map(({ isRenewal }) => isRenewal)).toEqual([false, ...Array(7).fill(true)]);
  });

  test('renewals that no notification told', async () => {
    addOrders(11);
    expect(idsOf(await askOrders(renewal(8)))).toEqual([9, 10, 11].map(renewal));
    expect(readIds().sort()).toEqual([10, 11, 9].map(renewal));
  });

  test('from the first renewal on, if the first order is known', async () => {
    addOrders(1);
    expect(idsOf(await askOrders(FIRST_ORDER))).toEqual([0, 1].map(renewal));
  });

  test('all if the known order is of another purchase', async () => {
    addOrders(1);
    expect(await askOrders('GPA.1111-2222-3333-44444..9')).toHaveLength(3);
  });

  test('a number that Google does not know is left out', async () => {
    addOrders(3);
    google.orders.delete(renewal(1));
    expect(idsOf(await askOrders(renewal(0)))).toEqual([2, 3].map(renewal));
  });

  test.each(['PENDING', 'CANCELED', 'STATE_UNSPECIFIED', 'ON_FIRE'])(
    'one that is %s moved no money',
    async (state) => {
      addOrders(2, [createOrder(1, { state })]);
      expect(idsOf(await askOrders(renewal(0)))).toEqual([renewal(2)]);
    },
  );

  test('none that is older than the known one', async () => {
    addOrders(2);
    expect(await askOrders(renewal(3))).toEqual([]);
  });

  test('a renewal that failed first was paid when it was processed', async () => {
    const processed = { processedEvent: { eventTime: '2026-11-21T09:30:00Z' } };
    addOrders(1, [createOrder(1, { orderHistory: processed })]);
    expect((await askOrders(renewal(0)))[0]?.paidAt).toEqual(new Date('2026-11-21T09:30:00Z'));
    const { orderHistory: _, ...order } = createOrder(1);
    google.orders.set(order.orderId, order);
    expect((await askOrders(renewal(0)))[0]?.paidAt).toEqual(new Date(order.createTime));
  });

  test('a paid order without an end is an answer that cannot be read', async () => {
    addOrders(1, [createOrder(1, { lineItems: [{ productId: 'x', subscriptionDetails: {} }] })]);
    await expect(askOrders(null)).rejects.toThrow('its answer couldn’t be read');
  });
});

describe('asked orders', () => {
  test('each is read once, beside the new ones', async () => {
    const refunded = { refundEvent: { eventTime: '2026-11-20T10:00:00Z' } };
    addOrders(4, [createOrder(0, { state: 'REFUNDED', orderHistory: refunded })]);
    const orders = await askOrders(renewal(3), [renewal(0), renewal(0), renewal(4)]);
    expect(idsOf(orders)).toEqual([0, 4].map(renewal));
    expect(orders[0]?.refund).toEqual({ at: new Date('2026-11-20T10:00:00Z'), minor: 865 });
    expect(orders[1]?.refund).toBeNull();
    expect(readIds().sort()).toEqual([0, 4].map(renewal));
  });

  test('one that Google does not know, of another purchase, of a product, or no id, is left out', async () => {
    const other = createOrder(7, { orderId: 'GPA.1', purchaseToken: 'another' });
    const product = createOrder(7, { orderId: 'GPA.2', lineItems: [{ productId: 'coins' }] });
    addOrders(1, [other, product]);
    const orders = await askOrders(renewal(1), ['GPA.0', 'GPA.1', 'GPA.2', '..', '']);
    expect(idsOf(orders)).toEqual([renewal(1)]);
    expect(readIds().sort()).toEqual(['GPA.0', 'GPA.1', 'GPA.2', renewal(1)]);
  });
});

describe('money', () => {
  test.each([
    [
      { currencyCode: 'USD', units: '8', nanos: 650_000_000 },
      { minor: 865, currency: 'USD' },
    ],
    [
      { currencyCode: 'USD', nanos: 10_000_000 },
      { minor: 1, currency: 'USD' },
    ],
    [
      { currencyCode: 'JPY', units: '1500' },
      { minor: 1_500, currency: 'JPY' },
    ],
    [
      { currencyCode: 'KWD', units: '2', nanos: 950_000_000 },
      { minor: 2_950, currency: 'KWD' },
    ],
    [{ currencyCode: 'USD' }, { minor: 0, currency: 'USD' }],
    [{ currencyCode: 'credits', units: '8' }, null],
    [{ units: '8' }, null],
  ])('%j is %j', async (total, price) => {
    addOrders(-1, [createOrder(-1, { total })]);
    expect((await askOrders(null))[0]?.price).toEqual(price);
  });

  test('is null if Google does not say the total', async () => {
    const { total: _, ...order } = createOrder(-1);
    addOrders(-1, [order]);
    expect((await askOrders(null))[0]?.price).toBeNull();
  });

  const part = (state: string, nanos: number, processTime?: string) => ({
    state,
    createTime: '2026-11-18T10:00:00Z',
    ...(processTime ? { processTime } : {}),
    refundDetails: { total: { currencyCode: 'USD', units: '1', nanos } },
  });

  test('partial refunds add up; those that are not done do not count', async () => {
    const partialRefundEvents = [
      part('PROCESSED_SUCCESSFULLY', 500_000_000, '2026-11-20T10:00:00Z'),
      part('PROCESSED_SUCCESSFULLY', 250_000_000),
      part('PENDING', 0, '2026-11-21T10:00:00Z'),
    ];
    const state = 'PARTIALLY_REFUNDED';
    addOrders(1, [createOrder(1, { state, orderHistory: { partialRefundEvents } })]);
    const refund = { at: new Date('2026-11-20T10:00:00Z'), minor: 275 };
    expect(await askOrders(renewal(1))).toMatchObject([{ id: renewal(1), refund }]);
  });

  test('a full refund gives all back, whatever the parts before it', async () => {
    const orderHistory = {
      partialRefundEvents: [part('PROCESSED_SUCCESSFULLY', 0)],
      refundEvent: {
        eventTime: '2026-11-21T10:00:00Z',
        refundDetails: { total: { currencyCode: 'USD', units: '7', nanos: 650_000_000 } },
      },
    };
    addOrders(1, [createOrder(1, { state: 'REFUNDED', orderHistory })]);
    expect((await askOrders(renewal(1)))[0]?.refund).toEqual({
      at: new Date('2026-11-21T10:00:00Z'),
      minor: 865,
    });
  });

  test('a refund that Google has not done yet is none', async () => {
    addOrders(1, [createOrder(1, { state: 'PENDING_REFUND' })]);
    expect(await askOrders(renewal(1))).toMatchObject([{ id: renewal(1), refund: null }]);
  });
});
