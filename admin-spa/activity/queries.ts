import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { readActivity } from '#contract/activity.ts';
import { listGivenUpMails } from '#contract/mails.ts';
import { LIST_CACHE_MS, type ListState } from '../ui/list/list-state.ts';
import { pageQuery } from '../ui/list/use-list-page.ts';
import { toActivityFilters } from './filters.ts';

export const activityKey = ['activity'] as const;

export function activityPageQuery({ page, pageSize, filters }: ListState) {
  const query = { page, pageSize, ...toActivityFilters(filters) };
  return pageQuery({
    queryKey: [...activityKey, query],
    load: (signal) => call(readActivity, { query, signal }),
    rowsOf: ({ data }) => data,
    withRows: (answer, data) => ({ ...answer, data: [...data] }),
  });
}

/** The key of every page begins with it. */
export const givenUpMailsKey = ['given-up-mails'] as const;

export function givenUpMailsQuery(page: number) {
  return queryOptions({
    queryKey: [...givenUpMailsKey, page],
    gcTime: LIST_CACHE_MS,
    // The rows of the page before stay while the next one loads.
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => ({
      ...(await call(listGivenUpMails, { query: { page }, signal })),
      page,
    }),
  });
}
