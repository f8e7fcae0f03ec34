const POLL_MS = 1_000;
/** After a failure. */
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
