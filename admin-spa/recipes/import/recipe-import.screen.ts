import { routes } from '../../routes.ts';
import { prefetch } from '../../shell/prefetch.ts';
import type { Screen } from '../../shell/screen.ts';
import { firstRecipesQuery } from '../queries.ts';
import { loadImport } from './load-import.ts';

export const screen: Screen = {
  pattern: routes.recipeImport,
  title: 'Import recipes',
  load: loadImport,
  prefetch: () => prefetch(firstRecipesQuery),
};
