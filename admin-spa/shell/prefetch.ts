import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** Resolves with the answer in the cache. A failure stays there too, and the screen shows it. */
export async function prefetch<Data, Key extends QueryKey>({
  queryKey,
  queryFn,
}: Pick<UseQueryOptions<Data, Error, Data, Key>, 'queryKey' | 'queryFn'>): Promise<void> {
  await queryClient.query({ queryKey, ...(queryFn ? { queryFn } : {}) }).catch(() => undefined);
}
