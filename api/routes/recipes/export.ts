import { Hono } from 'hono';
import { type ExportFormat, exportRecipes } from '#contract/recipes/exports.ts';
import type { AdminVariables } from '../../auth/require-administrator.ts';
import type { Dependencies } from '../../dependencies.ts';
import { sendFile } from '../../http/files/send-file.ts';
import { serve } from '../../http/serve-endpoint.ts';
import { writeExport } from '../../recipes/export/write-export.ts';

const types: Readonly<Record<ExportFormat, string>> = {
  jsonld: 'application/ld+json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
};

/** GET /admin/recipe-export. */
export function recipeExportRoutes({ backgroundDb, environment, log }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, exportRecipes, async ({ query: { format, ...query }, context }) => {
    const { publicApiUrl } = environment;
    const pieces = writeExport(backgroundDb, { format, query, publicApiUrl });
    return sendFile(context, { pieces, type: types[format], log });
  });

  return app;
}
