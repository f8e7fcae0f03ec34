import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { failedPaymentValues } from '#contract/payments/values.ts';
import { paymentValuesKey } from '../payment-queries.ts';

/** Only if the provider offers the filters. */
export const paymentValuesQuery = queryOptions({
  queryKey: paymentValuesKey,
  queryFn: ({ signal }) => call(failedPaymentValues, { signal }),
});
