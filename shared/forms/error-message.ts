/**
 * What a failed call says to the person: the server's own message where it sent one, else the page's words.
 * It knows the error by its shape, so that a form can say it before the wire is loaded.
 */
export function errorMessage(error: unknown, otherwise?: string): string {
  const known = error instanceof Error ? error : null;
  const fromServer = known !== null && 'fromServer' in known && known.fromServer === true;
  if (otherwise !== undefined && !fromServer) return otherwise;
  return known?.message ?? 'Something went wrong. Please try again.';
}

/**
 * The status of a failed call that was answered: the one in its body, else the HTTP status; null where there was no
 * answer. It knows the error as above.
 */
export function errorStatus(error: unknown): number | null {
  const said = error instanceof Error && 'body' in error ? statusIn(error.body) : null;
  return said ?? statusIn(error);
}

function statusIn(value: unknown): number | null {
  const status = typeof value === 'object' && value !== null && 'status' in value ? value.status : null;
  return typeof status === 'number' ? status : null;
}
