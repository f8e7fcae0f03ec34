import type * as v from 'valibot';
import type { orderSchema, productSchema, subscriptionSchema } from '#api/purchases/google/answers.ts';

/** As on the wire, with more fields than we read. */
type Wire<Schema extends v.GenericSchema> = v.InferInput<Schema> & Record<string, unknown>;
export type WireSubscription = Wire<typeof subscriptionSchema>;
export type WireLineItem = WireSubscription['lineItems'][number];
export type WireOrder = Wire<typeof orderSchema>;
export type WireProduct = Wire<typeof productSchema>;

export const PACKAGE_NAME = 'com.example.meals';
export const TOKEN = 'kgdcnlmebofohcdkbnhlbeok.AO-J1OzY6LkXb8pwfbPzBlTXtnWYa';
/** The first order of the purchase. */
export const FIRST_ORDER = 'GPA.3345-2271-9182-55501';
export const ACCOUNT = '7e3fb20b-4cdb-47cc-936d-99d65f608138';
const PRODUCT = 'meals.monthly';

/** Paid until 10 December 2026, for 7.99 dollars a month. */
export function createLineItem(changes: Partial<WireLineItem> = {}): WireLineItem {
  return {
    productId: PRODUCT,
    expiryTime: '2026-12-10T08:00:00.123456789Z',
    latestSuccessfulOrderId: `${FIRST_ORDER}..1`,
    autoRenewingPlan: {
      autoRenewEnabled: true,
      recurringPrice: { currencyCode: 'USD', units: '7', nanos: 990_000_000 },
    },
    offerDetails: { basePlanId: 'monthly' },
    ...changes,
  };
}

/** Bought on 10 September 2026; it renews. */
export function createSubscription(changes: Partial<WireSubscription> = {}): WireSubscription {
  return {
    kind: 'androidpublisher#subscriptionPurchaseV2',
    regionCode: 'US',
    startTime: '2026-09-10T08:00:00Z',
    subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE',
    acknowledgementState: 'ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED',
    etag: '8a2ff97c',
    externalAccountIdentifiers: { obfuscatedExternalAccountId: ACCOUNT },
    lineItems: [createLineItem()],
    ...changes,
  };
}

/** Paid: the first one of 10 September, or the renewal `number` of the months after it. */
export function createOrder(number: number, changes: Partial<WireOrder> = {}): WireOrder {
  const time = (months: number) => new Date(Date.UTC(2026, 8 + months, 10, 8)).toISOString();
  return {
    orderId: number < 0 ? FIRST_ORDER : `${FIRST_ORDER}..${number}`,
    purchaseToken: TOKEN,
    state: 'PROCESSED',
    createTime: time(number + 1),
    lastEventTime: time(number + 1),
    total: { currencyCode: 'USD', units: '8', nanos: 650_000_000 },
    tax: { currencyCode: 'USD', nanos: 660_000_000 },
    orderHistory: { processedEvent: { eventTime: time(number + 1) } },
    lineItems: [
      {
        productId: PRODUCT,
        subscriptionDetails: { servicePeriodEndTime: time(number + 2) },
      },
    ],
    ...changes,
  };
}

/** A grace period of 7 days, and a hold of 30. */
export function createProduct(...plans: NonNullable<WireProduct['basePlans']>): WireProduct {
  const monthly = {
    basePlanId: 'monthly',
    autoRenewingBasePlanType: { gracePeriodDuration: 'P7D', accountHoldDuration: 'P30D' },
  };
  return { packageName: PACKAGE_NAME, productId: PRODUCT, basePlans: [monthly, ...plans] };
}
