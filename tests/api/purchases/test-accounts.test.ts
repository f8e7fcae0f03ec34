import { expect, test } from 'vitest';
import { readEntitlement } from '#api/accounts/courtesy.ts';
import { createAppleConnection } from '#api/purchases/apple/connection.ts';
import { createGoogleConnection } from '#api/purchases/google/connection.ts';
import { registerPurchase } from '#api/purchases/register-purchase.ts';
import type { StoreEnvironment, StorePurchase } from '#api/purchases/store.ts';
import { throttle } from '#api/purchases/throttle.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { askAboutDue } from '#tests/setup/api/purchases.ts';
import { createRenewal, createTransaction } from '#tests/setup/stores/apple/payloads.ts';
import { startAppleServer } from '#tests/setup/stores/apple/server.ts';
import { createLineItem, createOrder, TOKEN } from '#tests/setup/stores/google/payloads.ts';
import { startGoogleServer } from '#tests/setup/stores/google/server.ts';
import { type Bought, createScriptedStore } from './scripted-store.ts';

/** Purchases of App Review, TestFlight, Apple's sandbox and Google's license testers: access, and nothing else. */

const { db } = await cloneDatabase();
const { clock, inDays, order, buy, tell, statusOf, paymentsOf, chargesOf } = createScriptedStore(db);
const apple = await startAppleServer();
const google = await startGoogleServer();

const accepting = (environments: readonly StoreEnvironment[] | null) => ({
  ios: { environments },
  android: { environments },
});
const accessOf = ({ user }: Pick<Bought, 'user'>, stores = accepting(['production', 'sandbox'])) =>
  readEntitlement({ db, stores }, user.id, clock.now);
const none = { hasAccess: false, by: null, until: null };
const until = inDays(30);
const active: StorePurchase['state'] = { name: 'active', until, renews: true, isTrial: false };
const tellTest = (bought: Bought, state: StorePurchase['state']) =>
  tell(bought, { environment: 'sandbox', state, orders: [order('of a test')] });

/** It is in no list, figure, count or export, because all of those read these rows. */
async function expectUncounted(bought: Bought) {
  const subscriptions = db.selectFrom('subscriptions').where('user_id', '=', bought.user.id).select('id');
  expect([await subscriptions.execute(), await chargesOf(bought), await paymentsOf(bought)]).toEqual([
    [],
    [],
    [],
  ]);
  expect(await statusOf(bought)).toBe('none');
}

test('a test purchase gives access where it is accepted, and is not counted', async () => {
  const bought = await buy();
  await tellTest(bought, active);
  expect(await accessOf(bought)).toEqual({ hasAccess: true, by: 'subscription', until });
  expect(await accessOf(bought, accepting(null))).toMatchObject({ hasAccess: true });
  await expectUncounted(bought);
});

test('where it is not accepted anymore, it gives none', async () => {
  const bought = await buy();
  await tellTest(bought, active);
  expect(await accessOf(bought, accepting(['production']))).toEqual(none);
});

test('its access follows its state', async () => {
  const bought = await buy();
  const dueAt = clock.now;
  const deadline = { at: inDays(16), certainty: 'said' } as const;
  await tellTest(bought, { name: 'in_grace_period', dueAt, accessUntil: inDays(16), deadline });
  expect(await accessOf(bought)).toMatchObject({ hasAccess: true, until: deadline.at });
  await expectUncounted(bought);
  await tellTest(bought, { name: 'in_billing_retry', dueAt, deadline });
  expect(await accessOf(bought)).toEqual(none);
  await expectUncounted(bought);
  const because = { kind: 'customer', raw: '1' } as const;
  await tellTest(bought, { name: 'canceled', until: inDays(1), because });
  expect(await accessOf(bought)).toMatchObject({ hasAccess: true });
  clock.now = inDays(2);
  expect(await accessOf(bought)).toEqual(none);
  await tellTest(bought, { name: 'active', until: inDays(1), renews: true, isTrial: false });
  clock.now = inDays(2);
  // The store has not been asked since the renewal was due.
  expect(await accessOf(bought)).toEqual({ hasAccess: true, by: 'subscription', until: null });
  await tellTest(bought, { name: 'revoked', at: clock.now });
  expect(await accessOf(bought)).toEqual(none);
});

test('a suspended user has no access by it', async () => {
  const bought = await buy();
  await tellTest(bought, active);
  await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', bought.user.id).execute();
  expect(await accessOf(bought)).toEqual(none);
});

/** Apple before the first release of the app: its production answers 401. */
function openStores(acceptsSandbox: boolean) {
  apple.intercept = ({ url }) =>
    url.includes('/production/') ? new Response('', { status: 401 }) : undefined;
  const { settings, rootCertificates } = apple;
  const { authorization } = google;
  const services = { clock: () => clock.now };
  return {
    ios: throttle(
      createAppleConnection({ ...settings, acceptsSandbox }, { ...services, rootCertificates }),
      services.clock,
    ),
    android: throttle(
      createGoogleConnection(google.settings, { ...services, authorization }),
      services.clock,
    ),
  };
}

test.each([
  [true, true],
  [false, false],
])('what App Review buys before the release, accepted: %s', async (acceptsSandbox, hasAccess) => {
  const bought = await buy();
  const stores = openStores(acceptsSandbox);
  const id = `20000006${bought.user.id}`;
  const named = { originalTransactionId: id, environment: 'Sandbox' } as const;
  const expiresDate = inDays(5).getTime();
  const transaction = createTransaction({ ...named, transactionId: id, expiresDate });
  apple.addSubscription({ renewal: createRenewal(named) }, [transaction]);
  const purchase = { userId: bought.user.id, platform: 'ios', key: id, productId: null } as const;
  await registerPurchase(db, { ...purchase, environment: 'production' }, clock.now);
  await askAboutDue({ db, stores, clock: () => clock.now });
  expect(await accessOf(bought, stores)).toMatchObject({ hasAccess });
  await expectUncounted(bought);
});

test('what a license tester buys at Google', async () => {
  const bought = await buy();
  const stores = openStores(true);
  const lineItems = [createLineItem({ expiryTime: inDays(5).toISOString() })];
  google.addSubscription({ lineItems, testPurchase: {} }, [createOrder(-1), createOrder(0), createOrder(1)]);
  const purchase = { userId: bought.user.id, platform: 'android', key: TOKEN, productId: null } as const;
  await registerPurchase(db, { ...purchase, environment: 'production' }, clock.now);
  await askAboutDue({ db, stores, clock: () => clock.now });
  expect(await accessOf(bought, stores)).toMatchObject({ hasAccess: true, until: inDays(5) });
  await expectUncounted(bought);
});
