// Runs in the head of every page, built by inline-check.ts: docs/decisions/0003.

import type { ForVisitors } from './console-entry.ts';

declare const CONSOLE: string;
/** Development only: React's refresh runtime, loaded before any component. */
declare const REFRESH: string | null;
declare const VISITORS: ForVisitors;
declare const CONSOLE_TIMEOUT_MS: number;

type Console = { mount: () => Promise<void> };
type Refresh = { injectIntoGlobalHook: (target: Window) => void };

function handOff(): void {
  const root = document.documentElement;
  root.hidden = true;
  // Keeps islands inert: one that starts now would not find its elements.
  customElements.define('astro-island', class extends HTMLElement {});
  const late = setTimeout(showFailure, CONSOLE_TIMEOUT_MS);
  loadConsole()
    .then((module) => {
      clearTimeout(late);
      try {
        sessionStorage.removeItem('hand-off');
      } catch {
        // Blocked storage: the next failure shows its message at once.
      }
      return module.mount();
    })
    .catch(() => {
      clearTimeout(late);
      if (isFirstFailure()) location.reload();
      else showFailure();
    });
}

async function loadConsole(): Promise<Console> {
  if (REFRESH !== null) {
    const refresh = await import(/* @vite-ignore */ REFRESH);
    (refresh.default ?? (refresh as Refresh)).injectIntoGlobalHook(window);
    Object.assign(window, {
      $RefreshReg$: () => undefined,
      $RefreshSig$: () => (type: unknown) => type,
      __vite_plugin_react_preamble_installed__: true,
    });
  }
  return import(/* @vite-ignore */ CONSOLE);
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
  const box = document.createElement('div');
  const retry = document.createElement('button');
  box.className = 'hand-off-failed';
  box.setAttribute('role', 'alert');
  retry.textContent = 'Retry';
  retry.onclick = () => location.reload();
  box.append('The console could not be loaded. Check your connection. ', retry);
  const show = () => document.body.prepend(box);
  if (document.body) show();
  else addEventListener('DOMContentLoaded', show);
}

let signedIn: string | null = null;
try {
  signedIn = localStorage.getItem('access_token');
} catch {
  // Blocked storage: not signed in.
}
if (signedIn) handOff();
else if (VISITORS === 'sign-in') location.replace('/login');
else if (VISITORS === 'not-found') {
  if (/^\/delete-account\/[^/]+\/?$/.test(location.pathname)) {
    document.documentElement.className = 'confirming';
  } else location.replace('/login');
}
