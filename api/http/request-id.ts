import { randomUUID } from 'node:crypto';
import type { Context, Next } from 'hono';

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string;
  }
}

/** A unique id. */
export function newRequestId(): string {
  return randomUUID();
}

/**
 * Gives every request an id, and sends it with the answer. An id of the client is not used: the audit log relies on
 * ours.
 */
export async function nameRequest(context: Context, next: Next): Promise<void> {
  const id = newRequestId();
  context.set('requestId', id);
  context.header('x-request-id', id);
  await next();
}

/** The id of this request. */
export function requestIdOf(context: { get: (name: 'requestId') => string }): string {
  return context.get('requestId');
}
