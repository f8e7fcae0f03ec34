import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Brand, findPlaceholders, isPublicSite } from './placeholders.ts';

const untouched: Brand = {
  product: { name: 'Mealwright', price: null },
  company: {
    legalName: null,
    address: null,
    phone: null,
    supportEmail: 'support@mealwright.example',
    launchEmail: 'support@mealwright.example',
    privacyEmail: 'privacy@mealwright.example',
    securityEmail: 'security@mealwright.example',
  },
  appIds: { apple: null, google: null, appleAssociation: null, googleFingerprints: [] },
};

const finished: Brand = {
  product: { name: 'Larder & Leaf', price: '$4.99 a month' },
  company: {
    legalName: 'Larder & Leaf Ltd',
    address: '1 Main St\nSpringfield',
    phone: '+1 555 0100',
    supportEmail: 'support@larderandleaf.com',
    launchEmail: null,
    privacyEmail: 'privacy@larderandleaf.com',
    securityEmail: 'security@larderandleaf.com',
  },
  appIds: {
    apple: '1234567890',
    google: 'com.larderandleaf.app',
    appleAssociation: 'TEAM123456.com.larderandleaf.app',
    googleFingerprints: ['AB:CD'],
  },
};

const all = [
  'name',
  'legal name',
  'postal address',
  'phone number',
  'support email',
  'launch email',
  'privacy email',
  'security email',
  'price',
  'App Store ID',
  'Google Play ID',
  'Apple app links',
  'Android app links',
];

it('names everything that is as it was delivered, and nothing that was set', () => {
  expect(findPlaceholders(untouched)).toEqual(all);
  expect(findPlaceholders(finished)).toEqual([]);
});

it('names the one thing that was forgotten', () => {
  const { company, appIds } = finished;
  expect(findPlaceholders({ ...finished, appIds: { ...appIds, google: null } })).toEqual(['Google Play ID']);
  const forgotten = { ...company, privacyEmail: 'privacy@sub.Example.com' };
  expect(findPlaceholders({ ...finished, company: forgotten })).toEqual(['privacy email']);
});

it('docs/brand.md has a row for each, and every file that it names exists', () => {
  const root = new URL('../../', import.meta.url);
  const page = readFileSync(new URL('docs/brand.md', root), 'utf8');
  const rows = [...page.matchAll(/^\| ([^|]+?) +\| ([^|]+?) +\|/gm)].map(([, name, files = '']) => ({
    name,
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }));
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(all));
  const files = rows.flatMap((row) => row.files);
  expect(files).toEqual(expect.arrayContaining(['shared/brand/company.ts', 'SECURITY.md']));
  expect(files.filter((file) => !existsSync(new URL(file.replace('*', 'privacy'), root)))).toEqual([]);
});

it.each([
  ['https://www.larderandleaf.com', true],
  ['http://larderandleaf.co.uk:8080', true],
  ['https://contest.com', true],
  ['http://127.0.0.1:4321', false],
  ['https://203.0.113.7', false],
  ['https://[2001:db8::1]', false],
  ['http://localhost:4321', false],
  ['http://kitchen', false],
  ['https://meals.example', false],
  ['https://www.example.com', false],
  ['https://meals.test', false],
  ['https://meals.internal', false],
])('the site %s is public: %s', (siteUrl, expected) => {
  expect(isPublicSite(siteUrl)).toBe(expected);
});
