import { beforeEach, describe, expect, test } from 'vitest';
import { createGoogleConnection } from '#api/purchases/google/connection.ts';
import { askPurchase } from '#tests/setup/stores/google/ask.ts';
import { ACCOUNT, createLineItem, createSubscription, TOKEN } from '#tests/setup/stores/google/payloads.ts';
import { startGoogleServer } from '#tests/setup/stores/google/server.ts';

const google = await startGoogleServer();
const connection = createGoogleConnection(google.settings, {
  clock: () => new Date('2026-11-22T12:00:00Z'),
  authorization: google.authorization,
});

beforeEach(() => google.clear());

describe('whose it is', () => {
  test('an account id in capitals; none', async () => {
    google.addSubscription({
      externalAccountIdentifiers: { obfuscatedExternalAccountId: ACCOUNT.toUpperCase() },
    });
    expect((await askPurchase(connection)).accountToken).toBe(ACCOUNT);
    google.addSubscription({ externalAccountIdentifiers: {} });
    expect((await askPurchase(connection)).accountToken).toBeNull();
  });

  test.each(['a\0b', '\ud800', 'a'.repeat(201), 'a\nb'])('%j of a changed app is no account', async (id) => {
    google.addSubscription({ externalAccountIdentifiers: { obfuscatedExternalAccountId: id } });
    expect((await askPurchase(connection)).accountToken).toBeNull();
  });

  test('of the purchase that it replaces', async () => {
    google.addSubscription({ linkedPurchaseToken: 'the-old-token' });
    expect((await askPurchase(connection)).replaces).toBe('the-old-token');
  });

  test('a test purchase is of the sandbox', async () => {
    google.addSubscription({ testPurchase: {} });
    expect((await askPurchase(connection)).environment).toBe('sandbox');
  });

  test('a plan that replaces this one later is not yet the product', async () => {
    const later = { productId: 'meals.yearly', expiryTime: '2027-12-10T08:00:00Z' };
    google.addSubscription({ lineItems: [later, createLineItem()] });
    expect((await askPurchase(connection)).productId).toBe('meals.monthly');
  });
});

describe('acknowledgement', () => {
  const acknowledgementState = 'ACKNOWLEDGEMENT_STATE_PENDING';
  const calls = () => google.requests.filter(({ method }) => method === 'POST');

  test('of a purchase that the app has not acknowledged', async () => {
    google.addSubscription({ acknowledgementState });
    await askPurchase(connection);
    await askPurchase(connection);
    expect(calls()).toMatchObject([
      { path: `purchases/subscriptions/meals.monthly/tokens/${TOKEN}:acknowledge`, body: '{}' },
    ]);
  });

  test('of a purchase in the Play Store itself, whose account Google knows only until then', async () => {
    const { externalAccountIdentifiers: _, ...subscription } = createSubscription({
      acknowledgementState,
      outOfAppPurchaseContext: {
        expiredExternalAccountIdentifiers: { obfuscatedExternalAccountId: ACCOUNT.toUpperCase() },
        expiredPurchaseToken: 'the-expired-token',
      },
    });
    google.subscriptions.set(TOKEN, subscription);
    expect(await askPurchase(connection)).toMatchObject({
      accountToken: ACCOUNT,
      replaces: 'the-expired-token',
    });
    expect(calls().map(({ body }) => JSON.parse(body))).toEqual([
      { externalAccountIds: { obfuscatedAccountId: ACCOUNT } },
    ]);
  });

  test.each(['PENDING', 'PENDING_PURCHASE_CANCELED', 'EXPIRED'])('not if it is %s', async (name) => {
    google.addSubscription({ acknowledgementState, subscriptionState: `SUBSCRIPTION_STATE_${name}` });
    await askPurchase(connection);
    expect(calls()).toEqual([]);
  });
});
