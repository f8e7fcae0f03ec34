import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { subscriptionStatistics } from '#contract/statistics.ts';

export const statisticsQuery = queryOptions({
  queryKey: ['statistics'],
  queryFn: ({ signal }) => call(subscriptionStatistics, { signal }),
});
