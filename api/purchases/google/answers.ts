import * as v from 'valibot';
import { toMoney } from '../money.ts';
import { type Money, storeDate } from '../store.ts';

/** What we read of Google's answers. Google leaves out what is false, zero or empty. */

const date = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
  storeDate,
);

/** `units` are whole dollars or yen. null without a currency that Intl can read. */
const money = v.pipe(
  v.object({
    currencyCode: v.optional(v.string(), ''),
    units: v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.number()), 0),
    nanos: v.optional(v.number(), 0),
  }),
  v.transform(({ currencyCode, units, nanos }): Money | null =>
    /^[A-Z]{3}$/.test(currencyCode) ? toMoney(units + nanos / 1e9, currencyCode) : null,
  ),
);

const account = v.optional(v.object({ obfuscatedExternalAccountId: v.optional(v.string()) }));

const lineItemSchema = v.object({
  productId: v.string(),
  expiryTime: v.optional(date),
  latestSuccessfulOrderId: v.optional(v.string()),
  autoRenewingPlan: v.optional(
    v.object({
      autoRenewEnabled: v.optional(v.boolean(), false),
      recurringPrice: v.optional(money),
    }),
  ),
  offerDetails: v.optional(v.object({ basePlanId: v.optional(v.string()) })),
  offerPhase: v.optional(v.object({ freeTrial: v.optional(v.object({})) })),
});
export type LineItem = v.InferOutput<typeof lineItemSchema>;

/** Google: SubscriptionPurchaseV2. */
export const subscriptionSchema = v.object({
  subscriptionState: v.string(),
  acknowledgementState: v.optional(v.string()),
  startTime: v.optional(date),
  lineItems: v.pipe(v.array(lineItemSchema), v.minLength(1)),
  linkedPurchaseToken: v.optional(v.string()),
  testPurchase: v.optional(v.object({})),
  pausedStateContext: v.optional(v.object({ autoResumeTime: v.optional(date) })),
  canceledStateContext: v.optional(
    v.looseObject({
      userInitiatedCancellation: v.optional(
        v.object({ cancelSurveyResult: v.optional(v.object({ reason: v.optional(v.string()) })) }),
      ),
    }),
  ),
  externalAccountIdentifiers: account,
  outOfAppPurchaseContext: v.optional(
    v.object({
      expiredExternalAccountIdentifiers: account,
      expiredPurchaseToken: v.optional(v.string()),
    }),
  ),
});
export type GoogleSubscription = v.InferOutput<typeof subscriptionSchema>;

/** Google: Order. */
export const orderSchema = v.object({
  orderId: v.string(),
  purchaseToken: v.optional(v.string()),
  state: v.string(),
  createTime: date,
  lastEventTime: v.optional(date),
  total: v.optional(money),
  orderHistory: v.optional(
    v.object({
      processedEvent: v.optional(v.object({ eventTime: v.optional(date) })),
      refundEvent: v.optional(v.object({ eventTime: v.optional(date) })),
      partialRefundEvents: v.optional(
        v.array(
          v.object({
            state: v.optional(v.string()),
            createTime: v.optional(date),
            processTime: v.optional(date),
            refundDetails: v.optional(v.object({ total: v.optional(money) })),
          }),
        ),
        [],
      ),
    }),
  ),
  lineItems: v.array(
    v.object({
      productId: v.optional(v.string()),
      subscriptionDetails: v.optional(v.object({ servicePeriodEndTime: v.optional(date) })),
    }),
  ),
});
export type GoogleOrder = v.InferOutput<typeof orderSchema>;

const renewal = v.optional(
  v.object({
    gracePeriodDuration: v.optional(v.string()),
    accountHoldDuration: v.optional(v.string()),
  }),
);

/** Google: Subscription, a product of the Play Console. */
export const productSchema = v.object({
  basePlans: v.optional(
    v.array(
      v.object({
        basePlanId: v.string(),
        autoRenewingBasePlanType: renewal,
        installmentsBasePlanType: renewal,
      }),
    ),
    [],
  ),
});
export type GoogleProduct = v.InferOutput<typeof productSchema>;

/** Milliseconds since 1970, as text or as a number. */
export const millisecondsSchema = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((time) => new Date(Number(time))),
  storeDate,
);

export const voidedPurchasesSchema = v.object({
  voidedPurchases: v.optional(
    v.array(
      v.looseObject({
        purchaseToken: v.string(),
        orderId: v.string(),
        voidedTimeMillis: millisecondsSchema,
        voidedReason: v.optional(v.number(), 0),
      }),
    ),
    [],
  ),
  tokenPagination: v.optional(v.object({ nextPageToken: v.optional(v.string()) })),
});

/**
 * A changed app may set a text to anything, as to a NUL, which PostgreSQL cannot store. Returns null for what is not
 * printable.
 */
export function toPrintable(text: string | null | undefined): string | null {
  return text && /^[\x20-\x7e]{1,200}$/.test(text) ? text : null;
}

/** Google calls the account of our app obfuscated. Returns null without one that can be stored. */
export function toAccountToken(obfuscatedId: string | null | undefined): string | null {
  return toPrintable(obfuscatedId)?.toLowerCase() ?? null;
}
