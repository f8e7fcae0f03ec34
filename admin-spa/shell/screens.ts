import type { ComponentType } from 'react';
import { matchesRoute, routes } from '../routes.ts';
import type { Screen } from './screen.ts';

const found = import.meta.glob<Screen>('../**/*.screen.ts', { eager: true, import: 'screen' });

/** The console's screens, in the order of their routes: the first one that matches an address is shown. */
export const screens: readonly Screen[] = Object.values(routes).flatMap((route) =>
  Object.values(found).filter(({ pattern }) => pattern === route),
);

const loaded = new Map<Screen, ComponentType>();

/** Undefined until its code is loaded. */
export function componentOf(screen: Screen): ComponentType | undefined {
  return loaded.get(screen);
}

export async function loadScreen(screen: Screen): Promise<ComponentType> {
  const component = loaded.get(screen) ?? (await screen.load());
  loaded.set(screen, component);
  return component;
}

/** An unknown path loads the dashboard. */
export async function prepareScreen(path: string, search: string): Promise<void> {
  const screen = screenAt(path) ?? screens[0];
  if (!screen) return;
  screen.prefetch(path, search);
  await loadScreen(screen);
}

export function preloadScreen(path: string): void {
  const screen = screenAt(path);
  // Opening the screen tries again and shows the failure.
  if (screen) loadScreen(screen).catch(() => undefined);
}

function screenAt(path: string): Screen | undefined {
  return screens.find(({ pattern }) => matchesRoute(pattern, path));
}
