import type { QueryClient, QueryKey } from '@tanstack/react-query';

const POLL_MS = 1_000;
/** It waits longer after a failure. */
const SLOW_POLL_MS = 5_000;

/** How often work of the server is asked for, in milliseconds. */
export function pollInterval({
  isWanted,
  error,
}: {
  isWanted: boolean;
  error: Error | null;
}): number | false {
  if (!isWanted) return false;
  return error ? SLOW_POLL_MS : POLL_MS;
}

type Started = { readonly id: number; readonly state: string };

/**
 * Shows work as running as soon as it was started. The next answer of the list may be the first with this work, and it
 * may have ended by then. Then the rows are loaded again only because it was shown as running.
 */
export async function showStarted(client: QueryClient, queryKey: QueryKey, started: Started): Promise<void> {
  // A pending answer may be older than the start.
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<{ data: readonly Started[] }>(queryKey, (old) => {
    const others = old?.data.filter(({ id }) => id !== started.id) ?? [];
    return { status: 200, message: '', data: [{ ...started, state: 'running' }, ...others] };
  });
}
