import { routes } from '../routes.ts';
import { prefetch } from '../shell/prefetch.ts';
import type { Screen } from '../shell/screen.ts';
import { readListState } from '../ui/list/list-state.ts';
import { RECIPE_PAGE_SIZES, recipesPageQuery } from './queries.ts';

export const screen: Screen = {
  pattern: routes.recipes,
  title: 'Recipes',
  load: async () => (await import('./RecipesList.tsx')).RecipesList,
  prefetch: (_, search) => prefetch(recipesPageQuery(readListState(search, RECIPE_PAGE_SIZES))),
};
