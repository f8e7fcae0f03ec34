import { ApiError } from '#client/api-error.ts';

/** A missing record has 404 as the HTTP status or in the body. */
export function isNotFound(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.kind !== 'refused') return false;
  const { body } = error;
  const value = typeof body === 'object' && body !== null && 'status' in body ? body.status : null;
  return error.status === 404 || value === 404;
}
