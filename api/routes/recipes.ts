import { Hono } from 'hono';
import { sql } from 'kysely';
import { changeRecipes, readRecipeValues } from '#contract/recipes/list.ts';
import { listRecipes, readRecipe } from '#contract/recipes/read.ts';
import { type AdminVariables, getActor } from '../auth/require-administrator.ts';
import { matchesKeyword } from '../db/search.ts';
import type { Dependencies } from '../dependencies.ts';
import { serve } from '../http/serve-endpoint.ts';
import { features, toRecipeAnswer, toRecipeRows } from '../recipes/answer.ts';
import { changeRecipesInBulk } from '../recipes/bulk/change-now.ts';
import { listOrder, matchesFilters } from '../recipes/filters.ts';
import { findRecipe } from '../recipes/find.ts';
import { readValues } from '../recipes/values.ts';

const DEFAULT_PAGE_SIZE = 10;

const rowColumns = [
  'id',
  'title',
  'description',
  'image_url',
  'preparation_time',
  'cooking_time',
  'meal_types',
  'ingredients',
  'steps',
  'published_at',
  'updated_at',
  'deleted_at',
] as const;

/** GET /admin/recipes, its values, one recipe, and changes of several. */
export function recipeRoutes({ db, clock, environment }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  const answering = { db, publicApiUrl: environment.publicApiUrl };

  serve(app, listRecipes, async ({ query }) => {
    const { keyword = '', page = 1, pageSize = DEFAULT_PAGE_SIZE } = query;
    const found = db.selectFrom('recipes').where(matchesKeyword(keyword)).where(matchesFilters(query));
    const [{ total }, rows] = await Promise.all([
      found.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow(),
      found
        .select(rowColumns)
        .orderBy(listOrder(query))
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute(),
    ]);
    const recipes = await toRecipeRows(rows, answering);
    return { data: { recipes }, total, page, pageSize, features };
  });

  serve(app, readRecipeValues, async () => ({ data: await readValues(db) }));

  serve(app, changeRecipes, async ({ body: { ids, change }, context }) => {
    const changed = await changeRecipesInBulk(db, { ids, change, actor: getActor(context) }, clock());
    const message = changed === 1 ? '1 recipe changed' : `${changed} recipes changed`;
    return { message, data: { changed } };
  });

  serve(app, readRecipe, async ({ parameters: { recipeId } }) =>
    toRecipeAnswer(await findRecipe(db, recipeId), answering),
  );

  return app;
}
