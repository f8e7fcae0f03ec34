import type { IncomingMessage } from 'node:http';

const MAX_DRAIN_MS = 5_000;
const MAX_DRAIN_BYTES = 16 * 1024 * 1024;

/** A lingering close: the rest of the request is read, because a reset could destroy the answer that was sent. */
export async function lingerUntilBodyRead(incoming: IncomingMessage, response: Response): Promise<Response> {
  // A client that was too slow (408) gets no more time.
  if (incoming.complete || !response.body || response.status === 408) return response;
  const body = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.set('content-length', String(body.byteLength));
  headers.set('connection', 'close');
  const delayed = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(body);
      await drain(incoming);
      controller.close();
    },
  });
  return new Response(delayed, { status: response.status, headers });
}

async function drain(incoming: IncomingMessage): Promise<void> {
  const { promise: drained, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, MAX_DRAIN_MS);
  let bytes = 0;
  // The stream of the request's body has no reader now and would keep the chunks in memory.
  incoming.removeAllListeners('data');
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > MAX_DRAIN_BYTES) resolve();
  });
  incoming.on('end', resolve).on('close', resolve).resume();
  await drained;
  clearTimeout(timer);
}
