import type { AroundNavHandler } from 'wouter';

/** Stores in each history entry where it was opened from, and scrolls new screens to the top. */
export const rememberOrigin: AroundNavHandler = (navigate, to, options) => {
  const before = location.pathname;
  const state = options?.replace ? history.state : { from: location.pathname + location.search };
  navigate(to, { ...options, state });
  if (location.pathname !== before && !options?.replace) document.documentElement.scrollTop = 0;
};

/** Ignores the query of the previous entry. */
export function cameFrom(path: string): boolean {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('from' in state)) return false;
  return typeof state.from === 'string' && state.from.split('?')[0] === path;
}
