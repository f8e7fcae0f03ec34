import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { failedPayments } from '#contract/payments.ts';

/** The specification's text. */
export const PAYMENTS_FAILURE = 'Failed to load failed payments. Please try again.';

/** Of every page. */
export const failedPaymentsKey = ['payments', 'failed'] as const;

/** Only a provider that answers in pages has a second one. */
export const failedPaymentsQuery = (page: number) =>
  queryOptions({
    queryKey: [...failedPaymentsKey, page],
    queryFn: ({ signal }) => call(failedPayments, { signal, query: page > 1 ? { page } : {} }),
    placeholderData: keepPreviousData,
  });
