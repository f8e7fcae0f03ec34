import { routes } from '../routes.ts';
import { prefetch } from '../shell/prefetch.ts';
import type { Screen } from '../shell/screen.ts';
import { readListState } from '../ui/list/list-state.ts';
import { loadRecipeScreen } from './load-recipe-screen.ts';
import { recipeListOptions, recipesPageQuery } from './queries.ts';

export const screen: Screen = {
  pattern: routes.recipes,
  title: 'Recipes',
  load: async () => (await loadRecipeScreen(() => import('./RecipesList.tsx'))).RecipesList,
  prefetch: (_, search) => prefetch(recipesPageQuery(readListState(search, recipeListOptions))),
};
