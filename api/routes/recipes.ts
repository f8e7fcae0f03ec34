import { Hono } from 'hono';
import { sql } from 'kysely';
import { ACCOUNT_FEATURE } from '#contract/account.ts';
import { listRecipes, readRecipe } from '#contract/recipes.ts';
import type { AdminVariables } from '../auth/require-administrator.ts';
import { getPictureUrl } from '../db/picture-urls.ts';
import { matchesKeyword } from '../db/search.ts';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { serve } from '../http/serve-endpoint.ts';

const DEFAULT_PAGE_SIZE = 10;

/** GET /admin/recipes and /admin/recipes/:recipeId. */
export function recipeRoutes({ db, environment }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  const withPictureUrl = <Row extends { image_url: string | null }>(row: Row): Row => ({
    ...row,
    image_url: getPictureUrl(environment.publicApiUrl, row.image_url),
  });

  serve(app, listRecipes, async ({ query: { keyword = '', page = 1, pageSize = DEFAULT_PAGE_SIZE } }) => {
    const found = db.selectFrom('recipes').where(matchesKeyword(keyword));
    const [{ total }, rows] = await Promise.all([
      found.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow(),
      found
        .select([
          'id',
          'title',
          'description',
          'image_url',
          'preparation_time',
          'cooking_time',
          'meal_types',
          'ingredients',
          'steps',
        ])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute(),
    ]);
    return {
      data: { recipes: rows.map(withPictureUrl) },
      total,
      page,
      pageSize,
      features: [ACCOUNT_FEATURE],
    };
  });

  serve(app, readRecipe, async ({ parameters: { recipeId } }) => {
    const recipe = await db.selectFrom('recipes').where('id', '=', recipeId).selectAll().executeTakeFirst();
    if (!recipe) throw new Problem(404, 'There is no such recipe.');
    return {
      data: withPictureUrl({
        ...recipe,
        nutritionValues: recipe.nutrition_values,
        preparationTime: recipe.preparation_time,
        cookingMethod: recipe.cooking_method,
        videoURL: recipe.video_url,
      }),
      features: [ACCOUNT_FEATURE],
    };
  });

  return app;
}
