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

/** The fonts that take the room of the headline font until it has loaded: `shared/brand/theme.scss`. */
const STAND_INS = ['LiberationSerif-Bold', 'TimesNewRomanPS-BoldMT', 'NotoSerif-Bold'];

/**
 * On a machine without a stand-in for the headline font, keeps that font away: headlines would change their width with
 * it, sooner or later. The page must expect ERR_FAILED.
 */
export async function keepHeadlineWidth(page: Page): Promise<void> {
  const hasStandIn = await page.evaluate(
    (names) =>
      new FontFace('stand-in', names.map((name) => `local("${name}")`).join(', ')).load().then(
        () => true,
        () => false,
      ),
    STAND_INS,
  );
  if (!hasStandIn) await page.route('**/*.woff2', (route) => route.abort());
}

/**
 * Every layout shift so far: its share of CLS, and what moved from where to where. The space between two elements is no
 * text that anyone sees; Chromium names at most five nodes, so five of them may hide another one.
 */
export async function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const shifts: string[] = [];
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as unknown as LayoutShift[]) {
            const isBlank = ({ node }: { node: Node | null }) =>
              node instanceof Text && !/\S/.test(node.data);
            if (sources.length > 0 && sources.length < 5 && sources.every(isBlank)) continue;
            const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
              const name = node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent;
              return `${name} ${from.x} ${from.y} ${from.width} ${from.height} -> ${to.x} ${to.y} ${to.width} ${to.height}`;
            });
            shifts.push([value, ...moved].join('; '));
          }
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(shifts)));
      }),
  );
}

/** Layout Instability API, which TypeScript's DOM library does not have. */
type LayoutShift = {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

declare global {
  interface Window {
    paintTexts?: string[];
  }
}
