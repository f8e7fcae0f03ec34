import type { ComponentType } from 'react';
import { loadStylesheet } from '../../ui/load-stylesheet.ts';
import stylesheet from './import.scss?url';

/** Code and styles at the same time. No other screen needs either. */
export async function loadImport(): Promise<ComponentType> {
  const [{ ImportScreen }] = await Promise.all([import('./ImportScreen.tsx'), loadStylesheet(stylesheet)]);
  return ImportScreen;
}
