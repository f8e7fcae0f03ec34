import { beforeEach, describe, expect, test } from 'vitest';
import { createGoogleConnection } from '#api/purchases/google/connection.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { ACCOUNT, FIRST_ORDER, PACKAGE_NAME, TOKEN } from '#tests/setup/stores/google/payloads.ts';
import { startGoogleServer } from '#tests/setup/stores/google/server.ts';

const google = await startGoogleServer();
const logged: string[] = [];
const now = new Date('2026-11-22T12:00:00Z');
const services = { clock: () => now, log: createTestLog(logged), authorization: google.authorization };
const connection = createGoogleConnection(google.settings, services);

beforeEach(() => {
  logged.length = 0;
});

const notificationBase = {
  version: '1.0',
  packageName: PACKAGE_NAME,
  eventTimeMillis: String(Date.UTC(2026, 10, 22, 11, 59)),
};

function createRenewed(notificationType = 2) {
  return {
    ...notificationBase,
    subscriptionNotification: { version: '1.0', notificationType, purchaseToken: TOKEN },
  };
}

async function verify(...push: Parameters<typeof google.signPush>) {
  const { body, authorization } = google.signPush(...push);
  const received = await connection.verify(body, authorization);
  if (received.kind !== 'verified') throw new Error(`${received.kind}: ${received.because}`);
  return received.notification;
}

test('everything about a notification of a subscription', async () => {
  expect(await verify(createRenewed())).toEqual({
    platform: 'android',
    id: '2070443601311540',
    type: 'SUBSCRIPTION_RENEWED (2)',
    at: new Date('2026-11-22T11:59:00Z'),
    environment: 'production',
    purchase: { key: TOKEN, productId: null, accountToken: null },
    orders: [],
    payload: {
      message: {
        data: createRenewed(),
        attributes: {},
        messageId: '2070443601311540',
        publishTime: '2026-11-22T11:59:58.5Z',
      },
      subscription: 'projects/my-project/subscriptions/google-play',
    },
  });
});

test.each([
  [1, 'SUBSCRIPTION_RECOVERED (1)'],
  [2, 'SUBSCRIPTION_RENEWED (2)'],
  [3, 'SUBSCRIPTION_CANCELED (3)'],
  [4, 'SUBSCRIPTION_PURCHASED (4)'],
  [5, 'SUBSCRIPTION_ON_HOLD (5)'],
  [6, 'SUBSCRIPTION_IN_GRACE_PERIOD (6)'],
  [7, 'SUBSCRIPTION_RESTARTED (7)'],
  [8, 'SUBSCRIPTION_PRICE_CHANGE_CONFIRMED (8)'],
  [9, 'SUBSCRIPTION_DEFERRED (9)'],
  [10, 'SUBSCRIPTION_PAUSED (10)'],
  [11, 'SUBSCRIPTION_PAUSE_SCHEDULE_CHANGED (11)'],
  [12, 'SUBSCRIPTION_REVOKED (12)'],
  [13, 'SUBSCRIPTION_EXPIRED (13)'],
  [17, 'SUBSCRIPTION_ITEMS_CHANGED (17)'],
  [18, 'SUBSCRIPTION_CANCELLATION_SCHEDULED (18)'],
  [19, 'SUBSCRIPTION_PRICE_CHANGE_UPDATED (19)'],
  [20, 'SUBSCRIPTION_PENDING_PURCHASE_CANCELED (20)'],
  [22, 'SUBSCRIPTION_PRICE_STEP_UP_CONSENT_UPDATED (22)'],
  [99, 'SUBSCRIPTION (99)'],
])('%i is %s, about its purchase', async (number, type) => {
  expect(await verify(createRenewed(number))).toMatchObject({ type, purchase: { key: TOKEN }, orders: [] });
});

const voided = { purchaseToken: TOKEN, orderId: `${FIRST_ORDER}..1`, productType: 1, refundType: 1 };

test('a voided purchase names its order', async () => {
  const notification = await verify({ ...notificationBase, voidedPurchaseNotification: voided });
  expect(notification).toMatchObject({
    type: 'VOIDED_PURCHASE (refund type 1)',
    purchase: { key: TOKEN },
    orders: [`${FIRST_ORDER}..1`],
  });
});

