import { minifySync } from 'rolldown/utils';
import type { ConsoleEntry } from './console-entry.ts';

/**
 * What happens to a visitor, who has no stored login: reads the page, or is sent to the sign-in. On a plain static
 * host the 404 page stands for every address, and shows the confirmation of a deletion where that is meant.
 */
export type ForVisitors = 'read' | 'sign-in' | 'not-found';

const otherwise: Readonly<Record<ForVisitors, string>> = {
  read: '',
  'sign-in': 'else location.replace("/login")',
  'not-found': `else if (/^\\/delete-account\\/[^/]+\\/?$/.test(location.pathname)) document.documentElement.className = "confirming"; else location.replace("/login")`,
};

/** Milliseconds until a console that has not arrived is given up. */
const PATIENCE = 10_000;

/**
 * The script in every page's head. A visitor pays one storage read. For an administrator the page is hidden
 * before its first paint and the console is mounted in its place. Its islands stay as they are: one that came alive
 * while it is replaced would find other elements than it was made of. Where the console's code does not come, one reload
 * (a deploy may have removed the file), then the page again with a message and Retry.
 */
export function inlineCheck(entry: ConsoleEntry, forVisitors: ForVisitors): string {
  return minified(`
    (() => {
      let signedIn;
      try { signedIn = localStorage.getItem("access_token") } catch {}
      if (signedIn) {
        const root = document.documentElement;
        root.hidden = true;
        customElements.define("astro-island", class extends HTMLElement {});
        const say = () => {
          if (!root.hidden) return;
          root.hidden = false;
          const box = document.createElement("div");
          const retry = document.createElement("button");
          box.className = "hand-off-failed";
          box.setAttribute("role", "alert");
          retry.textContent = "Retry";
          retry.onclick = () => location.reload();
          box.append("The console could not be loaded. Check your connection. ", retry);
          const show = () => document.body.prepend(box);
          document.body ? show() : addEventListener("DOMContentLoaded", show);
        };
        const late = setTimeout(say, ${PATIENCE});
        const failed = () => {
          clearTimeout(late);
          let again = false;
          try { again = !sessionStorage.getItem("hand-off"); sessionStorage.setItem("hand-off", "1") } catch {}
          again ? location.reload() : say();
        };
        ${loading(entry)}.then((module) => {
          clearTimeout(late);
          try { sessionStorage.removeItem("hand-off") } catch {}
          return module.mount();
        }).catch(failed);
      } ${otherwise[forVisitors]}
    })()`);
}

/** In development React's refresh must be there before the first component. */
function loading({ address, refresh }: ConsoleEntry): string {
  if (refresh === null) return `import("${address}")`;
  return `import("${refresh}").then((refresh) => {
    (refresh.default || refresh).injectIntoGlobalHook(window);
    window.$RefreshReg$ = () => {};
    window.$RefreshSig$ = () => (type) => type;
    window.__vite_plugin_react_preamble_installed__ = true;
    return import("${address}");
  })`;
}

/** Throws where the source is no valid script. */
function minified(source: string): string {
  const { code, errors } = minifySync('check.js', source);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code.trim();
}
