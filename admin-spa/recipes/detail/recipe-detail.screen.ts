import { recordIdIn, routes } from '../../routes.ts';
import { prefetch } from '../../shell/prefetch.ts';
import type { Screen } from '../../shell/screen.ts';
import { loadRecipeScreen } from '../load-recipe-screen.ts';
import { recipeQuery } from '../queries.ts';

export const screen: Screen = {
  pattern: routes.recipe,
  title: 'Recipe',
  load: async () => (await loadRecipeScreen(() => import('./RecipeDetail.tsx'))).RecipeDetail,
  prefetch: (path) => prefetch(recipeQuery(recordIdIn(routes.recipe, path))),
};
