import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { failedPayments } from '#contract/payments.ts';

/** The specification's text. */
export const PAYMENTS_FAILURE = 'Failed to load failed payments. Please try again.';

export const failedPaymentsQuery = queryOptions({
  queryKey: ['payments'],
  queryFn: ({ signal }) => call(failedPayments, { signal }),
});
