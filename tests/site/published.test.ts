import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JSDOM } from 'jsdom';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { company } from '#brand/company.ts';
import { product } from '#brand/product.ts';
import { proof } from '#brand/proof.ts';
import { published, stores } from '#brand/stores.ts';
import { openBrowser } from '#tests/setup/e2e/browser.ts';
import { whileNothingElseBuilds } from '#tests/setup/site/build-lock.ts';
import { buildSite } from '#tests/setup/site/site.ts';
import { hostStatically } from '#tests/setup/site/static-host.ts';
import { pages, read as readBuilt } from './built-site.ts';

/** A site with all app ids, proof and badges. */
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
    .replace(/apple: .* as/, "apple: '1234567890' as")
    .replace(/google: .* as/, "google: 'com.example.meals' as")
    .replace(/appleAssociation: .* as/, "appleAssociation: 'TEAM123456.com.example.meals' as")
    .replace(/googleFingerprints: .* as/, `googleFingerprints: ['${FINGERPRINT}'] as`),
);
/** Names as people write them. */
const NAME = 'Larder & Leaf';
const LEGAL_NAME = 'Larder & Leaf <Foods> Ltd';
const names = { 'product.ts': [/const name = .*;/, NAME], 'company.ts': [/null = .*;/, LEGAL_NAME] } as const;
for (const [file, [line, name]] of Object.entries(names)) {
  const path = join(owner, 'shared/brand', file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(line, (found) => found.replace(/= .*;/, `= '${name}';`)),
  );
}
const proofFile = join(owner, 'shared/brand/proof.ts');
writeFileSync(
  proofFile,
  readFileSync(proofFile, 'utf8')
    .replace(
      /quotes: [\s\S]*? as/,
      "quotes: [{ text: 'We eat at six again.', by: 'Ana', link: 'https://news.example/ana' }] as",
    )
    .replace(
      /pictures: [\s\S]*? as/,
      "pictures: [{ src: '/tuesday.webp', alt: 'Eggs in a pan', width: 640, height: 480 }] as",
    ),
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
/** The owner’s own site, as long as its app is nowhere. */
const isUnpublished = published.length === 0;
const hasProof = proof.quotes.length + proof.pictures.length > 0;
const document = documentIn(folder);
const textsOf = (nodes: Iterable<Element>) =>
  [...nodes].map((node) => node.textContent?.replaceAll(/\s+/g, ' ').trim());

it.runIf(isUnpublished && company.launchEmail)(
  'before the app is published says that it is coming, and offers a mail that asks to be told',
  () => {
    const before = documentIn(inject('siteFolder'));
    for (const part of ['.opening', '.kitchen', '.closing']) {
      expect(textsOf(before.querySelectorAll(`${part} .soon p`)), part).toEqual([
        'Coming soon to the App Store and Google Play',
      ]);
      const requests = [...before.querySelectorAll(`${part} .soon a`)].map((link) =>
        link.getAttribute('href'),
      );
      expect(
        requests.map((address) => decodeURIComponent(address ?? '')),
        part,
      ).toEqual([
        `mailto:${company.launchEmail}?subject=Tell me when ${product.name} is on the App Store and Google Play`,
      ]);
    }
  },
);

it.runIf(isUnpublished)(
  'before the app is published leads to no store but to one’s own subscriptions',
  () => {
    const own: readonly string[] = stores.map(({ subscriptions }) => subscriptions);
    const texts = [...pages, '/llms.txt'].map((page) => readBuilt(page).toString());
    const addresses = texts.flatMap(
      (text) => text.match(/https:\/\/(apps\.apple|play\.google)\.com[^\s"')<]*/g) ?? [],
    );
    expect(addresses.length).toBeGreaterThan(3);
    expect(addresses.filter((address) => !own.includes(address.replaceAll('&amp;', '&')))).toEqual([]);
  },
);

it('says that a published app can be downloaded, without official badges too', () => {
  const labeled = documentIn(withoutBadges);
  const labels = ['Download on the App Store', 'Download on Google Play'];
  expect(textsOf(labeled.querySelectorAll('.stores a'))).toEqual([...labels, ...labels, ...labels]);
  expect(labeled.querySelector('.stores img')).toBeNull();
  for (const one of [labeled, document]) {
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

it('writes names with signs of HTML as they are, and asks for no review once there is a legal name', () => {
  const textOf = (path: string) =>
    new JSDOM(read(path)).window.document.querySelector('main, body')?.textContent?.replaceAll(/\s+/g, ' ');
  for (const page of ['about', 'privacy', 'terms', 'eula']) {
    expect(textOf(`${page}/index.html`), page).toContain(LEGAL_NAME);
    expect(textOf(`${page}/index.html`), page).toContain(NAME);
    expect(textOf(`${page}/index.html`), page).not.toContain('Counsel must review');
  }
  expect(document.title).toContain(NAME);
  expect(JSON.parse(read('site.webmanifest')).name).toBe(NAME);
});

it('shows quotes and pictures only where there are some', () => {
  expect(textsOf(document.querySelectorAll('.proof :is(blockquote, figcaption)'))).toEqual([
    'We eat at six again.',
    'Ana',
  ]);
  expect(document.querySelector('.proof figcaption a')?.getAttribute('href')).toBe(
    'https://news.example/ana',
  );
  const picture = document.querySelector<HTMLImageElement>('.proof img');
  expect([picture?.alt, picture?.width, picture?.height]).toEqual(['Eggs in a pan', 640, 480]);
  if (hasProof) return;
  const before = documentIn(inject('siteFolder'));
  expect(before.querySelector('.proof, blockquote, #proof')).toBeNull();
  expect(before.querySelector('style')?.textContent).not.toContain('.proof');
});

describe('in a browser', async () => {
  const { newPage } = await openBrowser();
  const origins = { labels: await hostStatically(withoutBadges), badges: await hostStatically(folder) };

  it.each([
    [320, 'labels'],
    [390, 'labels'],
    [768, 'labels'],
    [1440, 'labels'],
    [320, 'badges'],
    [390, 'badges'],
    [1440, 'badges'],
  ] as const)('at %i pixels both stores have %s of one size, Apple’s first', async (width, kind) => {
    const page = await newPage({ viewport: { width, height: 900 }, expected: /404/ });
    await page.goto(origins[kind]);
    for (const part of ['.opening', '.closing', ...(width < 576 ? [] : ['.kitchen'])]) {
      const links = await page.locator(`${part} .stores a`).all();
      expect(links).toHaveLength(2);
      expect(await links[0]?.getAttribute('href')).toContain('apple.com');
      const [apple, google] = await Promise.all(links.map((link) => link.boundingBox()));
      expect(google?.height, part).toBe(apple?.height);
      // The official ones have widths of their own.
      if (kind === 'labels') expect(google?.width, part).toBe(apple?.width);
      const isBeside = apple?.y === google?.y && (apple?.x ?? 0) < (google?.x ?? 0);
      expect(isBeside || (apple?.y ?? 0) < (google?.y ?? 0), part).toBe(true);
      if (width >= 390) expect(isBeside, part).toBe(true);
    }
  });
});

it('contains the CSS for badges and codes only if they are shown', () => {
  const before = readFileSync(join(inject('siteFolder'), 'index.html'), 'utf8');
  for (const rule of ['.badges img{', '.codes svg{']) {
    expect(read('index.html')).toContain(rule);
    if (isUnpublished) expect(before).not.toContain(rule);
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
