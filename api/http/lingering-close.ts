import type { IncomingMessage } from 'node:http';

/** The most time and bytes for which the rest of an answered request is read. */
const DRAIN_LIMIT = { milliseconds: 5_000, bytes: 16 * 1024 * 1024 };

/**
 * A lingering close. The answer to a request that has not arrived entirely is sent at once and announces the end of the
 * connection. It ends when the rest of the request is read and dropped, or at a limit: a client that is cut off while
 * it sends may never see its answer. Any other answer is returned unchanged.
 */
export async function lingerUntilRead(
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
      await drain(unread);
      controller.close();
    },
  });
  return new Response(held, { status: response.status, headers });
}

/** Reads to the end, or to the limit. */
async function drain(unread: ReadableStream<Uint8Array>): Promise<void> {
  const reader = unread.getReader();
  const timer = setTimeout(() => reader.cancel(), DRAIN_LIMIT.milliseconds);
  try {
    for (let bytes = 0; bytes < DRAIN_LIMIT.bytes; ) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += value.byteLength;
    }
  } catch {
    // The client has closed the connection.
  } finally {
    clearTimeout(timer);
  }
}
