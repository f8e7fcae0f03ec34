import type { IncomingMessage } from 'node:http';

/** The most time and bytes for which the rest of an answered request is read. */
const DRAIN_LIMIT = { milliseconds: 5_000, bytes: 16 * 1024 * 1024 };

/**
 * A lingering close. The answer to a request that has not arrived entirely is sent at once and announces the end of the
 * connection. It ends when the rest of the request is read and dropped, or at a limit: a client that is cut off while
 * it sends may never see its answer. Any other answer is returned unchanged.
 */
export async function lingerUntilRead(incoming: IncomingMessage, response: Response): Promise<Response> {
  // A client that was too slow (408) gets no more time.
  if (incoming.complete || !response.body || response.status === 408) return response;
  const body = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.set('content-length', String(body.byteLength));
  headers.set('connection', 'close');
  const held = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(body);
      await drain(incoming);
      controller.close();
    },
  });
  return new Response(held, { status: response.status, headers });
}

/** Reads to the end, or to the limit. */
async function drain(incoming: IncomingMessage): Promise<void> {
  const { promise: drained, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, DRAIN_LIMIT.milliseconds);
  let bytes = 0;
  // The stream of the request's body has no reader now and would keep the chunks in memory.
  incoming.removeAllListeners('data');
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > DRAIN_LIMIT.bytes) resolve();
  });
  incoming.on('end', resolve).on('close', resolve).resume();
  await drained;
  clearTimeout(timer);
}
