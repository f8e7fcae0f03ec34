import { beforeEach, expect, test } from 'vitest';
import { createGoogleConnection } from '#api/purchases/google/connection.ts';
import type { StoreConnection } from '#api/purchases/store.ts';
import { askPurchase } from '#tests/setup/stores/google/ask.ts';
import {
  createLineItem,
  createOrder,
  createProduct,
  FIRST_ORDER,
  type WireSubscription,
} from '#tests/setup/stores/google/payloads.ts';
import { startGoogleServer } from '#tests/setup/stores/google/server.ts';

const google = await startGoogleServer();
let now: Date;
let connection: StoreConnection;

const pendingOrderId = `${FIRST_ORDER}..2`;
/** As the newest order says. */
const dueAt = new Date('2026-12-10T08:00:00Z');

beforeEach(() => {
  google.clear();
  now = new Date('2026-11-22T12:00:00Z');
  connection = createGoogleConnection(google.settings, {
    clock: () => now,
    authorization: google.authorization,
  });
});

async function askState(
  subscriptionState: string,
  changes: Partial<WireSubscription> = {},
  orders = [createOrder(1)],
) {
  google.addSubscription({ subscriptionState, ...changes }, orders);
  return (await askPurchase(connection)).state;
}

test('a grace period, which Google may extend', async () => {
  const accessUntil = new Date('2026-12-17T08:00:00Z');
  const state = await askState('SUBSCRIPTION_STATE_IN_GRACE_PERIOD', {
    inGracePeriodStateContext: { renewalDeclined: { pendingOrderId } },
    lineItems: [createLineItem({ expiryTime: '2026-12-17T08:00:00Z' })],
  });
  const deadline = { at: accessUntil, certainty: 'at_least' };
  expect(state).toEqual({ name: 'in_grace_period', dueAt, accessUntil, deadline });
});

test('on hold: grace period and hold of the base plan, from the day when it was due', async () => {
  const state = await askState('SUBSCRIPTION_STATE_ON_HOLD', {
    onHoldStateContext: { renewalDeclined: { pendingOrderId } },
    lineItems: [createLineItem({ expiryTime: '2026-12-17T08:00:00Z' })],
  });
  const deadline = { at: new Date('2027-01-16T08:00:00Z'), certainty: 'computed' };
  expect(state).toEqual({ name: 'on_hold', dueAt, deadline });
});

test('on hold without its newest order: from the expiry', async () => {
  const state = await askState('SUBSCRIPTION_STATE_ON_HOLD', {}, []);
  expect(state).toMatchObject({
    dueAt: new Date('2026-12-10T08:00:00.123Z'),
    deadline: { at: new Date('2027-01-16T08:00:00.123Z') },
  });
});

const renewal = (durations: object) => ({ basePlanId: 'other', autoRenewingBasePlanType: durations });
const installments = { gracePeriodDuration: 'P3D', accountHoldDuration: 'P60D' };
test.each([
  ['a base plan without a hold', renewal({ gracePeriodDuration: 'P30D' }), 60],
  ['a base plan without a grace period', renewal({ accountHoldDuration: 'P30D' }), 60],
  ['no grace period', renewal({ gracePeriodDuration: 'P0D', accountHoldDuration: 'P45D' }), 45],
  ['installments', { basePlanId: 'other', installmentsBasePlanType: installments }, 63],
  ['a prepaid plan', { basePlanId: 'other' }, 60],
  ['a duration that is none', renewal({ gracePeriodDuration: 'P1M', accountHoldDuration: 'P1D' }), 60],
])('on hold with %s: %#', async (_, plan, days) => {
  google.addSubscription({
    subscriptionState: 'SUBSCRIPTION_STATE_ON_HOLD',
    lineItems: [createLineItem({ offerDetails: { basePlanId: 'other' } })],
  });
  google.products.set('meals.monthly', createProduct(plan));
  const { state } = await askPurchase(connection);
  const at = new Date(dueAt.getTime() + days * 86_400_000);
  expect(state).toMatchObject({ deadline: { at, certainty: 'computed' } });
});

test('on hold, and the product cannot be read: 60 days, and it is tried again', async () => {
  google.addSubscription({ subscriptionState: 'SUBSCRIPTION_STATE_ON_HOLD' });
  google.intercept = ({ url }) =>
    url.includes('/subscriptions/') ? new Response('', { status: 503 }) : undefined;
  const later = { deadline: { at: new Date('2027-02-08T08:00:00Z') } };
  expect((await askPurchase(connection)).state).toMatchObject(later);
  google.intercept = null;
  const read = { deadline: { at: new Date('2027-01-16T08:00:00Z') } };
  expect((await askPurchase(connection)).state).toMatchObject(read);
});

test('the product is read once a day', async () => {
  google.addSubscription({ subscriptionState: 'SUBSCRIPTION_STATE_ON_HOLD' });
  const reads = () => google.requests.filter(({ path }) => path.startsWith('subscriptions/')).length;
  await askPurchase(connection);
  await askPurchase(connection);
  expect(reads()).toBe(1);
  now = new Date('2026-11-23T12:00:00Z');
  await askPurchase(connection);
  expect(reads()).toBe(2);
});

test('the product is not read otherwise', async () => {
  await askState('SUBSCRIPTION_STATE_IN_GRACE_PERIOD');
  expect(google.requests.map(({ path }) => path.split('/')[0])).toEqual(['purchases', 'orders']);
});
