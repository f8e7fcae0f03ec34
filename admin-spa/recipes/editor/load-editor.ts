import type { ComponentType } from 'react';
import { loadStylesheet } from '../../ui/load-stylesheet.ts';
import stylesheet from './editor.scss?url';

/** Code and styles at the same time. No other screen needs either. */
export async function loadEditor(): Promise<ComponentType> {
  const [{ RecipeEditor }] = await Promise.all([import('./RecipeEditor.tsx'), loadStylesheet(stylesheet)]);
  return RecipeEditor;
}
