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
    // An error page of a host is no build.
    return page.includes('access_token') && !page.includes(check);
  } catch {
    // Offline.
    return false;
  }
}

/** Whether it has: for a file that a deploy may have removed. What is typed comes first. */
export async function reloadIfOutdated(): Promise<boolean> {
  const isReloading = !hasUnsaved() && (await isOutdated());
  if (isReloading) location.reload();
  return isReloading;
}
