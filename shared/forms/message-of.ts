/**
 * What a failed call says to the person: the server's own message where it sent one, else the page's words.
 * It knows the error by its shape, so that a form can say it before the wire is loaded.
 */
export function messageOf(error: unknown, otherwise?: string): string {
  const known = error instanceof Error ? error : null;
  const fromServer = known !== null && 'fromServer' in known && known.fromServer === true;
  if (otherwise !== undefined && !fromServer) return otherwise;
  return known?.message ?? 'Something went wrong. Please try again.';
}
