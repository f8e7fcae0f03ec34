import { randomUUID } from 'node:crypto';
import type { Context, Next } from 'hono';

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string;
  }
}

export function createRequestId(): string {
  return randomUUID();
}

/** An id of the client is ignored: the audit log relies on ours. */
export async function assignRequestId(context: Context, next: Next): Promise<void> {
  const id = createRequestId();
  context.set('requestId', id);
  context.header('x-request-id', id);
  await next();
}

export function getRequestId(context: { get: (name: 'requestId') => string }): string {
  return context.get('requestId');
}
