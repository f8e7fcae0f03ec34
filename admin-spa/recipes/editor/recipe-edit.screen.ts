import { recordIdIn, routes } from '../../routes.ts';
import { prefetch } from '../../shell/prefetch.ts';
import type { Screen } from '../../shell/screen.ts';
import { recipeQuery } from '../queries.ts';
import { loadEditor } from './load-editor.ts';

export const screen: Screen = {
  pattern: routes.recipeEdit,
  title: 'Edit recipe',
  load: loadEditor,
  prefetch: (path) => prefetch(recipeQuery(recordIdIn(routes.recipeEdit, path))),
};
