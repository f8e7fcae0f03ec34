/** The server cannot start for a reason that the operator can correct. Only the message is shown, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The message of anything that was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
