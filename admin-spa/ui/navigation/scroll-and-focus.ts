import { useEffect, useState } from 'react';
import type { AroundNavHandler } from 'wouter';
import { useSession } from '#client/session.ts';
import { focusHeading } from './use-heading-focus.ts';

/** What the history keeps with an entry: its own key, and the paths of the entries before it, the last one at the end. */
type Entry = { readonly key?: string; readonly trail?: readonly string[] };

/** How an entry was left: its scroll position, and the link that was focused, among those to its address. */
type View = { readonly top: number; readonly href: string | null; readonly nth: number };

const MAX_TRAIL = 20;
const STORED = 'views';
const root = document.documentElement;
const views = readViews();
/** The key of the entry that is shown. */
let shown = '';
/** Aborted by the next action of the user. */
let restoring: AbortController | undefined;
let isFirstScreen = true;
/** Whether a link of the screen is about to get the focus instead of the heading. */
let isFocusElsewhere = false;

// The capture phase comes before wouter, which changes the screen at once.
addEventListener('popstate', onPop, { capture: true });
addEventListener('pagehide', storeViews);

/** Gives each entry of the history a key and its trail, and scrolls new screens to the top. */
export const keepTrail: AroundNavHandler = (navigate, to, options) => {
  if (options?.replace) {
    navigate(to, { ...options, state: history.state });
    return;
  }
  const { pathname } = location;
  const trail = [...(entry().trail ?? []), pathname].slice(-MAX_TRAIL);
  leave(to);
  navigate(to, { ...options, state: { key: newKey(), trail } });
  shown = ownKey();
  if (location.pathname !== pathname) root.scrollTop = 0;
};

/** Entries back to a list from one of its records, past other records of it; 0 if it was not opened from there. */
export function stepsBackTo(list: string): number {
  const { trail = [] } = entry();
  const last = trail.findLastIndex((path) => !path.startsWith(`${list}/`));
  return trail[last] === list ? trail.length - last : 0;
}

/** Back and Forward restore scroll position and focus: before the first paint, or as soon as the rows are there. */
export function useScrollRestoration(): void {
  useEffect(() => {
    history.scrollRestoration = 'manual';
    shown = ownKey();
    const view = views.get(shown);
    if (view) restore(view);
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
  const view = views.get(shown);
  if (view) restore(view).addEventListener('abort', focusIfLost);
}

/** Remembers the view that is left, before the screen changes. */
function leave(followed: string | null): void {
  restoring?.abort();
  if (shown) views.set(shown, viewNow(followed));
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
function viewNow(followed: string | null): View {
  const { activeElement } = document;
  const focused = activeElement?.closest<HTMLElement>('#main a');
  const href = focused ? focused.getAttribute('href') : activeElement === document.body ? followed : null;
  return { top: root.scrollTop, href, nth: focused ? linksTo(href).indexOf(focused) : 0 };
}

function linksTo(href: string | null): HTMLElement[] {
  const links = [...document.querySelectorAll<HTMLElement>('#main a')];
  return links.filter((link) => link.getAttribute('href') === href);
}

/** Ends when the screen has loaded, or when the user does something else. */
function restore({ top, href, nth }: View): AbortSignal {
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

/** For a reload; not after the logout. */
function storeViews(): void {
  if (shown) views.set(shown, viewNow(null));
  try {
    if (useSession.getState().accessToken) sessionStorage.setItem(STORED, JSON.stringify([...views]));
    else sessionStorage.removeItem(STORED);
  } catch {
    // Blocked or full: a reload begins at the top.
  }
}

function readViews(): Map<string, View> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? '[]');
    return new Map(Array.isArray(stored) ? stored.filter(isStored) : []);
  } catch {
    // Blocked storage or invalid JSON.
    return new Map();
  }
}

function isStored(pair: unknown): pair is [string, View] {
  if (!Array.isArray(pair) || typeof pair[0] !== 'string') return false;
  const view: unknown = pair[1];
  return typeof view === 'object' && view !== null && typeof Reflect.get(view, 'top') === 'number';
}
