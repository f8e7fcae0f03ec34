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
export function recipeExportRoutes({ reads, environment, log }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, exportRecipes, async ({ query: { format, ...query }, context }) => {
    const { publicApiUrl } = environment;
    const pieces = writeExport(await reads.choose(), { format, query, publicApiUrl });
    context.header('content-type', types[format]);
    context.header('vary', 'accept-encoding', { append: true });
    const file = toStream(logFailure(pieces));
    if (!negotiateEncoding(context.req.header('accept-encoding'), ['gzip'])) return context.body(file);
    context.header('content-encoding', 'gzip');
    return context.body(file.pipeThrough(new CompressionStream('gzip')));
  });

  return app;

  async function* logFailure(pieces: AsyncIterable<string>): AsyncGenerator<string> {
    try {
      yield* pieces;
    } catch (error) {
      log.error({ err: error }, 'an export was cut short');
      throw error;
    }
  }
}

/** An error breaks the connection, which tells the client that the file is not whole. */
function toStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await pieces.return(undefined)),
  });
}
