import type { IncomingMessage } from 'node:http';

/** Milliseconds and bytes for which a request that is answered already is read on. */
const READ_ON = { milliseconds: 5_000, bytes: 16 * 1024 * 1024 };

/**
 * The answer to a request that has not arrived entirely, with the end of the connection announced. It is sent at once,
 * but ends only when the rest of the request is read and dropped, or when that takes too long: a client that is cut off
 * while it sends may never see its answer. Any other answer is passed on as it is.
 */
export async function heldUntilRead(
  request: Request,
  incoming: IncomingMessage,
  response: Response,
): Promise<Response> {
  if (incoming.complete || !request.body || request.body.locked || !response.body) return response;
  const body = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.set('content-length', String(body.byteLength));
  headers.set('connection', 'close');
  const unread = request.body;
  const held = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(body);
      await dropRest(unread);
      controller.close();
    },
  });
  return new Response(held, { status: response.status, headers });
}

/** Reads to the end, or as far as `READ_ON` allows. */
async function dropRest(unread: ReadableStream<Uint8Array>): Promise<void> {
  const reader = unread.getReader();
  const timer = setTimeout(() => reader.cancel(), READ_ON.milliseconds);
  try {
    for (let bytes = 0; bytes < READ_ON.bytes; ) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += value.byteLength;
    }
  } catch {
    // The client is gone, and its answer with it.
  } finally {
    clearTimeout(timer);
  }
}
