/** The server cannot start for a reason its operator can mend: the message alone is shown, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The words of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
