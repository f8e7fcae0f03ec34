import { Hono } from 'hono';
import * as v from 'valibot';
import { recipeSelection } from '#contract/recipes/bulk.ts';
import { EXPORT_PATH, type ExportFormat, exportFormats } from '#contract/recipes/exports.ts';
import { recipeListFilters } from '#contract/recipes/read.ts';
import type { AdminVariables } from '../auth/require-administrator.ts';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { exportRecipes } from '../recipes/export/export-recipes.ts';

const query = v.object({
  ...recipeSelection.entries,
  sort: recipeListFilters.sort,
  order: recipeListFilters.order,
  format: v.picklist(exportFormats),
});

const types: Readonly<Record<ExportFormat, string>> = {
  jsonld: 'application/ld+json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
};

/** GET /admin/recipe-export: a file that ends early is cut, because the connection breaks. */
export function recipeExportRoutes({ db, environment, log }: Dependencies): Hono<AdminVariables> {
  return new Hono<AdminVariables>().get(EXPORT_PATH, (context) => {
    const asked = v.safeParse(query, context.req.query());
    if (!asked.success) throw new Problem(400, 'The request is not valid.');
    const { format, ...listed } = asked.output;
    const { publicApiUrl } = environment;
    const pieces = exportRecipes(db, { format, query: listed, publicApiUrl });
    context.header('content-type', types[format]);
    context.header('cache-control', 'no-store');
    return context.body(toStream(logFailure(pieces)));
  });

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
function toStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
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
