import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * Answers and failures count as fresh for this time. A query that was prefetched with the code of a screen is not
 * sent twice.
 */
export const QUERY_STALE_MS = 2_000;

/**
 * TanStack Query takes the first answer of a query also when a change has invalidated it meanwhile. That answer may be
 * older than the change, so it is asked for again. With `refetchType: 'none'` nothing is asked.
 */
class ConsoleQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters: InvalidateQueryFilters<Key> = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    if (filters.refetchType !== 'none' && options.cancelRefetch !== false) {
      for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
        if (query.state.data === undefined) query.reset();
      }
    }
    return super.invalidateQueries(filters, options);
  }
}

/** It never retries, because people press Retry. Calls fail at once when offline. */
export const queryClient = new ConsoleQueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      retryOnMount: (query) => Date.now() - query.state.errorUpdatedAt > QUERY_STALE_MS,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: QUERY_STALE_MS,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
