import type { Page } from 'playwright-core';

/** URLs of the external scripts that a page loads. */
export function recordScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  return scripts;
}

/** Records the text of each largest-paint candidate. */
export async function recordPaints(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const texts: string[] = [];
    window.paintTexts = texts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        texts.push(
          ('element' in entry && entry.element instanceof Element && entry.element.textContent) || '',
        );
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  return () => page.evaluate(() => window.paintTexts ?? []);
}

/** The sum of layout shifts (CLS). */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += 'value' in entry ? Number(entry.value) : 0;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
}

declare global {
  interface Window {
    paintTexts?: string[];
  }
}
