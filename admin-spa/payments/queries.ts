import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { type FailedPayments, failedPayments, paymentFeatures } from '#contract/payments/list.ts';

/** The specification's text. */
export const PAYMENTS_FAILURE = 'Failed to load failed payments. Please try again.';

/** Of every page. */
export const failedPaymentsKey = ['payments', 'failed'] as const;

/** A provider without pages answers its whole list for each of them. */
export const failedPaymentsQuery = (page: number) =>
  queryOptions({
    queryKey: [...failedPaymentsKey, page],
    queryFn: async ({ signal, client }): Promise<FailedPayments> => {
      if (page > 1 && knowsPages(client)) return call(failedPayments, { signal, query: { page } });
      const first = await call(failedPayments, { signal });
      if (page === 1) return first;
      client.setQueryData([...failedPaymentsKey, 1], first);
      return hasPages(first) ? call(failedPayments, { signal, query: { page } }) : first;
    },
    placeholderData: keepPreviousData,
  });

export function hasPages({ features }: FailedPayments): boolean {
  return features.includes(paymentFeatures.pages);
}

/** Only a provider whose answer named its pages is asked for one. */
function knowsPages(client: QueryClient): boolean {
  return client
    .getQueriesData<FailedPayments>({ queryKey: failedPaymentsKey })
    .some(([, answer]) => answer && hasPages(answer));
}
