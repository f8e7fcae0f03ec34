import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The focused element: tag, label and text. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return '';
    const hasLabels = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    const label = hasLabels ? (element.labels?.[0]?.textContent ?? '') : '';
    return `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? ''} ${label} ${element.textContent ?? ''}`;
  });

/** What is wanted may not be there yet. */
const TIMEOUT_MS = 20_000;

/** Presses Tab until a matching element has the focus, and expects a visible outline. */
export async function tabTo(page: Page, wanted: RegExp) {
  const end = performance.now() + TIMEOUT_MS;
  while (performance.now() < end) {
    if (wanted.test(await focused(page))) {
      const ring = await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
        return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
      });
      expect(ring, `the focus on ${wanted} can be seen`).toBeGreaterThanOrEqual(3);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${wanted}`);
}
