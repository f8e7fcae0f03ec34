import type { AroundNavHandler } from 'wouter';

/** An entry of the console: its own key, and the paths of the entries before it, the last one at the end. */
type Entry = { readonly key?: string; readonly trail?: readonly string[] };

// Keeps a place before the listener of wouter for the one of `views.ts`, which is loaded later.
window.onpopstate = () => undefined;

const MAX_TRAIL = 20;
const entry = (): Entry => history.state ?? {};

/** Gives each history entry a key and its trail, and scrolls new screens to the top. */
export const keepTrail: AroundNavHandler = (navigate, to, options) => {
  const { pathname } = location;
  const trail = [...(entry().trail ?? []), pathname].slice(-MAX_TRAIL);
  const state = options?.replace ? history.state : { key: `${Math.random()}`, trail };
  navigate(to, { ...options, state });
  if (location.pathname !== pathname && !options?.replace) document.documentElement.scrollTop = 0;
};

/** The key of the current entry; '' if it has none. */
export function entryKey(): string {
  return entry().key ?? '';
}

/** Entries back to a list from one of its records, past other records of it; 0 if it was not opened from there. */
export function stepsBackTo(list: string): number {
  const { trail = [] } = entry();
  const last = trail.findLastIndex((path) => !path.startsWith(`${list}/`));
  return trail[last] === list ? trail.length - last : 0;
}
