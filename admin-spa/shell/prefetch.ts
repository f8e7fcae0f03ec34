import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { QUERY_STALE_MS, queryClient } from './query-client.ts';

/** Resolves with the answer in the cache. A failure stays there too, and the screen shows it. */
export async function prefetch<Data, Key extends QueryKey>({
  queryKey,
  queryFn,
}: Pick<UseQueryOptions<Data, Error, Data, Key>, 'queryKey' | 'queryFn'>): Promise<void> {
  const state = queryClient.getQueryState(queryKey);
  // A failure counts as fresh too: the link was hovered just before it was opened.
  if (state?.status === 'error' && Date.now() - state.errorUpdatedAt < QUERY_STALE_MS) return;
  await queryClient.query({ queryKey, ...(queryFn ? { queryFn } : {}) }).catch(() => undefined);
}
