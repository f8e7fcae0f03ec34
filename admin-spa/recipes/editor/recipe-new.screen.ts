import { routes } from '../../routes.ts';
import { prefetch } from '../../shell/prefetch.ts';
import type { Screen } from '../../shell/screen.ts';
import { firstRecipesQuery } from '../queries.ts';
import { loadEditor } from './load-editor.ts';

export const screen: Screen = {
  pattern: routes.recipeNew,
  title: 'New recipe',
  load: loadEditor,
  prefetch: () => prefetch(firstRecipesQuery),
};
