import type { Context } from 'hono';
import type { Logger } from 'pino';
import { negotiateEncoding } from './content-negotiation.ts';
import { spool } from './spool.ts';

type SentFile = {
  /** The text, in UTF-8. */
  pieces: AsyncGenerator<string>;
  type: string;
  log: Logger;
  /** It is called between the first piece and the first byte; not for HEAD. */
  beforeFirst?: () => Promise<void>;
};

/**
 * Streams a file. What fails before the first byte is thrown; a later error is logged and breaks the connection. When
 * the client leaves, the pieces end after the one that is being made.
 */
export async function sendFile(
  context: Context,
  { pieces, type, log, beforeFirst }: SentFile,
): Promise<Response> {
  const file = spool(pieces);
  const end = () => void file.return(undefined);
  const { method, signal } = context.req.raw;
  // The listener is added before the first piece, which may take long.
  signal.addEventListener('abort', end, { once: true });
  const first = await file.next();
  try {
    if (signal.aborted) {
      // The listener hears nothing of a client that had left before.
      end();
      return context.body(null, 400);
    }
    if (method !== 'HEAD') await beforeFirst?.();
  } catch (error) {
    end();
    throw error;
  }
  context.header('content-type', type);
  context.header('vary', 'accept-encoding', { append: true });
  if (method === 'HEAD') end();
  const body = toStream(first, file, (error) => log.error({ err: error }, 'an export was cut short'));
  if (!negotiateEncoding(context.req.header('accept-encoding'), ['gzip'])) return context.body(body);
  context.header('content-encoding', 'gzip');
  return context.body(body.pipeThrough(new CompressionStream('gzip')));
}

/** An error breaks the connection, which tells the client that the file is not whole. */
function toStream(
  first: IteratorResult<Uint8Array<ArrayBuffer>>,
  chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const next = async () => {
    try {
      return await chunks.next();
    } catch (error) {
      onFailure(error);
      throw error;
    }
  };
  let read: IteratorResult<Uint8Array<ArrayBuffer>> | null = first;
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = read ?? (await next());
      read = null;
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await chunks.return(undefined)),
  });
}
