import { routes } from '../routes.ts';
import type { Screen } from '../shell/screen.ts';
import { loadRecipeScreen } from './load-recipe-screen.ts';

export const screen: Screen = {
  pattern: routes.recipes,
  title: 'Recipes',
  load: async () => (await loadRecipeScreen(() => import('./RecipesList.tsx'))).RecipesList,
  // Not in the code that every screen starts with. Where it does not arrive, the screen does not either.
  prefetch: (_, search) =>
    import('./list/page-query.ts').then(
      ({ prefetchRecipes }) => prefetchRecipes(search),
      () => undefined,
    ),
};
