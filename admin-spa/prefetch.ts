import type { QueryClient, QueryKey, UseQueryOptions } from '@tanstack/react-query';

/** Asks for data before its screen is there. A failure stays in the cache, where the screen finds and shows it. */
export function prefetch<Data, Key extends QueryKey>(
  client: QueryClient,
  { queryKey, queryFn }: Pick<UseQueryOptions<Data, Error, Data, Key>, 'queryKey' | 'queryFn'>,
): void {
  client.query({ queryKey, ...(queryFn ? { queryFn } : {}) }).catch(() => undefined);
}
