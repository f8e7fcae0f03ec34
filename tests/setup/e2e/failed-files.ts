import type { Page } from 'playwright-core';

/**
 * Chromium before 156 never asks again for a module that failed, as long as the page lives (whatwg/html#6768).
 * There the page is reloaded, as its message says. Returns whether it was.
 */
export async function reloadIfFailuresLast(page: Page): Promise<boolean> {
  const version = page.context().browser()?.version() ?? '';
  if (Number.parseInt(version, 10) >= 156) return false;
  await page.reload();
  return true;
}
