import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { ADMINISTRATORS_FEATURE } from '#contract/account.ts';
import { readActivity } from '#contract/activity.ts';
import { listGivenUpMails } from '#contract/mails.ts';
import { administratorsQuery } from '../administrators/administrators-query.ts';
import { hasFeature } from '../shell/features.ts';
import { LIST_KEPT_MS, type ListState } from '../ui/list/list-state.ts';
import { toActivityFilters } from './filters.ts';

export const activityKey = ['activity'] as const;

export function activityPageQuery({ page, pageSize, filters }: ListState) {
  const query = { page, pageSize, ...toActivityFilters(filters) };
  return queryOptions({
    queryKey: [...activityKey, query],
    gcTime: LIST_KEPT_MS,
    queryFn: ({ signal }) => call(readActivity, { query, signal }),
  });
}

export const givenUpMailsQuery = queryOptions({
  queryKey: ['given-up-mails'],
  gcTime: LIST_KEPT_MS,
  queryFn: ({ signal }) => call(listGivenUpMails, { signal }),
});

/** The administrators as a filter; none if the server does not list them. */
export const actorsQuery = queryOptions({
  queryKey: ['actors'],
  queryFn: async ({ client }) => {
    if (!hasFeature(client, ADMINISTRATORS_FEATURE)) return [];
    return (await client.query(administratorsQuery)).data;
  },
});
