import { randomUUID } from 'node:crypto';
import type { Context, Next } from 'hono';

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string;
  }
}

/** A name that no other request has. */
export function newRequestId(): string {
  return randomUUID();
}

/** Names every request, on its answer too. A caller's own name is not taken over: the audit log relies on ours. */
export async function nameRequest(context: Context, next: Next): Promise<void> {
  const id = newRequestId();
  context.set('requestId', id);
  context.header('x-request-id', id);
  await next();
}

/** The name of this request. */
export function requestIdOf(context: { get: (name: 'requestId') => string }): string {
  return context.get('requestId');
}
