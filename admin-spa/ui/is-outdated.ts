import { hasUnsaved } from './form/unsaved.ts';

/** The page that loaded the console. Its check in the head names the files of one build. */
const openedAt = location.pathname;
const check = [...document.scripts].find(({ src, text }) => !src && text.includes('access_token'))?.text;

/** Whether the host serves another build now. False if it does not answer, and in development. */
export async function isOutdated(): Promise<boolean> {
  if (!check || import.meta.env.DEV) return false;
  try {
    const response = await fetch(openedAt, { cache: 'no-cache', headers: { accept: 'text/html' } });
    const page = await response.text();
    // A host's error page is no build.
    return page.includes('access_token') && !page.includes(check);
  } catch {
    // The browser is offline.
    return false;
  }
}

/** Reloads the page if a deploy may have removed a file, but not while a form is unsaved. Says whether it reloads. */
export async function reloadIfOutdated(): Promise<boolean> {
  const isReloading = !hasUnsaved() && (await isOutdated());
  if (isReloading) location.reload();
  return isReloading;
}
