import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Asks again for what is being loaded, because its answer may be older than a change that was just written. */
export function reloadPending(client: QueryClient, queryKey: QueryKey): void {
  if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey });
}
