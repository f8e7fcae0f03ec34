import { createRoot } from 'react-dom/client';
import { followOtherTabs } from '#client/session.ts';
import { App } from './App.tsx';
import stylesheet from './console.scss?url';
import { prepare } from './screens.ts';
import { explainMailedLink } from './session/mailed-link.ts';

/**
 * Puts the console in the place of the static page: the only door in. The page stays hidden until the console's
 * stylesheet is there; the first screen's code and data are asked for before React has rendered.
 */
export async function mount(): Promise<void> {
  const firstScreen = prepare(location.pathname, location.search);
  followOtherTabs();
  await parsed();
  const styled = loadStylesheet();
  removePageStyles();
  await Promise.all([styled, firstScreen]);
  const root = document.createElement('div');
  root.id = 'console';
  document.body.replaceChildren(root);
  document.documentElement.hidden = false;
  explainMailedLink(location.pathname);
  createRoot(root).render(<App />);
}

function parsed(): Promise<unknown> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => addEventListener('DOMContentLoaded', resolve, { once: true }));
}

/** The page's own rules would style the console too; the headline font's own element stays. */
function removePageStyles() {
  for (const style of document.querySelectorAll('head style, body style')) {
    if (!style.textContent?.includes('--font-headline:')) style.remove();
  }
}

function loadStylesheet(): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = stylesheet;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error('The console stylesheet could not be loaded.'));
    document.head.append(link);
  });
}
