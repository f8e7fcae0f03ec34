import { QueryClient } from '@tanstack/react-query';

/**
 * Milliseconds for which an answer, or a failure, is news: what was asked for while a screen's code was still on
 * its way is not asked for again when the screen appears.
 */
const NEWS = 2_000;

/**
 * Server state of the console. Nothing is asked again by itself: people press Retry. Without a network a call fails
 * at once, instead of waiting in silence for a better one.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      retryOnMount: (query) => Date.now() - query.state.errorUpdatedAt > NEWS,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: NEWS,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
