import { keepPreviousData, queryOptions } from '@tanstack/react-query';
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

/** Begins the key of every page. */
export const givenUpMailsKey = ['given-up-mails'] as const;

/** The first page is asked for without its number: its answer names whether there are more. */
export function givenUpMailsQuery(page: number) {
  return queryOptions({
    queryKey: [...givenUpMailsKey, page],
    gcTime: LIST_KEPT_MS,
    // The rows of the page before stay while the next one loads.
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => ({
      ...(await call(listGivenUpMails, { query: page > 1 ? { page } : {}, signal })),
      page,
    }),
  });
}

/** The administrators as a filter; none if the server does not list them. */
export const actorsQuery = queryOptions({
  queryKey: ['actors'],
  queryFn: async ({ client }) => {
    if (!hasFeature(client, ADMINISTRATORS_FEATURE)) return [];
    return (await client.query(administratorsQuery)).data;
  },
});
