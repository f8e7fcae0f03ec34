import type { ComponentType } from 'react';
import stylesheet from './editor.scss?url';

let styles: Promise<void> | null = null;

/** Code and styles at the same time. No other screen needs either. */
export async function loadEditor(): Promise<ComponentType> {
  styles ??= loadStyles();
  const [{ RecipeEditor }] = await Promise.all([import('./RecipeEditor.tsx'), styles]);
  return RecipeEditor;
}

async function loadStyles(): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = stylesheet;
  try {
    await new Promise((resolve, reject) => {
      link.onload = resolve;
      link.onerror = () => reject(new Error('The stylesheet of the editor could not be loaded.'));
      document.head.append(link);
    });
  } catch (error) {
    // The next attempt starts anew.
    link.remove();
    styles = null;
    throw error;
  }
}
