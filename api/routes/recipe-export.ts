import { Hono } from 'hono';
import { type ExportFormat, exportRecipes } from '#contract/recipes/exports.ts';
import type { AdminVariables } from '../auth/require-administrator.ts';
import type { Dependencies } from '../dependencies.ts';
import { negotiateEncoding } from '../http/encoding/content-negotiation.ts';
import { serve } from '../http/serve-endpoint.ts';
import { writeExport } from '../recipes/export/write-export.ts';

const types: Readonly<Record<ExportFormat, string>> = {
  jsonld: 'application/ld+json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
};

/** GET /admin/recipe-export. */
export function recipeExportRoutes({ exportReads, environment, log }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, exportRecipes, async ({ query: { format, ...query }, context }) => {
    const { publicApiUrl } = environment;
    const pieces = writeExport(await exportReads.choose(), { format, query, publicApiUrl });
    // What fails before the first piece is an error with its status, and not a broken file.
    const first = await pieces.next();
    context.header('content-type', types[format]);
    context.header('vary', 'accept-encoding', { append: true });
    const { method, signal } = context.req.raw;
    const end = () => void pieces.return(undefined);
    if (signal.aborted || method === 'HEAD') end();
    signal.addEventListener('abort', end, { once: true });
    const file = toStream(first, pieces, (error) => log.error({ err: error }, 'an export was cut short'));
    if (!negotiateEncoding(context.req.header('accept-encoding'), ['gzip'])) return context.body(file);
    context.header('content-encoding', 'gzip');
    return context.body(file.pipeThrough(new CompressionStream('gzip')));
  });

  return app;
}

/** An error breaks the connection, which tells the client that the file is not whole. */
function toStream(
  first: IteratorResult<string>,
  pieces: AsyncGenerator<string>,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const next = async () => {
    try {
      return await pieces.next();
    } catch (error) {
      onFailure(error);
      throw error;
    }
  };
  let read: IteratorResult<string> | null = first;
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = read ?? (await next());
      read = null;
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await pieces.return(undefined)),
  });
}
