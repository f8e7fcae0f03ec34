import { company } from '#brand/company.ts';
import { product } from '#brand/product.ts';
import { published } from '#brand/stores.ts';

/**
 * JSON-LD for search engines. Ratings and prices are left to the stores. `site` is the origin of the site, if known.
 */
export function structuredData(site: URL | undefined): string {
  const id = (name: string) => `${site?.href ?? '/'}#${name}`;
  const address = site ? { url: site.href } : {};
  const organization = {
    '@type': 'Organization',
    '@id': id('organization'),
    name: company.holder,
    ...(company.legalName ? { legalName: company.legalName } : {}),
    ...address,
    ...(site ? { logo: new URL('/icon-512.png', site).href } : {}),
    email: company.supportEmail,
  };
  const website = {
    '@type': 'WebSite',
    '@id': id('website'),
    name: product.name,
    description: product.tagline,
    inLanguage: 'en',
    publisher: { '@id': organization['@id'] },
    ...address,
  };
  const app = {
    '@type': 'MobileApplication',
    '@id': id('app'),
    name: product.name,
    description: product.summary,
    applicationCategory: 'LifestyleApplication',
    operatingSystem: 'iOS, Android',
    publisher: { '@id': organization['@id'] },
    ...address,
    ...(site ? { image: new URL('/preview/home.png', site).href } : {}),
    ...(published.length > 0 ? { installUrl: published.map(({ link }) => link) } : {}),
  };
  return inScript({ '@context': 'https://schema.org', '@graph': [organization, website, app] });
}

/** Escapes JSON so that its texts cannot end the script element. */
export function inScript(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
