import { Hono } from 'hono';
import { changeRecipes, readRecipeValues } from '#contract/recipes/list.ts';
import { listRecipes, readRecipe } from '#contract/recipes/read.ts';
import { type AdminVariables, getActor } from '../../auth/require-administrator.ts';
import { toPage } from '../../db/lists/page.ts';
import { totalFeatures } from '../../db/lists/read-list.ts';
import type { Dependencies } from '../../dependencies.ts';
import { serve } from '../../http/serve-endpoint.ts';
import { features, toRecipeAnswer, toRecipeRows } from '../../recipes/answer.ts';
import { changeRecipesInBulk } from '../../recipes/bulk/change-now.ts';
import { findRecipe } from '../../recipes/find.ts';
import { readRecipeList } from '../../recipes/list-recipes.ts';
import { readValues } from '../../recipes/values.ts';

const DEFAULT_PAGE_SIZE = 10;

/** GET /admin/recipes, its values, one recipe, and changes of several. */
export function recipeRoutes({ db, slowAnswers, clock, environment }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  const readKeptValues = slowAnswers.keep(() => readValues(db));
  const answering = { db, publicApiUrl: environment.publicApiUrl };

  serve(app, listRecipes, async ({ query }) => {
    const { page = 1, pageSize = DEFAULT_PAGE_SIZE } = query;
    const at = toPage(page, pageSize);
    const { rows, total } = await readRecipeList(db, { query, page: at });
    return {
      data: { recipes: await toRecipeRows(rows, answering) },
      total: total.count,
      page,
      pageSize,
      features: [...features, ...totalFeatures(total)],
    };
  });

  serve(app, readRecipeValues, async () => {
    const { answer: data, ...counted } = await readKeptValues();
    return { data, ...counted };
  });

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
