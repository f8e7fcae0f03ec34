import { Environment, type ResponseBodyV2DecodedPayload } from '@apple/app-store-server-library';
import { describe, expect, test } from 'vitest';
import { createAppleConnection } from '#api/purchases/apple/connection.ts';
import {
  APP_ID,
  BUNDLE_ID,
  createData,
  createMessage,
  createRenewal,
  createTransaction,
} from '#tests/setup/stores/apple/payloads.ts';
import { startAppleServer } from '#tests/setup/stores/apple/server.ts';

const apple = await startAppleServer();
const services = {
  clock: () => new Date('2026-11-22T12:00:00Z'),
  rootCertificates: apple.rootCertificates,
};
const connection = createAppleConnection(apple.settings, services);
const productionOnly = createAppleConnection({ ...apple.settings, acceptsSandbox: false }, services);

const KEY = '2000000100';
const NEWEST = '2000000102';
const ACCOUNT = '7e3fb20b-4cdb-47cc-936d-99d65f608138';
const sandbox = { environment: Environment.SANDBOX };

function verify(signedPayload: string, by = connection) {
  return by.verify(JSON.stringify({ signedPayload }), null);
}

async function verifyWell(signedPayload: string) {
  const received = await verify(signedPayload);
  if (received.kind !== 'verified') throw new Error(`${received.kind}: ${received.because}`);
  return received.notification;
}

