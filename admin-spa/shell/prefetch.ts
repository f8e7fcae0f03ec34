import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** A failure stays in the cache, and the screen shows it. */
export function prefetch<Data, Key extends QueryKey>({
  queryKey,
  queryFn,
}: Pick<UseQueryOptions<Data, Error, Data, Key>, 'queryKey' | 'queryFn'>): void {
  queryClient.query({ queryKey, ...(queryFn ? { queryFn } : {}) }).catch(() => undefined);
}
