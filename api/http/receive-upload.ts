import type { Context } from 'hono';
import { Problem } from './problem.ts';

const IDLE_TIMEOUT_MS = 30_000;

/**
 * The bytes of a body as they arrive. Throws 413 above `maxBytes`, also for a Content-Length that says so, 415 for
 * another type than application/octet-stream, and 408 after 30 s without a byte.
 */
export async function* receiveUpload(
  context: Context,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: string },
): AsyncGenerator<Uint8Array> {
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/octet-stream') {
    throw new Problem(415, 'A file must be sent as application/octet-stream.');
  }
  if (Number(context.req.header('content-length') ?? 0) > maxBytes) throw new Problem(413, tooLarge);
  const reader = context.req.raw.body?.getReader();
  if (!reader) return;
  let received = 0;
  for (;;) {
    const { done, value } = await withIdleTimeout(reader.read());
    if (done) return;
    received += value.byteLength;
    if (received > maxBytes) throw new Problem(413, tooLarge);
    yield value;
  }
}

async function withIdleTimeout<Result>(reading: Promise<Result>): Promise<Result> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const problem = new Problem(408, 'The upload stopped. Check your connection and try again.', {
    connection: 'close',
  });
  const timer = setTimeout(() => reject(problem), IDLE_TIMEOUT_MS);
  try {
    return await Promise.race([reading, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