describe('a notification', () => {
  test('of a subscription', async () => {
    const transaction = createTransaction({ appAccountToken: '7E3FB20B-4CDB-47CC-936D-99D65F608138' });
    const renewal = createRenewal();
    const signed = apple.signNotification('DID_RENEW', 'BILLING_RECOVERY', transaction, renewal, {
      notificationUUID: '002e14d5-51f5-4503-b5a8-c3a1af68eb20',
    });
    expect(await verifyWell(signed)).toEqual({
      platform: 'ios',
      id: '002e14d5-51f5-4503-b5a8-c3a1af68eb20',
      type: 'DID_RENEW (BILLING_RECOVERY)',
      at: new Date('2026-11-22T12:00:00Z'),
      environment: 'production',
      purchase: {
        key: KEY,
        productId: 'meals.monthly',
        accountToken: '7e3fb20b-4cdb-47cc-936d-99d65f608138',
      },
      orders: [],
      payload: {
        notificationType: 'DID_RENEW',
        subtype: 'BILLING_RECOVERY',
        notificationUUID: '002e14d5-51f5-4503-b5a8-c3a1af68eb20',
        version: '2.0',
        signedDate: new Date('2026-11-22T12:00:00Z').getTime(),
        data: { ...createData(), transaction, renewal },
      },
    });
  });

  test.each([
    ['SUBSCRIBED', 'INITIAL_BUY'],
    ['SUBSCRIBED', 'RESUBSCRIBE'],
    ['DID_RENEW', undefined],
    ['DID_RENEW', 'BILLING_RECOVERY'],
    ['DID_FAIL_TO_RENEW', undefined],
    ['DID_FAIL_TO_RENEW', 'GRACE_PERIOD'],
    ['GRACE_PERIOD_EXPIRED', undefined],
    ['EXPIRED', 'VOLUNTARY'],
    ['EXPIRED', 'BILLING_RETRY'],
    ['EXPIRED', 'PRICE_INCREASE'],
    ['EXPIRED', 'PRODUCT_NOT_FOR_SALE'],
    ['EXPIRED', undefined],
    ['DID_CHANGE_RENEWAL_STATUS', 'AUTO_RENEW_DISABLED'],
    ['DID_CHANGE_RENEWAL_STATUS', 'AUTO_RENEW_ENABLED'],
    ['DID_CHANGE_RENEWAL_PREF', 'UPGRADE'],
    ['DID_CHANGE_RENEWAL_PREF', 'DOWNGRADE'],
    ['DID_CHANGE_RENEWAL_PREF', undefined],
    ['OFFER_REDEEMED', 'UPGRADE'],
    ['OFFER_REDEEMED', 'DOWNGRADE'],
    ['OFFER_REDEEMED', undefined],
    ['PRICE_INCREASE', 'PENDING'],
    ['PRICE_INCREASE', 'ACCEPTED'],
    ['PRICE_CHANGE', undefined],
    ['CONSUMPTION_REQUEST', undefined],
    ['RENEWAL_EXTENDED', undefined],
    ['RENEWAL_EXTENSION', 'FAILURE'],
    ['METADATA_UPDATE', undefined],
    ['MIGRATION', undefined],
    ['WIN_BACK', 'NEXT_YEAR'],
  ])('%s (%s) is about its purchase, and no refund', async (type, subtype) => {
    const signed = apple.signNotification(type, subtype, createTransaction(), createRenewal());
    expect(await verifyWell(signed)).toMatchObject({
      type: subtype ? `${type} (${subtype})` : type,
      purchase: { key: KEY },
      orders: [],
    });
  });

  test.each(['REFUND', 'REFUND_DECLINED', 'REFUND_REVERSED', 'REVOKE'])(
    '%s names its order',
    async (type) => {
      const signed = apple.signNotification(type, undefined, createTransaction());
      expect(await verifyWell(signed)).toMatchObject({ type, purchase: { key: KEY }, orders: [NEWEST] });
    },
  );

  test('of another type names an order that was taken back', async () => {
    const transaction = createTransaction({ revocationDate: Date.UTC(2026, 10, 20) });
    const signed = apple.signNotification('DID_CHANGE_RENEWAL_STATUS', 'AUTO_RENEW_DISABLED', transaction);
    expect((await verifyWell(signed)).orders).toEqual([NEWEST]);
  });

  test.each(['Auto-Renewable Subscription', 'Consumable'])(
    'of a requested refund of an %s wants an answer within 12 hours',
    async (type) => {
      const transaction = createTransaction({ type, appAccountToken: ACCOUNT.toUpperCase() });
      const signed = apple.signNotification('CONSUMPTION_REQUEST', undefined, transaction, null, {
        data: createData({
          environment: Environment.PRODUCTION,
          signedTransactionInfo: apple.sign(transaction),
          consumptionRequestReason: 'UNINTENDED_PURCHASE',
        }),
      });
      expect((await verifyWell(signed)).review).toEqual({
        order: NEWEST,
        accountToken: ACCOUNT,
        answerDueAt: new Date('2026-11-23T00:00:00Z'),
        reason: 'UNINTENDED_PURCHASE',
        storeToken: null,
      });
      const renewed = apple.signNotification('DID_RENEW', undefined, transaction);
      expect((await verifyWell(renewed)).review).toBeUndefined();
    },
  );

  test('of a requested refund without a transaction wants an answer too', async () => {
    const signed = apple.signNotification('CONSUMPTION_REQUEST', undefined);
    expect((await verifyWell(signed)).review).toMatchObject({ order: null, accountToken: null });
  });

  const app = { appAppleId: APP_ID, bundleId: BUNDLE_ID };
  const external = { ...app, externalPurchaseId: 'b2158121-7af9-49d4-9561-1f588205523e' };
  const consumable = createTransaction({ type: 'Consumable' });
  const aboutNoSubscription: [string, Partial<ResponseBodyV2DecodedPayload>][] = [
    ['TEST', { data: createData() }],
    ['ONE_TIME_CHARGE', { data: createData({ signedTransactionInfo: apple.sign(consumable) }) }],
    ['REFUND', { data: createData({ signedTransactionInfo: apple.sign(consumable) }) }],
    ['RENEWAL_EXTENSION', { summary: { ...app, environment: 'Production', succeededCount: 5 } }],
    ['EXTERNAL_PURCHASE_TOKEN', { externalPurchaseToken: external }],
    ['RESCIND_CONSENT', { appData: { ...app, environment: 'Production' } }],
  ];
  test.each(aboutNoSubscription)('%s is about no subscription', async (notificationType, changes) => {
    const signed = apple.sign(createMessage({ notificationType, ...changes }));
    expect(await verifyWell(signed)).toMatchObject({ type: notificationType, purchase: null, orders: [] });
  });

  const ofSandbox: [string, Partial<ResponseBodyV2DecodedPayload>][] = [
    ['TEST', { data: createData(sandbox) }],
    ['RENEWAL_EXTENSION', { summary: { ...app, ...sandbox } }],
    ['EXTERNAL_PURCHASE_TOKEN', { externalPurchaseToken: { ...external, externalPurchaseId: 'SANDBOX_1' } }],
    ['RESCIND_CONSENT', { appData: { ...app, ...sandbox } }],
  ];
  test.each(ofSandbox)('%s of the sandbox, only if it is accepted', async (notificationType, changes) => {
    const signed = apple.sign(createMessage({ notificationType, ...changes }));
    expect((await verifyWell(signed)).environment).toBe('sandbox');
    expect(await verify(signed, productionOnly)).toEqual({ kind: 'forged', because: 'INVALID_ENVIRONMENT' });
  });
});
