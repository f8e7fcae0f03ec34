import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { listUnattributed, readStoreHealth } from '#contract/purchases/health.ts';
import { ROWS_PER_CARD } from '../../ui/CardPaging.tsx';

const POLL_MS = 30_000;

/** Only if the provider offers the feature. */
export const storeHealthQuery = queryOptions({
  queryKey: ['stores', 'health'],
  queryFn: ({ signal }) => call(readStoreHealth, { signal }),
  refetchInterval: POLL_MS,
});

export function unattributedQuery(page: number) {
  return queryOptions({
    queryKey: ['stores', 'unattributed', page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => ({
      ...(await call(listUnattributed, { query: { page, pageSize: ROWS_PER_CARD }, signal })),
      page,
    }),
  });
}
