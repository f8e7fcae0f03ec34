/**
 * Prefers the server's message to the fallback. Knows `ApiError` by its shape, to work before the API client is
 * loaded.
 */
export function errorMessage(error: unknown, fallback?: string): string {
  const known = error instanceof Error ? error : null;
  const isFromServer = known !== null && 'isFromServer' in known && known.isFromServer === true;
  if (fallback !== undefined && !isFromServer) return fallback;
  return known?.message ?? 'Something went wrong. Please try again.';
}

/** The status in the body, else of HTTP; null without an answer. */
export function errorStatus(error: unknown): number | null {
  const inBody = error instanceof Error && 'body' in error ? statusIn(error.body) : null;
  return inBody ?? statusIn(error);
}

function statusIn(value: unknown): number | null {
  const status = typeof value === 'object' && value !== null && 'status' in value ? value.status : null;
  return typeof status === 'number' ? status : null;
}
