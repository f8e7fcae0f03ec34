import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { documentOf, hashOf, pages, pagesToRead, read, transferBytes } from './built-site.ts';

/** Requests of a page: pictures, sprite, fonts, manifest. Not the home screen icon. */
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
  it('fits with its styles into the initial TCP window', () => {
    expect(transferBytes(page)).toBeLessThanOrEqual(13_500);
  });

  it('has exactly the hashes of its inline styles and scripts in its policy', () => {
    const document = documentOf(page);
    const policy =
      document.querySelector('meta[http-equiv=content-security-policy]')?.getAttribute('content') ?? '';
    expect(policy).not.toContain('unsafe');
    const inline = [...document.querySelectorAll('style, script:not([src], [type="application/ld+json"])')];
    expect(inline.length).toBeGreaterThan(1);
    const named = policy.match(/'sha256-[^']+'/g) ?? [];
    expect(new Set(named)).toEqual(new Set(inline.map((node) => hashOf(node.textContent ?? ''))));
  });

  it('has no style attribute and no inline handler, which the policy would block', () => {
    const blocked = [...documentOf(page).querySelectorAll('*')].filter((node) =>
      node.getAttributeNames().some((name) => name === 'style' || name.startsWith('on')),
    );
    expect(blocked).toEqual([]);
  });
});

describe.each(pagesToRead)('%s', (page) => {
  it('has no script except the check in its head', () => {
    const scripts = [...documentOf(page).querySelectorAll('script:not([type="application/ld+json"])')];
    expect(scripts).toHaveLength(1);
    expect(scripts[0]?.getAttribute('src')).toBeNull();
    expect(scripts[0]?.parentElement?.tagName).toBe('HEAD');
  });

  it('needs at most 60,000 bytes and 6 requests to its own origin', () => {
    const parts = resources(page);
    expect(parts.filter((address) => !address.startsWith('/'))).toEqual([]);
    expect(1 + parts.length).toBeLessThanOrEqual(6);
    expect([page, ...parts].reduce((sum, part) => sum + transferBytes(part), 0)).toBeLessThanOrEqual(60_000);
  });

  it('looks up at most three fonts by name, because its first layout waits for each', () => {
    const names =
      read(page)
        .toString()
        .match(/\blocal\(/g) ?? [];
    expect(names.length).toBeGreaterThan(0);
    expect(names.length).toBeLessThanOrEqual(3);
  });

  it('has one small headline font that never blocks the text', () => {
    const fonts = resources(page).filter((address) => address.endsWith('.woff2'));
    expect(fonts).toHaveLength(1);
    expect(transferBytes(fonts[0] ?? '')).toBeLessThanOrEqual(18 * 1024);
    const html = read(page).toString();
    const face = html.match(/@font-face\{[^}]*\.woff2[^}]*\}/)?.[0] ?? '';
    expect(face).toMatch(/font-display:(swap|optional)/);
    // A swapped font needs a fallback with the same widths, or it causes a layout shift.
    if (face.includes('font-display:swap')) {
      const standIn = html.match(/--font-headline:[^;}]*?(Stand-in \w+)/)?.[1];
      expect(html).toMatch(new RegExp(`@font-face\\{font-family:"?${standIn}"?;[^}]*size-adjust`));
    }
  });
});

it('ships the drawings in one sprite of at most 25 KB', () => {
  expect(read('/food.svg').length).toBeLessThanOrEqual(25_000);
});

it('ships every page, script and stylesheet compressed too', () => {
  const folder = inject('siteFolder');
  const files = globSync('**/*.{html,js,css}', { cwd: folder });
  expect(files.length).toBeGreaterThan(50);
  const tiny = files.filter((file) => statSync(join(folder, file)).size < 100);
  for (const file of files.filter((one) => !tiny.includes(one))) {
    const { size } = statSync(join(folder, `${file}.br`));
    expect(size, file).toBe(transferBytes(`/${file}`));
    expect(statSync(join(folder, `${file}.gz`)).size, file).toBeLessThan(statSync(join(folder, file)).size);
  }
});
