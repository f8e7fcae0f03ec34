import * as v from 'valibot';

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
