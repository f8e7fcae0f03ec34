import { Hono } from 'hono';
import { type ExportFormat, exportRecipes } from '#contract/recipes/exports.ts';
import type { AdminVariables } from '../../auth/require-administrator.ts';
import type { Dependencies } from '../../dependencies.ts';
import { negotiateEncoding } from '../../http/encoding/content-negotiation.ts';
import { serve } from '../../http/serve-endpoint.ts';
import { spool } from '../../http/spool.ts';
import { writeExport } from '../../recipes/export/write-export.ts';

const types: Readonly<Record<ExportFormat, string>> = {
  jsonld: 'application/ld+json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
};

/** GET /admin/recipe-export. */
export function recipeExportRoutes({ exportReads, environment, log }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, exportRecipes, async ({ query: { format, ...query }, context }) => {
    const { publicApiUrl } = environment;
    const file = spool(writeExport(await exportReads.choose(), { format, query, publicApiUrl }));
    // What fails before the first chunk is an error with its status, and not a broken file.
    const first = await file.next();
    context.header('content-type', types[format]);
    context.header('vary', 'accept-encoding', { append: true });
    const { method, signal } = context.req.raw;
    const end = () => void file.return(undefined);
    if (signal.aborted || method === 'HEAD') end();
    signal.addEventListener('abort', end, { once: true });
    const body = toStream(first, file, (error) => log.error({ err: error }, 'an export was cut short'));
    if (!negotiateEncoding(context.req.header('accept-encoding'), ['gzip'])) return context.body(body);
    context.header('content-encoding', 'gzip');
    return context.body(body.pipeThrough(new CompressionStream('gzip')));
  });

  return app;
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
