import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { resize } from './browser.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations of any severity, as `rule: element`. The page needs `bypassCSP`. */
export async function axeViolations(page: Page, options: axe.RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  await settleColors(page);
  const toasts = await countToasts(page);
  const { violations } = await page.evaluate(
    (given) => window.axe.run({ resultTypes: ['violations'], ...given }),
    options,
  );
  // A notification that left meanwhile was looked at as it faded.
  if (violations.length > 0 && (await countToasts(page)) < toasts) return axeViolations(page, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

const countToasts = (page: Page) => page.locator('.toast').count();

/** Between them the console changes from cards to tables, and shows the columns beyond the specification. */
const WIDTHS = [320, 768, 1280, 1440];

/**
 * Expects no violation in either color scheme at the width with the most columns, and no horizontal scrolling at four
 * widths. One page is resized and gets another scheme, because loading it takes longer. `name`: for the message.
 */
export async function expectAccessible(page: Page, name = ''): Promise<void> {
  for (const width of WIDTHS) {
    await resize(page, width);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, `${name}, ${width} pixels`).toBe(0);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  expect.soft(await axeViolations(page), `${name}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  // The rules that another scheme can break.
  const colors = await axeViolations(page, { runOnly: ['color-contrast', 'link-in-text-block'] });
  expect.soft(colors, `${name}, dark`).toEqual([]);
}

/** Waits until no color is on its way to another one, which has another contrast. */
const settleColors = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const isEnding = ({ effect }: Animation) =>
      effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
    for (;;) {
      const ending = document.getAnimations().filter(isEnding);
      if (ending.length === 0) return;
      await Promise.allSettled(ending.map(({ finished }) => finished));
      await new Promise(requestAnimationFrame);
    }
  });

declare global {
  interface Window {
    axe: typeof axe;
  }
}
