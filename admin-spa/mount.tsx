import { createRoot } from 'react-dom/client';
import { dropEarlyAnswers, type EarlyAnswers, offerEarlyAnswers } from '#client/early-answers.ts';
import { syncWithOtherTabs } from '#client/session.ts';
import { App } from './App.tsx';
import stylesheet from './console.scss?url';
import { explainMailedLink } from './shell/mailed-link.ts';
import { prepareScreen } from './shell/screens.ts';
import { loadStylesheet } from './ui/load-stylesheet.ts';

const HEADLINE_PROPERTY = '--font-headline';

/** With the data at hand, a first render without it would only delay the rows. */
const MAX_DATA_WAIT_MS = 100;

/**
 * Replaces the static page. It stays hidden until the stylesheet has loaded; code and data of the first screen load
 * at the same time.
 */
export async function mount(early?: EarlyAnswers): Promise<void> {
  if (early) offerEarlyAnswers(early);
  const firstScreen = prepareScreen(location.pathname, location.search);
  syncWithOtherTabs();
  await documentParsed();
  // A screen may have added its own sheet, which has an address; those of pages are inline.
  const pageSheets = [...document.styleSheets].filter(({ href }) => href === null);
  await Promise.all([loadStylesheet(stylesheet), firstScreen.code]);
  await Promise.race([firstScreen.data, passed(MAX_DATA_WAIT_MS)]);
  dropEarlyAnswers();
  removePageRules(pageSheets);
  const root = document.createElement('div');
  root.id = 'console';
  document.body.replaceChildren(root);
  document.documentElement.hidden = false;
  explainMailedLink(location.pathname);
  createRoot(root).render(<App />);
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
