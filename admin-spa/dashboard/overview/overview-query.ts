import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { readOverview } from '#contract/statistics/overview.ts';

/** Only if the provider names the overview. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call(readOverview, { signal }),
});
