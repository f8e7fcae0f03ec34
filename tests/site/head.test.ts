import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { product } from '#brand/product.ts';
import { dark, light } from '#brand/tokens.ts';
import { publicPages } from '#site/content/pages.ts';
import { whileNothingElseBuilds } from '#tests/setup/site/build-lock.ts';
import { buildSite } from '#tests/setup/site/site.ts';
import * as siteWithoutUrl from './built-site.ts';
import { siteIn } from './built-site.ts';

const address = 'https://www.example.com';
const parent = mkdtempSync(join(tmpdir(), 'mealwright-head-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));
await whileNothingElseBuilds(() => buildSite(join(parent, 'dist'), { SITE_URL: address }));
const site = siteIn(join(parent, 'dist'));

const contentOf = (document: Document, selector: string) =>
  document.head.querySelector(selector)?.getAttribute('content') ?? null;

describe.each(publicPages)('$path', ({ path, headline, isIndexed }) => {
  const document = site.documentOf(path);
  const of = (selector: string) => contentOf(document, selector);

  it('has a title and a description that search results do not cut off', () => {
    expect(document.title).toContain(product.name);
    expect(document.title.length).toBeLessThanOrEqual(65);
    expect(of('meta[name=description]')?.length).toBeGreaterThanOrEqual(35);
    expect(of('meta[name=description]')?.length).toBeLessThanOrEqual(160);
  });

  it('has a canonical address without a trailing slash if it is indexed', () => {
    const canonical = document.head.querySelector('link[rel=canonical]')?.getAttribute('href') ?? null;
    const own = path === '/' ? `${address}/` : address + path;
    expect(canonical).toBe(isIndexed ? own : null);
    expect(of('meta[property="og:url"]')).toBe(canonical);
  });

  it('has noindex unless it is indexed', () => {
    expect(of('meta[name=robots]')).toBe(isIndexed ? null : 'noindex');
  });

  it('has the data of link previews, with its heading as the text of the picture', () => {
    expect(of('meta[property="og:type"]')).toBe('website');
    expect(of('meta[property="og:site_name"]')).toBe(product.name);
    expect(of('meta[property="og:title"]')).toBe(document.title);
    expect(of('meta[property="og:description"]')).toBe(of('meta[name=description]'));
    expect(of('meta[name="twitter:card"]')).toBe('summary_large_image');
    expect(document.querySelector('main h1')?.textContent?.trim()).toBe(headline);
    expect(of('meta[property="og:image:alt"]')).toBe(
      `${headline.replace(/\.$/, '')}. Beside it, food drawn on a plate.`,
    );
  });

  it('has a picture of 1200 by 630 pixels and at most 60 KB', () => {
    const url = of('meta[property="og:image"]') ?? '';
    expect(url.startsWith(`${address}/preview/`)).toBe(true);
    const picture = site.read(url.slice(address.length));
    expect(sizeOf(picture)).toEqual([1200, 630]);
    expect([of('meta[property="og:image:width"]'), of('meta[property="og:image:height"]')]).toEqual([
      '1200',
      '630',
    ]);
    expect(picture.length).toBeLessThanOrEqual(60_000);
  });

  it('links its icons and has its theme colours', () => {
    const icon = document.head.querySelector('link[rel=apple-touch-icon]')?.getAttribute('href') ?? '';
    expect(sizeOf(site.read(icon))).toEqual([180, 180]);
    expect(site.exists(document.head.querySelector('link[rel=icon]')?.getAttribute('href') ?? '')).toBe(true);
    expect(of('meta[name=theme-color][media*=light]')).toBe(light.paper);
    expect(of('meta[name=theme-color][media*=dark]')).toBe(dark.paper);
    expect(of('meta[name=viewport]')).toBe('width=device-width, initial-scale=1');
  });
});

it('describes product and platforms on the landing page', () => {
  const document = site.documentOf('/');
  for (const text of [document.title, contentOf(document, 'meta[name=description]')]) {
    for (const word of [/meal planning app/i, /iPhone/, /Android/]) expect(text).toMatch(word);
  }
});

it('uses absolute addresses as ids of its structured data', () => {
  const source = site.documentOf('/').querySelector('script[type="application/ld+json"]')?.textContent ?? '';
  const ids = [...source.matchAll(/"@id":"([^"]+)"/g)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(3);
  expect(ids.filter((id) => !id?.startsWith(`${address}/#`))).toEqual([]);
});

it('gives every page its own title, description and picture', () => {
  const heads = publicPages.map(({ path }) => {
    const document = site.documentOf(path);
    return ['meta[name=description]', 'meta[property="og:image"]', 'meta[property="og:title"]'].map(
      (selector) => contentOf(document, selector),
    );
  });
  for (const column of [0, 1, 2])
    expect(new Set(heads.map((head) => head[column])).size).toBe(publicPages.length);
});

it('has noindex on everything but the public pages', () => {
  const known: readonly string[] = publicPages.map(({ path }) => path);
  for (const page of site.pages.filter((path) => !known.includes(path)))
    expect(contentOf(site.documentOf(page), 'meta[name=robots]'), page).toBe('noindex');
});

it('contains no absolute address without SITE_URL', () => {
  for (const page of siteWithoutUrl.pages) {
    const document = siteWithoutUrl.documentOf(page);
    expect(document.querySelector('link[rel=canonical], meta[property="og:image"]'), page).toBeNull();
  }
  expect(siteWithoutUrl.exists('/sitemap.xml')).toBe(false);
  expect(siteWithoutUrl.read('/robots.txt').toString()).not.toContain('Sitemap');
});

describe('the sitemap', () => {
  const listed = [
    ...site
      .read('/sitemap.xml')
      .toString()
      .matchAll(/<loc>([^<]+)<\/loc>/g),
  ].map(([, url]) => url);

  it('lists exactly the indexed pages by canonical address', () => {
    const indexable = site.pages
      .map((page) => site.documentOf(page))
      .filter((document) => contentOf(document, 'meta[name=robots]') === null)
      .map((document) => document.querySelector('link[rel=canonical]')?.getAttribute('href'));
    expect([...listed].sort()).toEqual(indexable.sort());
    const indexed = publicPages.filter(({ isIndexed }) => isIndexed).map(({ path }) => address + path);
    expect([...listed].sort()).toEqual(indexed.sort());
    expect(listed).toContain(`${address}/privacy`);
  });

  it('is listed in robots.txt', () => {
    expect(site.read('/robots.txt').toString()).toContain(`\nSitemap: ${address}/sitemap.xml\n`);
  });
});

/** Width and height from the PNG header. */
function sizeOf(png: Buffer): readonly [number, number] {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}
