/** A start failure that the operator can fix. Only the message is printed, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
