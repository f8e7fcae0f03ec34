import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations of any severity, as `rule: element`. The page needs `bypassCSP`. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const results = await page.evaluate(() => window.axe.run());
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  );
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
