import { QueryClient } from '@tanstack/react-query';

/**
 * An answer or a failure is fresh for this long. So a query that was prefetched while a screen's code loaded is not
 * sent again when the screen appears.
 */
const QUERY_STALE_MS = 2_000;

/**
 * The server state of the console. No query retries: people press Retry. Without a network a call fails at once and
 * does not wait for one.
 */
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
