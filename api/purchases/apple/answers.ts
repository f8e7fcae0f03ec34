import * as v from 'valibot';
import { storeDate } from '../store.ts';

/** What we read of Apple's answers, because the library looks at their outermost fields only. */

export const statusesSchema = v.object({
  data: v.array(
    v.object({
      lastTransactions: v.array(
        v.object({
          status: v.number(),
          originalTransactionId: v.string(),
          signedTransactionInfo: v.string(),
          signedRenewalInfo: v.string(),
        }),
      ),
    }),
  ),
});

export const transactionHistorySchema = v.object({
  signedTransactions: v.array(v.string()),
  hasMore: v.boolean(),
  revision: v.optional(v.string()),
});

export const transactionInfoSchema = v.object({ signedTransactionInfo: v.string() });

/** `status` 0: the number is valid. */
export const orderLookupSchema = v.object({
  status: v.number(),
  signedTransactions: v.optional(v.array(v.string()), []),
});

/** The answer holds its token, which we do not need. */
export const testNotificationSchema = v.object({ testNotificationToken: v.string() });

export const notificationHistorySchema = v.object({
  notificationHistory: v.array(v.object({ signedPayload: v.string() })),
  hasMore: v.boolean(),
  paginationToken: v.optional(v.string()),
});

/** What we read of Apple's payloads, after their signatures were verified. */

/** UNIX milliseconds. */
export const date = v.pipe(
  v.number(),
  v.transform((time) => new Date(time)),
  storeDate,
);
/** Without a code that Intl can read, the price counts as not said. */
const currency = v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))), undefined);

/** Apple: JWSTransactionDecodedPayload. */
export const transactionSchema = v.object({
  originalTransactionId: v.string(),
  transactionId: v.string(),
  productId: v.string(),
  purchaseDate: date,
  originalPurchaseDate: date,
  expiresDate: date,
  appAccountToken: v.optional(v.pipe(v.string(), v.toLowerCase())),
  inAppOwnershipType: v.optional(v.string()),
  /** Missing in transactions from before it existed. */
  transactionReason: v.optional(v.string()),
  offerDiscountType: v.optional(v.string()),
  /** Apple counts thousandths of the currency's unit, also for yen. */
  price: v.optional(v.number()),
  currency,
  revocationDate: v.optional(date),
  revocationType: v.optional(v.string()),
  /** Apple counts thousandths of a percent. */
  revocationPercentage: v.optional(v.number()),
});
export type AppleTransaction = v.InferOutput<typeof transactionSchema>;

/** Apple: JWSRenewalInfoDecodedPayload. */
export const renewalSchema = v.object({
  originalTransactionId: v.string(),
  autoRenewStatus: v.optional(v.number()),
  expirationIntent: v.optional(v.number()),
  gracePeriodExpiresDate: v.optional(date),
  renewalPrice: v.optional(v.number()),
  currency,
});
export type AppleRenewal = v.InferOutput<typeof renewalSchema>;

/** The library puts the id into the path as it is. */
export function isTransactionId(id: string): boolean {
  return /^\d{1,32}$/.test(id);
}
