import { routes } from '../routes.ts';
import { prefetch } from '../shell/prefetch.ts';
import type { Screen } from '../shell/screen.ts';
import { readListState } from '../ui/list/list-state.ts';
import { RECIPES_SIZES, recipesPage } from './queries.ts';

export const screen: Screen = {
  pattern: routes.recipes,
  title: 'Recipes',
  load: async () => (await import('./RecipesList.tsx')).RecipesList,
  prefetch: (_, search) => prefetch(recipesPage(readListState(search, RECIPES_SIZES))),
};
