import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { subscriptionStatistics } from '#contract/statistics.ts';

/** Subscriptions and revenue by month, with the counters where the provider has them. */
export const statistics = queryOptions({
  queryKey: ['statistics'],
  queryFn: ({ signal }) => call(subscriptionStatistics, { signal }),
});
