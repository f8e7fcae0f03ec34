import { useEffect } from 'react';
import { useSession } from '#client/session.ts';
import { entryKey } from './history-trail.ts';
import { focusHeading, headingFocus } from './use-heading-focus.ts';

/** How a history entry was left: its scroll position, and the link that was focused, among those to its address. */
type View = { readonly top: number; readonly href: string | null; readonly nth: number };

const STORED = 'views';
const root = document.documentElement;
const views = readViews();
/** The key of the entry that is shown. */
let shown = '';
let hasStarted = false;
/** Aborted by the next action of the user. */
let running: AbortController | undefined;

/**
 * From the first list on, Back and Forward restore scroll position and focus: before the first paint, or as soon as the
 * rows are there.
 */
export function useViews(): void {
  useEffect(() => {
    shown = ownKey();
    if (hasStarted) return;
    hasStarted = true;
    history.scrollRestoration = 'manual';
    // In the place that is kept for it before wouter, which changes the screen at once.
    window.onpopstate = onPop;
    // An event of wouter, also before the screen changes.
    addEventListener('pushState', onPush);
    addEventListener('pagehide', storeViews);
    const view = views.get(shown);
    if (view) restore(view);
  }, []);
}

function onPush(): void {
  leave(location.pathname + location.search);
}

function onPop(): void {
  leave(null);
  const view = views.get(shown);
  if (view) restore(view).addEventListener('abort', focusIfLost);
}

/** The address has changed, the screen not yet. */
function leave(followed: string | null): void {
  running?.abort();
  if (shown) views.set(shown, viewNow(followed));
  shown = ownKey();
}

/** A link within the page, as to its content, makes an entry without a key. */
function ownKey(): string {
  if (!entryKey()) history.replaceState({ ...history.state, key: `${Math.random()}` }, '');
  return entryKey();
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
    headingFocus.isElsewhere = false;
  });
  headingFocus.isElsewhere = href !== null;
  running = controller;
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
