import { Hono } from 'hono';
import { listCatalog, readCatalogRecipe } from '#contract/app/catalog.ts';
import { type AppVariables, requireScope } from '../auth/require-scope.ts';
import { getAbsoluteApiUrl } from '../db/picture-urls.ts';
import type { Dependencies } from '../dependencies.ts';
import { createCachedServe } from '../http/serve-endpoint.ts';
import * as catalog from '../recipes/catalog.ts';

const DEFAULT_PAGE_SIZE = 50;

/** A CDN may answer for a minute, and for ten more while it asks again. */
const PUBLIC = 'public, max-age=60, stale-while-revalidate=600';
/** Only the client keeps it, and it asks each time whether it is still the same. */
const PRIVATE = 'private, no-cache';

/** GET /app/recipes and one of them: what is published, for the app's backend, or for everyone. */
export function catalogRoutes(dependencies: Dependencies): Hono<AppVariables> {
  const { db, environment, siteUrl, publicCatalog } = dependencies;
  const app = new Hono<AppVariables>();
  const answering = { db, apiUrl: getAbsoluteApiUrl(environment.publicApiUrl, siteUrl) };
  const serve = createCachedServe(publicCatalog ? PUBLIC : PRIVATE);

  if (!publicCatalog) {
    const requireKey = requireScope(dependencies, 'recipes:read');
    for (const { method, path } of [listCatalog, readCatalogRecipe])
      app.on(method, path as string, requireKey);
  }

  serve(app, listCatalog, async ({ query: { after: cursor = null, limit = DEFAULT_PAGE_SIZE } }) => ({
    data: await catalog.readCatalogPage(answering, { cursor, limit }),
  }));

  serve(app, readCatalogRecipe, async ({ parameters: { recipeId } }) => ({
    data: await catalog.readCatalogRecipe(answering, recipeId),
  }));

  return app;
}
