import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { subscriptionStatistics } from '#contract/statistics/list.ts';
import { readOverview } from '#contract/statistics/overview.ts';

export const statisticsQuery = queryOptions({
  queryKey: ['statistics'],
  queryFn: ({ signal }) => call(subscriptionStatistics, { signal }),
});

/** It needs `statistics:read`. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call(readOverview, { signal }),
});
