import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { company } from '#brand/company.ts';
import { product } from '#brand/product.ts';
import { appIds } from '#brand/stores.ts';
import { documentOf, exists, pages, read } from './built-site.ts';

type Node = Record<string, unknown> & { '@type': string; '@id': string };

it('describes app and maker in structured data, without ratings', () => {
  const blocks = pages.flatMap((page) => [
    ...documentOf(page).querySelectorAll('script[type="application/ld+json"]'),
  ]);
  expect(blocks).toHaveLength(1);
  const source = blocks[0]?.textContent ?? '';
  const data: { '@context': string; '@graph': Node[] } = JSON.parse(source);
  expect(data['@context']).toBe('https://schema.org');
  expect(data['@graph'].map((node) => node['@type'])).toEqual([
    'Organization',
    'WebSite',
    'MobileApplication',
  ]);
  const [organization, website, app] = data['@graph'];
  expect(organization?.name).toBe(company.holder);
  for (const node of [website, app]) {
    expect(node?.name).toBe(product.name);
    expect(node?.publisher).toEqual({ '@id': organization?.['@id'] });
  }
  expect(source).not.toMatch(/"(aggregateRating|review|offers|price)/i);
});

it('has icons in the sizes of the manifest, and a favicon', () => {
  const manifest: { name: string; icons: { src: string; sizes: string; purpose?: string }[] } = JSON.parse(
    read('/site.webmanifest').toString(),
  );
  expect(manifest.name).toBe(product.name);
  const pixels = manifest.icons.filter(({ src }) => src.endsWith('.png'));
  expect(pixels.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
  expect(pixels.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src, sizes } of pixels) {
    const png = read(src);
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
  }
  const favicon = read('/favicon.ico');
  expect(favicon.readUInt16LE(2)).toBe(1);
  expect(favicon.subarray(favicon.readUInt32LE(18)).subarray(1, 4).toString()).toBe('PNG');
});

it('has a security.txt with contact and expiry', () => {
  const text = read('/.well-known/security.txt').toString();
  expect(text).toContain(`Contact: mailto:${company.securityEmail}\n`);
  const days = (Date.parse(text.match(/^Expires: (.+)$/m)?.[1] ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(330);
  expect(days).toBeLessThan(365);
});

it('redirects password managers to the page that sends a reset link, without a script', () => {
  const document = documentOf('/.well-known/change-password/');
  expect(document.querySelector('meta[http-equiv=refresh]')?.getAttribute('content')).toBe(
    '0;url=/forgot-password',
  );
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/forgot-password');
  expect(document.querySelector('script')).toBeNull();
  expect(document.documentElement.lang).toBe('en');
  expect(document.title).toContain(product.name);
  expect(document.characterSet).toBe('UTF-8');
});

it('has the license of every package in its scripts', () => {
  const text = read('/licenses.txt').toString();
  for (const name of ['react-dom', 'lucide-react', 'wouter'])
    expect(text).toMatch(new RegExp(`^## ${name} -`, 'm'));
  // Most icons are under another license than the package.
  expect(text).toContain('Cole Bemis');
});

it('links in llms.txt only to pages that exist', () => {
  const text = read('/llms.txt').toString();
  const own = [...text.matchAll(/\]\((\/[^)]*)\)/g)].map(([, path = '']) => path);
  expect(own.length).toBeGreaterThan(4);
  expect(own.filter((path) => !exists(path))).toEqual([]);
  expect(text.startsWith(`# ${product.name}\n`)).toBe(true);
});

it('has app associations only for apps that are configured', () => {
  const hasAndroid = appIds.google !== null && appIds.googleFingerprints.length > 0;
  expect(exists('/.well-known/assetlinks.json')).toBe(hasAndroid);
  const apple = join(inject('siteFolder'), '.well-known/apple-app-site-association');
  expect(existsSync(apple)).toBe(appIds.appleAssociation !== null);
});

const rules = readFileSync(`${inject('siteFolder')}/_redirects`, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split(/\s+/));

it('has rewrites for every page and for records', () => {
  const own = pages.filter((page) => page !== '/' && page !== '/404.html');
  const answered = rules
    .filter(([from, to, status]) => status === '200' && to === `${from}/`)
    .map(([from]) => from);
  expect(answered.sort()).toEqual([...own].sort());
  const records = rules.filter(([from]) => from?.includes(':')).map(([from]) => from);
  expect(records).toEqual([
    '/users/:userId',
    '/recipes/:recipeId/edit',
    '/recipes/:recipeId',
    '/delete-account/:token',
  ]);
});

const nginx = readFileSync(`${inject('siteFolder')}/_nginx.conf`, 'utf8');
const nginxServer = readFileSync(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8');

it('has the same rules for nginx', () => {
  const records = rules.filter(([from]) => from?.includes(':'));
  const rewrites = [...nginx.matchAll(/location ~ (\S+) \{\s+try_files \$uri\/index\.html (\S+) =404;/g)];
  expect(rewrites.map(([, from, to]) => [from, to])).toEqual(
    records.map(([from, to]) => [`^${from?.replaceAll(/:\w+/g, '[^/]+')}/?$`, `${to}index.html`]),
  );
  const redirects = [...nginx.matchAll(/location = (\S+) \{\s+return (302) (\S+);/g)];
  expect(redirects.map(([, from, status, to]) => [from, to, status])).toEqual(
    rules.filter(([, , status]) => status === '302'),
  );
});

it('has no catch-all rule and no rule with a missing target', () => {
  expect(nginxServer).toMatch(/^ {2}include \S+\/dist\/_nginx\.conf;/m);
  const attempts = (nginxServer + nginx).match(/try_files [^;]+;/g) ?? [];
  expect(attempts.length).toBeGreaterThan(3);
  expect(attempts.filter((line) => !line.endsWith(' =404;'))).toEqual([]);
  expect(rules.filter(([from]) => from?.includes('*'))).toEqual([]);
  expect(rules.filter(([, to = '']) => !exists(to))).toEqual([]);
});

it('keeps GitHub Pages from leaving out the scripts', () => {
  expect(read('/.nojekyll')).toHaveLength(0);
});

it('shows Cloudflare no address that it would hide behind a script', () => {
  for (const page of pages) {
    const html = read(page).toString();
    expect(html.replaceAll(/<!--email_off-->.*?<!--\/email_off-->/gs, ''), page).not.toMatch(
      /mailto:|\w@[\w-]+\.\w/,
    );
  }
  expect(read('/privacy').toString()).toContain(`mailto:${company.supportEmail}`);
});
