import { company } from './company.ts';
import { product } from './product.ts';
import { appIds } from './stores.ts';

export type Brand = {
  product: { name: string; price: string | null };
  company: Record<'legalName' | 'address' | 'phone' | 'launchEmail', string | null> &
    Record<'supportEmail' | 'privacyEmail' | 'securityEmail', string>;
  appIds: Record<'apple' | 'google' | 'appleAssociation', string | null> & {
    googleFingerprints: readonly string[];
  };
};

/** Names that nobody can own: RFC 2606, 6761 and 6762, ICANN for `.internal`. */
const RESERVED_DOMAIN =
  /(^|\.)(example|test|invalid|localhost|local|internal|home\.arpa|example\.(com|net|org))$/i;

const isNobodys = (address: string) => RESERVED_DOMAIN.test(address.slice(address.lastIndexOf('@') + 1));

/** In the order of docs/brand.md, which has a row for each. */
const placeholders: readonly { name: string; isLeft: (brand: Brand) => boolean }[] = [
  { name: 'name', isLeft: ({ product }) => product.name === 'Mealwright' },
  { name: 'legal name', isLeft: ({ company }) => company.legalName === null },
  { name: 'postal address', isLeft: ({ company }) => company.address === null },
  { name: 'phone number', isLeft: ({ company }) => company.phone === null },
  { name: 'support email', isLeft: ({ company }) => isNobodys(company.supportEmail) },
  { name: 'launch email', isLeft: ({ company }) => isNobodys(company.launchEmail ?? '') },
  { name: 'privacy email', isLeft: ({ company }) => isNobodys(company.privacyEmail) },
  { name: 'security email', isLeft: ({ company }) => isNobodys(company.securityEmail) },
  { name: 'price', isLeft: ({ product }) => product.price === null },
  { name: 'App Store ID', isLeft: ({ appIds }) => appIds.apple === null },
  { name: 'Google Play ID', isLeft: ({ appIds }) => appIds.google === null },
  { name: 'Apple app links', isLeft: ({ appIds }) => appIds.appleAssociation === null },
  { name: 'Android app links', isLeft: ({ appIds }) => appIds.googleFingerprints.length === 0 },
];

/** What the owner hasn’t set yet, by the names in docs/brand.md. */
export function findPlaceholders(brand: Brand = { product, company, appIds }): string[] {
  return placeholders.filter(({ isLeft }) => isLeft(brand)).map(({ name }) => name);
}

/** Whether strangers find this site: it has a domain that someone owns. `siteUrl` is an origin. */
export function isPublicSite(siteUrl: string): boolean {
  const { hostname } = new URL(siteUrl);
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return !isAddress && hostname.includes('.') && !RESERVED_DOMAIN.test(hostname);
}
