import { syncWithOtherTabs } from '#client/session.ts';
import { openFirstScreen } from './screens.tsx';

const HEADLINE_PROPERTY = '--font-headline';

/** The first render waits this long for the data: without it, it would only delay the rows. */
const MAX_DATA_WAIT_MS = 100;

/**
 * Replaces the static page, which stays hidden until then. This module is small, so that it can ask for the first
 * screen's code and data while the rest of the console is still loading.
 */
export async function mount(): Promise<void> {
  await documentParsed();
  const pageSheets = [...document.styleSheets];
  const app = import('./App.tsx');
  const screen = openFirstScreen({ path: location.pathname, search: location.search });
  syncWithOtherTabs();
  const [{ renderApp }] = await Promise.all([app, screen.code]);
  await Promise.race([screen.data, passed(MAX_DATA_WAIT_MS)]);
  removePageRules(pageSheets);
  const root = document.createElement('div');
  root.id = 'console';
  document.body.replaceChildren(root);
  document.documentElement.hidden = false;
  renderApp(root);
}

function passed(milliseconds: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function documentParsed(): Promise<unknown> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => addEventListener('DOMContentLoaded', resolve, { once: true }));
}

/**
 * Removes the CSS of the page but its font faces. The build generates the name of the headline font, so the value of
 * its custom property is copied.
 */
function removePageRules(sheets: readonly CSSStyleSheet[]) {
  const root = document.documentElement;
  root.style.setProperty(HEADLINE_PROPERTY, getComputedStyle(root).getPropertyValue(HEADLINE_PROPERTY));
  for (const sheet of sheets) {
    for (let index = sheet.cssRules.length - 1; index >= 0; index -= 1) {
      if (!(sheet.cssRules[index] instanceof CSSFontFaceRule)) sheet.deleteRule(index);
    }
  }
}
