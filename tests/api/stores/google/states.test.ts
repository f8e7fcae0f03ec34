import { beforeEach, describe, expect, test } from 'vitest';
import { createGoogleConnection } from '#api/purchases/google/connection.ts';
import { askPurchase } from '#tests/setup/stores/google/ask.ts';
import {
  ACCOUNT,
  createLineItem,
  createOrder,
  createSubscription,
  FIRST_ORDER,
  TOKEN,
  type WireSubscription,
} from '#tests/setup/stores/google/payloads.ts';
import { startGoogleServer } from '#tests/setup/stores/google/server.ts';

const google = await startGoogleServer();
let now = new Date('2026-11-22T12:00:00Z');
const connection = createGoogleConnection(google.settings, {
  clock: () => now,
  authorization: google.authorization,
});

const NEWEST = `${FIRST_ORDER}..1`;
const paidUntil = new Date('2026-12-10T08:00:00.123Z');

beforeEach(() => {
  google.clear();
  now = new Date('2026-11-22T12:00:00Z');
});

async function askState(
  subscriptionState: string,
  changes: Partial<WireSubscription> = {},
  orders = [createOrder(1)],
) {
  google.addSubscription({ subscriptionState, ...changes }, orders);
  const { state, rawState } = await askPurchase(connection);
  expect(rawState).toBe(subscriptionState);
  return state;
}

const past = [createLineItem({ expiryTime: '2026-11-10T08:00:00Z' })];
const refunded = createOrder(1, {
  state: 'REFUNDED',
  orderHistory: { refundEvent: { eventTime: '2026-11-20T10:00:00Z' } },
});

test('everything about a purchase that renews', async () => {
  google.addSubscription();
  expect(await askPurchase(connection)).toEqual({
    state: { name: 'active', until: paidUntil, renews: true, isTrial: false },
    rawState: 'SUBSCRIPTION_STATE_ACTIVE',
    environment: 'production',
    productId: 'meals.monthly',
    accountToken: ACCOUNT,
    replaces: null,
    startedAt: new Date('2026-09-10T08:00:00Z'),
    orders: [expect.objectContaining({ id: NEWEST })],
    price: { minor: 799, currency: 'USD' },
  });
});

describe('active', () => {
  test('a free trial', async () => {
    const lineItems = [createLineItem({ offerPhase: { freeTrial: {} } })];
    expect(await askState('SUBSCRIPTION_STATE_ACTIVE', { lineItems })).toMatchObject({ isTrial: true });
  });

  test('without renewal: a prepaid plan, or false, which Google leaves out', async () => {
    const { autoRenewingPlan: _, ...prepaid } = createLineItem();
    expect(await askState('SUBSCRIPTION_STATE_ACTIVE', { lineItems: [prepaid] })).toMatchObject({
      renews: false,
    });
    const lineItems = [createLineItem({ autoRenewingPlan: {} })];
    expect(await askState('SUBSCRIPTION_STATE_ACTIVE', { lineItems })).toMatchObject({ renews: false });
  });

  test('also after a full refund of the newest order, which tells it', async () => {
    google.addSubscription({}, [refunded]);
    const { state, orders } = await askPurchase(connection);
    expect(state.name).toBe('active');
    expect(orders).toMatchObject([
      { id: NEWEST, refund: { at: new Date('2026-11-20T10:00:00Z'), minor: 865 } },
    ]);
  });

  test("in Google's silent day: the renewal was due, and no order is new", async () => {
    now = new Date('2026-12-10T20:00:00Z');
    const lineItems = [createLineItem({ expiryTime: '2026-12-11T08:00:00Z' })];
    google.addSubscription({ lineItems });
    const { state, orders } = await askPurchase(connection);
    expect(state).toMatchObject({ name: 'active', until: new Date('2026-12-11T08:00:00Z') });
    expect(orders).toMatchObject([{ id: NEWEST }]);
  });
});

