import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JSDOM } from 'jsdom';
import { afterAll, expect, inject, it } from 'vitest';
import { whileNothingElseBuilds } from '#tests/setup/site/build-lock.ts';
import { buildSite } from '#tests/setup/site/site.ts';

/** A site with all app ids and badges. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const owner = mkdtempSync(join(tmpdir(), 'mealwright-owner-'));
afterAll(() => rmSync(owner, { recursive: true, force: true }));
for (const part of [
  'src',
  'shared',
  'public',
  'admin-spa',
  'package.json',
  'astro.config.mjs',
  'tsconfig.json',
])
  cpSync(join(root, part), join(owner, part), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(owner, 'node_modules'));

const FINGERPRINT = Array.from({ length: 32 }, () => 'AB').join(':');
const brand = join(owner, 'shared/brand/stores.ts');
writeFileSync(
  brand,
  readFileSync(brand, 'utf8')
    .replace('apple: null', "apple: '1234567890'")
    .replace('google: null', "google: 'com.example.meals'")
    .replace('appleAssociation: null', "appleAssociation: 'TEAM123456.com.example.meals'")
    .replace('googleFingerprints: []', `googleFingerprints: ['${FINGERPRINT}']`),
);
const withoutBadges = join(owner, 'dist-without-badges');
await whileNothingElseBuilds(() => buildSite(withoutBadges, {}, owner));
mkdirSync(join(owner, 'public/badges'), { recursive: true });
for (const name of ['app-store', 'google-play']) {
  writeFileSync(join(owner, `public/badges/${name}.svg`), '<svg xmlns="http://www.w3.org/2000/svg"/>');
}
const folder = join(owner, 'dist');
await whileNothingElseBuilds(() => buildSite(folder, { SITE_URL: 'https://meals.example' }, owner));
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const documentIn = (built: string) =>
  new JSDOM(readFileSync(join(built, 'index.html'), 'utf8')).window.document;
const document = documentIn(folder);
const textsOf = (nodes: Iterable<Element>) =>
  [...nodes].map((node) => node.textContent?.replaceAll(/\s+/g, ' ').trim());

it('has links to both stores at the start, after the kitchen and at the end, and says that the app is coming', () => {
  const before = documentIn(inject('siteFolder'));
  const labels = ['App Store for iPhone', 'Google Play for Android'];
  expect(textsOf(before.querySelectorAll('.stores a'))).toEqual([...labels, ...labels, ...labels]);
  for (const part of ['.opening', '.kitchen', '.closing']) {
    expect(textsOf(before.querySelectorAll(`${part} .stores + .soon`))).toEqual([
      'Coming soon to the App Store and Google Play',
    ]);
    const links = [...before.querySelectorAll(`${part} .stores a`)].map((link) => link.getAttribute('href'));
    expect(links).toEqual([
      'https://apps.apple.com/us/iphone/search?term=Mealwright',
      'https://play.google.com/store/search?q=Mealwright&c=apps',
    ]);
  }
});

it('says that a published app can be downloaded, without official badges too', () => {
  const published = documentIn(withoutBadges);
  const labels = ['Download on the App Store', 'Download on Google Play'];
  expect(textsOf(published.querySelectorAll('.stores a'))).toEqual([...labels, ...labels, ...labels]);
  expect(published.querySelector('.stores img')).toBeNull();
  for (const one of [published, document]) {
    expect(one.querySelector('.soon')).toBeNull();
    expect(one.body.textContent).not.toContain('Coming soon');
  }
});

it('shows the banner, the official badges with their texts, and a QR code for each store', () => {
  expect(document.querySelector('meta[name="apple-itunes-app"]')?.getAttribute('content')).toBe(
    'app-id=1234567890',
  );
  const badges = [...document.querySelectorAll<HTMLImageElement>('.stores.badges img')];
  const texts = ['Download on the App Store', 'Get it on Google Play'];
  expect(badges.map(({ alt }) => alt)).toEqual([...texts, ...texts, ...texts]);
  // Google requires its badge to be no smaller than others.
  expect(badges.map(({ height }) => height)).toEqual([48, 48, 48, 48, 48, 48]);
  expect(badges[1]?.width).toBeGreaterThanOrEqual(badges[0]?.width ?? 0);
  const links = [...document.querySelectorAll('.stores a')].map((link) => link.getAttribute('href'));
  expect(new Set(links)).toEqual(
    new Set([
      'https://apps.apple.com/app/id1234567890',
      'https://play.google.com/store/apps/details?id=com.example.meals',
    ]),
  );
  expect(document.querySelectorAll('svg[role="img"]').length).toBeGreaterThanOrEqual(2);
});

it('contains the CSS for badges and codes only if they are shown', () => {
  const before = readFileSync(join(inject('siteFolder'), 'index.html'), 'utf8');
  for (const rule of ['.badges img{', '.codes svg{']) {
    expect(read('index.html')).toContain(rule);
    expect(before).not.toContain(rule);
  }
});

it('associates its links with both apps, except those that must stay in the browser', () => {
  const apple = JSON.parse(read('.well-known/apple-app-site-association'));
  expect(JSON.stringify(apple)).toContain('TEAM123456.com.example.meals');
  const [{ components }] = apple.applinks.details;
  for (const path of ['/delete-account', '/reset-password']) {
    expect(components).toContainEqual(
      expect.objectContaining({ '/': expect.stringContaining(path), exclude: true }),
    );
  }
  const [statement] = JSON.parse(read('.well-known/assetlinks.json'));
  expect(statement.target).toEqual({
    namespace: 'android_app',
    package_name: 'com.example.meals',
    sha256_cert_fingerprints: [FINGERPRINT],
  });
});
