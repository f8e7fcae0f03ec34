import { QueryClient } from '@tanstack/react-query';

/**
 * Answers and failures count as fresh for this time. A query that was prefetched with the code of a screen is not
 * sent twice.
 */
export const QUERY_STALE_MS = 2_000;

/** It never retries, because people press Retry. Calls fail at once when offline. */
export const queryClient = new QueryClient({
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