describe('not failing', () => {
  test('paused, until the date that Google names', async () => {
    const pausedStateContext = { autoResumeTime: '2027-01-10T08:00:00Z' };
    expect(await askState('SUBSCRIPTION_STATE_PAUSED', { pausedStateContext })).toEqual({
      name: 'paused',
      until: new Date('2027-01-10T08:00:00Z'),
    });
    expect(await askState('SUBSCRIPTION_STATE_PAUSED')).toEqual({ name: 'paused', until: null });
  });

  test.each(['PENDING', 'PENDING_PURCHASE_CANCELED'])('%s: nothing was paid yet', async (name) => {
    const { startTime: _, ...pending } = createSubscription({
      subscriptionState: `SUBSCRIPTION_STATE_${name}`,
      lineItems: [{ productId: 'meals.monthly' }],
    });
    google.subscriptions.set(TOKEN, pending);
    expect(await askPurchase(connection)).toMatchObject({
      state: { name: 'pending' },
      startedAt: now,
      orders: [],
    });
  });

  test.each(['UNSPECIFIED', 'ON_FIRE'])('%s is new to us', async (name) => {
    expect(await askState(`SUBSCRIPTION_STATE_${name}`)).toEqual({ name: 'unrecognized' });
  });

  test.each(['ACTIVE', 'IN_GRACE_PERIOD', 'ON_HOLD', 'CANCELED', 'EXPIRED'])(
    '%s without its date changes nothing',
    async (name) => {
      const { expiryTime: _, ...item } = createLineItem();
      expect(await askState(`SUBSCRIPTION_STATE_${name}`, { lineItems: [item] })).toEqual({
        name: 'unrecognized',
      });
    },
  );
});

describe('the end', () => {
  const cancelSurveyResult = { reason: 'CANCEL_SURVEY_REASON_COST_RELATED', reasonUserInput: 'Secret.' };
  const causes: [WireSubscription['canceledStateContext'], string, string][] = [
    [{ userInitiatedCancellation: {} }, 'customer', 'userInitiatedCancellation'],
    [
      { userInitiatedCancellation: { cancelSurveyResult } },
      'customer',
      'userInitiatedCancellation (CANCEL_SURVEY_REASON_COST_RELATED)',
    ],
    [{ systemInitiatedCancellation: {} }, 'billing', 'systemInitiatedCancellation'],
    [{ developerInitiatedCancellation: {} }, 'developer', 'developerInitiatedCancellation'],
    [{ replacementCancellation: {} }, 'replaced', 'replacementCancellation'],
    [{ stellarCancellation: {} }, 'other', 'stellarCancellation'],
    [undefined, 'other', 'no canceledStateContext'],
  ];

  test.each(causes)('%j: %s', async (canceledStateContext, kind, raw) => {
    const because = { kind, raw };
    const context = canceledStateContext ? { canceledStateContext } : {};
    expect(await askState('SUBSCRIPTION_STATE_CANCELED', context)).toEqual({
      name: 'canceled',
      until: paidUntil,
      because,
    });
    const expired = { name: 'expired', at: new Date('2026-11-10T08:00:00Z'), because };
    const over = { lineItems: past, ...context };
    expect(await askState('SUBSCRIPTION_STATE_CANCELED', over)).toEqual(expired);
    expect(await askState('SUBSCRIPTION_STATE_EXPIRED', over)).toEqual(expired);
  });

  test('by a full refund of the newest order', async () => {
    const state = await askState('SUBSCRIPTION_STATE_EXPIRED', { lineItems: past }, [refunded]);
    expect(state).toEqual({ name: 'revoked', at: new Date('2026-11-20T10:00:00Z') });
  });

  test('not by a refund of an older order, nor by one in part', async () => {
    const half = createOrder(1, {
      state: 'PARTIALLY_REFUNDED',
      orderHistory: {
        partialRefundEvents: [
          {
            state: 'PROCESSED_SUCCESSFULLY',
            processTime: '2026-11-20T10:00:00Z',
            refundDetails: { total: { currencyCode: 'USD', units: '4' } },
          },
        ],
      },
    });
    const older = createOrder(0, { state: 'REFUNDED' });
    const state = await askState('SUBSCRIPTION_STATE_EXPIRED', { lineItems: past }, [older, half]);
    expect(state.name).toBe('expired');
  });
});
