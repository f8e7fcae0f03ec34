import { ApiError } from '#client/api-error.ts';

/** 404 as the HTTP status or in the body. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.kind !== 'refused') return false;
  const { body } = error;
  const told = typeof body === 'object' && body !== null && 'status' in body ? body.status : null;
  return error.status === 404 || told === 404;
}
