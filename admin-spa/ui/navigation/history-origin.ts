import type { AroundNavHandler } from 'wouter';

/**
 * Navigation in which every entry of the browser's history knows the address it was opened from, and a new screen
 * starts at its top.
 */
export const rememberOrigin: AroundNavHandler = (navigate, to, options) => {
  const before = location.pathname;
  const state = options?.replace ? history.state : { from: location.pathname + location.search };
  navigate(to, { ...options, state });
  if (location.pathname !== before && !options?.replace) document.documentElement.scrollTop = 0;
};

/** Whether the entry before this one shows the list at `path`, in whatever state it was left. */
export function cameFrom(path: string): boolean {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('from' in state)) return false;
  return typeof state.from === 'string' && state.from.split('?')[0] === path;
}
