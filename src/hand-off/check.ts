// Runs in the head of every page, built by inline-check.ts: docs/decisions/0003.

import type { VisitorAction } from './console-entry.ts';

declare const CONSOLE_URL: string;
/** Development only: React's refresh runtime, loaded before any component. */
declare const REFRESH_URL: string | null;
declare const VISITOR_ACTION: VisitorAction;
declare const CONSOLE_TIMEOUT_MS: number;
/** The addresses of the other scripts and stylesheets that every screen needs. */
declare const CONSOLE_FILES: readonly string[];
/** As in `Chrome 111, Safari 16.4`. */
declare const OLDEST_BROWSERS: string;

/** On a slow network the door comes first, because it asks for the first screen's code and data. */
const PRELOAD_DELAY_MS = 150;

/** Each came to one of the oldest supported browsers with just that version. */
const IS_SUPPORTED =
  'toSorted' in Array.prototype &&
  'CompressionStream' in window &&
  CSS.supports('color', 'color-mix(in srgb, red, red)');

type Console = { mount: () => Promise<void> };
type Refresh = { injectIntoGlobalHook: (target: Window) => void };

function handOff(): void {
  if (!IS_SUPPORTED) {
    showMessage(`The console needs a newer browser: ${OLDEST_BROWSERS} or newer.`);
    return;
  }
  const root = document.documentElement;
  root.hidden = true;
  // Keeps islands inert: one that starts now would not find its elements.
  customElements.define('astro-island', class extends HTMLElement {});
  const timeout = setTimeout(showFailure, CONSOLE_TIMEOUT_MS);
  const preload = setTimeout(preloadFiles, PRELOAD_DELAY_MS);
  loadConsole()
    .then(({ mount }) => {
      clearTimeout(preload);
      return mount();
    })
    .then(() => {
      clearTimeout(timeout);
      try {
        sessionStorage.removeItem('hand-off');
      } catch {
        // Blocked storage: the next failure shows its message at once.
      }
    })
    .catch(() => {
      clearTimeout(timeout);
      if (isFirstFailure()) location.reload();
      else showFailure();
    });
}

async function loadConsole(): Promise<Console> {
  if (REFRESH_URL !== null) {
    const refresh = await import(/* @vite-ignore */ REFRESH_URL);
    (refresh.default ?? (refresh as Refresh)).injectIntoGlobalHook(window);
    Object.assign(window, {
      $RefreshReg$: () => undefined,
      $RefreshSig$: () => (type: unknown) => type,
      __vite_plugin_react_preamble_installed__: true,
    });
  }
  return import(/* @vite-ignore */ CONSOLE_URL);
}

/** The files that would be found one after another. */
function preloadFiles(): void {
  for (const file of CONSOLE_FILES) {
    const link = document.createElement('link');
    const isScript = file.endsWith('.js');
    link.rel = isScript ? 'modulepreload' : 'preload';
    if (!isScript) link.as = 'style';
    // Vite asks for them like this.
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
}

/** A deploy may have removed the chunk. A reload of the page finds the new one. */
function isFirstFailure(): boolean {
  try {
    const first = !sessionStorage.getItem('hand-off');
    sessionStorage.setItem('hand-off', '1');
    return first;
  } catch {
    return false;
  }
}

function showFailure(): void {
  if (!document.documentElement.hidden) return;
  document.documentElement.hidden = false;
  const retry = document.createElement('button');
  retry.textContent = 'Retry';
  retry.onclick = () => location.reload();
  showMessage('The console couldn’t be loaded. Check your connection. ', retry);
}

function showMessage(...content: (string | Node)[]): void {
  const box = document.createElement('div');
  box.className = 'hand-off-failed';
  box.setAttribute('role', 'alert');
  box.append(...content);
  const show = () => document.body.prepend(box);
  if (document.body) show();
  else addEventListener('DOMContentLoaded', show);
}

/** The key by which the page of a wrong address tells the sign-in, and the class that shows its sentence. */
const NOT_FOUND = 'not-found';

let isSignedIn = false;
try {
  isSignedIn = Boolean(localStorage.getItem('access_token'));
} catch {
  // Blocked storage: not signed in.
}
if (isSignedIn) handOff();
else if (VISITOR_ACTION === 'sign-in') location.replace('/login');
else if (VISITOR_ACTION === 'not-found') {
  if (/^\/delete-account\/[^/]+\/?$/.test(location.pathname)) {
    document.documentElement.className = 'confirming';
  } else {
    try {
      sessionStorage.setItem(NOT_FOUND, '1');
    } catch {
      // Blocked storage: the sign-in says nothing about the address.
    }
    location.replace('/login');
  }
} else if (VISITOR_ACTION === 'say-not-found') {
  try {
    // Said once: a reload is a visit of the sign-in.
    if (sessionStorage.getItem(NOT_FOUND)) document.documentElement.className = NOT_FOUND;
    sessionStorage.removeItem(NOT_FOUND);
  } catch {
    // Blocked storage.
  }
}
