import { describe, expect, it } from 'vitest';
import { documentOf, hashOf, pages, pagesToRead, read, weight } from './built-site.ts';

/** What a browser fetches by itself for a page: pictures, sprite, fonts, manifest. Not the icon for a home screen. */
function resources(page: string): readonly string[] {
  const document = documentOf(page);
  const named = [...document.querySelectorAll('link[href], img[src], script[src], use')]
    .filter((node) => !node.matches('link[rel=canonical], link[rel=apple-touch-icon]'))
    .map((node) => node.getAttribute('href') ?? node.getAttribute('src') ?? '');
  const fonts = [
    ...read(page)
      .toString()
      .matchAll(/url\("(\/[^"]+\.woff2)"\)/g),
  ].map(([, font = '']) => font);
  return [...new Set([...named, ...fonts].map((address) => address.replace(/#.*/, '')))];
}

describe.each(pages)('%s', (page) => {
  it('fits, with its styles, into the first flight of a new connection', () => {
    expect(weight(page)).toBeLessThanOrEqual(13_500);
  });

  it('is allowed by its own policy: every inline style and script is named by its hash, and nothing else is', () => {
    const document = documentOf(page);
    const policy =
      document.querySelector('meta[http-equiv=content-security-policy]')?.getAttribute('content') ?? '';
    expect(policy).not.toContain('unsafe');
    const inline = [...document.querySelectorAll('style, script:not([src], [type="application/ld+json"])')];
    expect(inline.length).toBeGreaterThan(1);
    const named = policy.match(/'sha256-[^']+'/g) ?? [];
    expect(new Set(named)).toEqual(new Set(inline.map((node) => hashOf(node.textContent ?? ''))));
  });

  it('holds no style attribute and no inline handler, which the policy would block', () => {
    const blocked = [...documentOf(page).querySelectorAll('*')].filter((node) =>
      node.getAttributeNames().some((name) => name === 'style' || name.startsWith('on')),
    );
    expect(blocked).toEqual([]);
  });
});

describe.each(pagesToRead)('%s', (page) => {
  it('runs no script but the check in its head', () => {
    const scripts = [...documentOf(page).querySelectorAll('script:not([type="application/ld+json"])')];
    expect(scripts).toHaveLength(1);
    expect(scripts[0]?.getAttribute('src')).toBeNull();
    expect(scripts[0]?.parentElement?.tagName).toBe('HEAD');
  });

  it('is complete within 60,000 bytes and 6 requests to its own origin', () => {
    const parts = resources(page);
    expect(parts.filter((address) => !address.startsWith('/'))).toEqual([]);
    expect(1 + parts.length).toBeLessThanOrEqual(6);
    expect([page, ...parts].reduce((sum, part) => sum + weight(part), 0)).toBeLessThanOrEqual(60_000);
  });

  it('sets its headlines in a font that is there, small, and never in the way', () => {
    const fonts = resources(page).filter((address) => address.endsWith('.woff2'));
    expect(fonts).toHaveLength(1);
    expect(weight(fonts[0] ?? '')).toBeLessThanOrEqual(18 * 1024);
    const html = read(page).toString();
    const face = html.match(/@font-face\{[^}]*\.woff2[^}]*\}/)?.[0] ?? '';
    expect(face).toMatch(/font-display:(swap|optional)/);
    // A font that is swapped in late needs a stand-in of the same widths, or it moves what stands below it.
    if (face.includes('font-display:swap')) {
      const standIn = html.match(/--font-headline:[^;}]*?(Stand-in \w+)/)?.[1];
      expect(html).toMatch(new RegExp(`@font-face\\{font-family:"?${standIn}"?;[^}]*size-adjust`));
    }
  });
});

it('ships the drawings in one sprite of at most 25 KB', () => {
  expect(read('/food.svg').length).toBeLessThanOrEqual(25_000);
});
