import type { Context } from 'hono';
import type { AbortableQueryOptions } from 'kysely';

/** The client closed its connection before the answer was ready. */
export class ClientLeftError extends Error {
  override name = 'ClientLeftError';
}

/** For queries that may take long: PostgreSQL stops them when the client has gone. They throw ClientLeftError. */
export function stopWithClient(context: Context): AbortableQueryOptions {
  const left = new AbortController();
  const { signal } = context.req.raw;
  // The server's own reason is a text, which is no error for Hono.
  const abort = () => left.abort(new ClientLeftError());
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return { signal: left.signal, inflightQueryAbortStrategy: 'cancel query' };
}
