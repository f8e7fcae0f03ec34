import { useEffect, useState } from 'react';
import type { AroundNavHandler } from 'wouter';
import { useSession } from '#client/session.ts';
import { focusHeading } from './use-heading-focus.ts';

/** The state of a history entry: its own key, and the paths of the entries before it, the last one at the end. */
type Entry = { readonly key?: string; readonly earlierPaths?: readonly string[] };

/** How an entry was left: its scroll position, and the link that was focused, among those to its address. */
type ScrollState = { readonly top: number; readonly href: string | null; readonly nth: number };

const MAX_EARLIER_PATHS = 20;
const STORAGE_KEY = 'scroll_restoration';
const root = document.documentElement;
const scrollStates = readScrollStates();
/** The key of the entry that is shown. */
let shown = '';
/** The next action of the user aborts it. */
let restoring: AbortController | undefined;
let isFirstScreen = true;
/** Whether a link of the screen is about to get the focus instead of the heading. */
let isFocusElsewhere = false;

// The capture phase comes before wouter, which changes the screen at once.
addEventListener('popstate', onPop, { capture: true });
addEventListener('pagehide', storeScrollStates);

/** Gives each history entry a key and the paths before it, and scrolls new screens to the top. */
export const keepEarlierPaths: AroundNavHandler = (navigate, to, options) => {
  if (options?.replace) {
    navigate(to, { ...options, state: history.state });
    return;
  }
  const { pathname } = location;
  const earlierPaths = [...(entry().earlierPaths ?? []), pathname].slice(-MAX_EARLIER_PATHS);
  leave(to);
  navigate(to, { ...options, state: { key: newKey(), earlierPaths } });
  shown = ownKey();
  if (location.pathname !== pathname) root.scrollTop = 0;
};

/** Counts the entries back to a list from one of its records, past other records; 0 if it was not opened from there. */
export function stepsBackTo(list: string): number {
  const { earlierPaths = [] } = entry();
  const last = earlierPaths.findLastIndex((path) => !path.startsWith(`${list}/`));
  return earlierPaths[last] === list ? earlierPaths.length - last : 0;
}

/** Back and Forward restore scroll position and focus: before the first paint, or as soon as the rows are there. */
export function useScrollRestoration(): void {
  useEffect(() => {
    history.scrollRestoration = 'manual';
    shown = ownKey();
    const saved = scrollStates.get(shown);
    if (saved) restore(saved);
  }, []);
}

/**
 * Focuses the heading of a screen that has come, for screen readers and keyboards; not of the first one. Never scrolls:
 * Back keeps its scroll position.
 */
export function useArrivalFocus(): void {
  const [isElsewhere] = useState(isFocusElsewhere);
  useEffect(() => {
    if (!isFirstScreen && !isElsewhere) focusHeading();
    isFirstScreen = false;
  }, [isElsewhere]);
}

function onPop(): void {
  leave(null);
  shown = ownKey();
  const saved = scrollStates.get(shown);
  if (saved) restore(saved).addEventListener('abort', focusIfLost);
}

/** Remembers how the entry is left, before the screen changes. */
function leave(followed: string | null): void {
  restoring?.abort();
  if (shown) scrollStates.set(shown, currentScrollState(followed));
}

function entry(): Entry {
  return history.state ?? {};
}

function newKey(): string {
  return `${Math.random()}`;
}

/** A link within the page, as to its content, makes an entry without a key. */
function ownKey(): string {
  const { key = newKey() } = entry();
  if (!entry().key) history.replaceState({ ...history.state, key }, '');
  return key;
}

/** Not every browser focuses a link that is clicked. */
function currentScrollState(followed: string | null): ScrollState {
  const { activeElement } = document;
  const focused = activeElement?.closest<HTMLElement>('#main a');
  const href = focused ? focused.getAttribute('href') : activeElement === document.body ? followed : null;
  return { top: root.scrollTop, href, nth: focused ? linksTo(href).indexOf(focused) : 0 };
}

function linksTo(href: string | null): HTMLElement[] {
  const links = [...document.querySelectorAll<HTMLElement>('#main a')];
  return links.filter((link) => link.getAttribute('href') === href);
}

/** Restores until the screen has loaded, or the user does something else. */
function restore({ top, href, nth }: ScrollState): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  const apply = () => {
    if (signal.aborted) return;
    const links = href === null ? [] : linksTo(href);
    const link = links[nth] ?? links[0];
    link?.focus({ preventScroll: true });
    root.scrollTop = top;
    const isDone = (link || href === null) && Math.abs(root.scrollTop - top) < 2;
    const isLoading = document.querySelector('#main :is(.skeleton, .loading, [aria-busy="true"])') !== null;
    if (isDone || !isLoading) controller.abort();
  };
  const observer = new MutationObserver(apply);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['aria-busy'] });
  for (const action of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
    addEventListener(action, () => controller.abort(), { signal, passive: true });
  signal.addEventListener('abort', () => {
    observer.disconnect();
    isFocusElsewhere = false;
  });
  isFocusElsewhere = href !== null;
  restoring = controller;
  requestAnimationFrame(apply);
  return signal;
}

function focusIfLost(): void {
  if (document.activeElement === document.body) focusHeading();
}

/** A reload needs the states; a logout removes them. */
function storeScrollStates(): void {
  if (shown) scrollStates.set(shown, currentScrollState(null));
  try {
    if (useSession.getState().accessToken)
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...scrollStates]));
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // The storage is blocked or full: a reload begins at the top.
  }
}

function readScrollStates(): Map<string, ScrollState> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    return new Map(Array.isArray(stored) ? stored.filter(isStored) : []);
  } catch {
    // The storage is blocked, or holds no JSON.
    return new Map();
  }
}

function isStored(pair: unknown): pair is [string, ScrollState] {
  if (!Array.isArray(pair) || typeof pair[0] !== 'string') return false;
  const state: unknown = pair[1];
  return typeof state === 'object' && state !== null && typeof Reflect.get(state, 'top') === 'number';
}
