import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** Asks for data before its screen is there. A failure stays in the cache, where the screen finds and shows it. */
export function prefetch<Data, Key extends QueryKey>({
  queryKey,
  queryFn,
}: Pick<UseQueryOptions<Data, Error, Data, Key>, 'queryKey' | 'queryFn'>): void {
  queryClient.query({ queryKey, ...(queryFn ? { queryFn } : {}) }).catch(() => undefined);
}
