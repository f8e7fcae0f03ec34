import { routes } from '../../routes.ts';
import type { Screen } from '../../shell/screen.ts';
import { loadEditor } from './load-editor.ts';

export const screen: Screen = {
  pattern: routes.recipeNew,
  title: 'New recipe',
  load: loadEditor,
  prefetch: () =>
    import('../list/page-query.ts').then(
      ({ prefetchRecipes }) => prefetchRecipes(''),
      () => undefined,
    ),
};