const pendingRefundReview = {
  version: '1.0',
  pendingRefundToken: 'a',
  orderId: FIRST_ORDER,
  refundReason: 7,
};
test.each([
  ['TEST', { testNotification: { version: '1.0' } }],
  ['ONE_TIME_PRODUCT_PURCHASED (1)', { oneTimeProductNotification: { notificationType: 1, sku: 'coins' } }],
  ['ONE_TIME_PRODUCT_CANCELED (2)', { oneTimeProductNotification: { notificationType: 2, sku: 'coins' } }],
  ['ONE_TIME_PRODUCT (7)', { oneTimeProductNotification: { notificationType: 7, sku: 'coins' } }],
  ['VOIDED_PURCHASE (refund type 1)', { voidedPurchaseNotification: { ...voided, productType: 2 } }],
  ['PENDING_REFUND_REVIEW', { pendingRefundReviewNotification: pendingRefundReview }],
  ['UNRECOGNIZED (stellarNotification)', { stellarNotification: {} }],
])('%s is about no subscription', async (type, notification) => {
  expect(await verify({ ...notificationBase, ...notification })).toMatchObject({
    type,
    purchase: null,
    orders: [],
  });
  expect(logged).toEqual([]);
});

const answerDueAt = new Date('2026-11-23T11:59:00Z');
test.each([
  ['as Google sends it', { obfuscatedAccountId: ACCOUNT }, { order: FIRST_ORDER, accountToken: ACCOUNT }],
  [
    'of an account in another case',
    { obfuscatedAccountId: ACCOUNT.toUpperCase() },
    { order: FIRST_ORDER, accountToken: ACCOUNT },
  ],
  [
    'with texts that cannot be stored',
    { orderId: 'GPA\0', obfuscatedAccountId: `${ACCOUNT}\0` },
    { order: null, accountToken: null },
  ],
  ['without an account', {}, { order: FIRST_ORDER, accountToken: null }],
  [
    'with other fields than today',
    { orderId: 5, obfuscatedAccountId: {} },
    { order: null, accountToken: null },
  ],
])('a chargeback review %s wants an answer within 24 hours', async (_, changes, review) => {
  const notification = await verifyReview({ ...pendingRefundReview, ...changes });
  expect(notification).toMatchObject({
    type: 'PENDING_REFUND_REVIEW',
    review: { ...review, answerDueAt, reason: '7', storeToken: 'a' },
  });
});

test('a chargeback review that is no object is one all the same; of another app it is none', async () => {
  expect((await verifyReview('soon')).review).toEqual({
    ...{ order: null, accountToken: null, answerDueAt },
    ...{ reason: null, storeToken: null },
  });
  const other = await verifyReview(pendingRefundReview, { packageName: 'com.example.other' });
  expect(other.review).toBeUndefined();
  expect((await verify(createRenewed())).review).toBeUndefined();
});

function verifyReview(pendingRefundReviewNotification: unknown, changes: object = {}) {
  return verify({ ...notificationBase, ...changes, pendingRefundReviewNotification });
}

test('the time is a number, a text, or that of the message', async () => {
  const at = new Date('2026-11-22T11:59:00Z');
  expect((await verify({ ...createRenewed(), eventTimeMillis: at.getTime() })).at).toEqual(at);
  expect((await verify({ ...createRenewed(), eventTimeMillis: String(at.getTime()) })).at).toEqual(at);
  const { eventTimeMillis: _, ...untimed } = createRenewed();
  for (const notification of [untimed, { ...untimed, eventTimeMillis: 'soon' }]) {
    const { purchase, at } = await verify(notification);
    expect(purchase).toMatchObject({ key: TOKEN });
    expect(at).toEqual(new Date('2026-11-22T11:59:58.500Z'));
  }
});

describe('a good message that is of no use', () => {
  test.each([
    ['broken JSON', '{"version": "1.0", '],
    ['no data', ''],
    ['a text', '"hello"'],
    ['no package', JSON.stringify({ testNotification: {} })],
    [
      'a purchase without its token',
      { ...notificationBase, subscriptionNotification: { notificationType: 2 } },
    ],
  ])('%s', async (_, data) => {
    const notification = await verify(data, { messageId: '7' });
    expect(notification).toMatchObject({ id: '7', type: 'UNREADABLE', purchase: null, orders: [] });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(/"level":"warn".*"id":"7".*couldn’t be read/);
  });

  test('of another app', async () => {
    const notification = await verify({ ...createRenewed(), packageName: 'com.example.other' });
    expect(notification).toMatchObject({ type: 'SUBSCRIPTION_RENEWED (2)', purchase: null });
    expect(logged[0]).toMatch(/"level":"warn".*about another package/);
    expect(logged[0]).not.toContain(TOKEN);
  });
});

test('the message of each subscription, if none is named', async () => {
  const settings = { ...google.settings, pushSubscription: null };
  const { verify } = createGoogleConnection(settings, services);
  const push = google.signPush(createRenewed(), { subscription: 'projects/other/subscriptions/b' });
  expect(await verify(push.body, push.authorization)).toMatchObject({ kind: 'verified' });
});
