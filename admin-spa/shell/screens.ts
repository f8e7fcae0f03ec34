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

/** Loads code and data at the same time. An unknown path loads the dashboard. */
export function prepareScreen(
  path: string,
  search: string,
): { code: Promise<unknown>; data: Promise<unknown> } {
  const screen = screenAt(path) ?? screens[0];
  return {
    data: Promise.resolve(screen?.prefetch?.(path, search)),
    code: screen ? loadScreen(screen) : Promise.resolve(),
  };
}

export function preloadScreen(path: string): void {
  const screen = screenAt(path);
  // Opening the screen tries again and shows the failure.
  if (screen) loadScreen(screen).catch(() => undefined);
}

/** The answers are in the cache when the screen opens. */
export function prefetchScreen(path: string, search: string): void {
  void screenAt(path)?.prefetch?.(path, search);
}

function screenAt(path: string): Screen | undefined {
  return screens.find(({ pattern }) => matchesRoute(pattern, path));
}
