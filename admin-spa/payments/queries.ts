import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { failedPayments } from '#contract/payments.ts';

/** What the specification says where the list cannot be had. */
export const PAYMENTS_FAILURE = 'Failed to load failed payments. Please try again.';

/** Payments that failed and are not recovered yet. */
export const failedPaymentsList = queryOptions({
  queryKey: ['payments'],
  queryFn: ({ signal }) => call(failedPayments, { signal }),
});
