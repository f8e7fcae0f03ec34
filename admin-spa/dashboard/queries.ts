import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { subscriptionStatistics } from '#contract/statistics.ts';
import { prefetch } from '../prefetch.ts';
import { newestUsers } from '../users/queries.ts';

/** Subscriptions and revenue by month, with the counters where the provider has them. */
export const statistics = queryOptions({
  queryKey: ['statistics'],
  queryFn: ({ signal }) => call(subscriptionStatistics, { signal }),
});

export function prefetchDashboard(client: QueryClient): void {
  prefetch(client, statistics);
  prefetch(client, newestUsers);
}
