// Runs in the head of every page, built by inline-check.ts: docs/decisions/0003.

import type { EarlyAnswers } from '#client/early-answers.ts';
import type { VisitorAction } from './console-entry.ts';

declare const CONSOLE_URL: string;
/** Development only: React's refresh runtime, loaded before any component. */
declare const REFRESH_URL: string | null;
declare const VISITOR_ACTION: VisitorAction;
declare const CONSOLE_TIMEOUT_MS: number;
/** False on pages that administrators seldom open: their documents stay small. */
declare const LOADS_EARLY: boolean;
/** The addresses of other scripts and stylesheets that every screen needs. */
declare const CONSOLE_FILES: readonly string[];
/** The calls of the screen that this page is a file for. The page may also be served at other addresses. */
declare const SCREEN_PATH: string;
declare const SCREEN_FILES: readonly string[];
/** The addresses of its calls. */
declare const SCREEN_CALLS: readonly string[];

type Console = { mount: (early?: EarlyAnswers) => Promise<void> };
type Refresh = { injectIntoGlobalHook: (target: Window) => void };

function handOff(accessToken: string): void {
  const root = document.documentElement;
  root.hidden = true;
  // Keeps islands inert: one that starts now would not find its elements.
  customElements.define('astro-island', class extends HTMLElement {});
  const timeout = setTimeout(showFailure, CONSOLE_TIMEOUT_MS);
  const loaded = loadConsole();
  const early = LOADS_EARLY ? loadEarly(accessToken) : undefined;
  loaded
    .then((module) => {
      clearTimeout(timeout);
      try {
        sessionStorage.removeItem('hand-off');
      } catch {
        // Blocked storage: the next failure shows its message at once.
      }
      return module.mount(early);
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

/** Asks at once for what would be found one after another: the data, scripts and stylesheets of the first screen. */
function loadEarly(accessToken: string): EarlyAnswers {
  const isScreen = location.pathname === SCREEN_PATH;
  const answers: EarlyAnswers['answers'] = {};
  if (isScreen && !location.search) {
    const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` };
    for (const call of SCREEN_CALLS) answers[call] = fetch(call, { headers }).catch(() => null);
  }
  for (const file of CONSOLE_FILES.concat(isScreen ? SCREEN_FILES : [])) {
    const link = document.createElement('link');
    const isScript = file.endsWith('.js');
    link.rel = isScript ? 'modulepreload' : 'preload';
    if (!isScript) link.as = 'style';
    link.href = file;
    document.head.append(link);
  }
  return { accessToken, answers };
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
  box.append('The console couldn’t be loaded. Check your connection. ', retry);
  const show = () => document.body.prepend(box);
  if (document.body) show();
  else addEventListener('DOMContentLoaded', show);
}

let accessToken: string | null = null;
try {
  accessToken = localStorage.getItem('access_token');
} catch {
  // Blocked storage: not signed in.
}
if (accessToken) handOff(accessToken);
else if (VISITOR_ACTION === 'sign-in') location.replace('/login');
else if (VISITOR_ACTION === 'not-found') {
  if (/^\/delete-account\/[^/]+\/?$/.test(location.pathname)) {
    document.documentElement.className = 'confirming';
  } else location.replace('/login');
}
