import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { subscriptionStatistics } from '#contract/statistics/list.ts';

export const statisticsQuery = queryOptions({
  queryKey: ['statistics'],
  queryFn: ({ signal }) => call(subscriptionStatistics, { signal }),
});
