import { routes } from '../../routes.ts';
import type { Screen } from '../../shell/screen.ts';
import { loadImport } from './load-import.ts';

export const screen: Screen = {
  pattern: routes.recipeImport,
  title: 'Import recipes',
  load: loadImport,
  prefetch: () =>
    import('../list/page-query.ts').then(
      ({ prefetchRecipes }) => prefetchRecipes(''),
      () => undefined,
    ),
};
