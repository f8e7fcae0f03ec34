import { product } from '#brand/product.ts';
import type { DrawingName } from '#site/components/drawings/drawings.ts';

export type PublicPage = {
  path: string;
  /** The heading of the page, also in its link preview. */
  headline: string;
  /** In its link preview; null: an empty plate, because nothing decorates a deletion. */
  drawing: DrawingName | null;
  tint: 'basil' | 'saffron' | 'tomato';
  /** False for pages that are reached by a link only. */
  isIndexed: boolean;
};

export const publicPages: readonly PublicPage[] = [
  {
    path: '/',
    headline: 'Plan your week from what’s in your kitchen.',
    drawing: 'pot',
    tint: 'saffron',
    isIndexed: true,
  },
  { path: '/about', headline: `About ${product.name}`, drawing: 'carrot', tint: 'basil', isIndexed: true },
  { path: '/privacy', headline: 'Privacy policy', drawing: 'egg', tint: 'saffron', isIndexed: true },
  {
    path: '/eula',
    headline: 'End user licence agreement',
    drawing: 'bread',
    tint: 'tomato',
    isIndexed: true,
  },
  { path: '/terms', headline: 'Terms and conditions', drawing: 'cheese', tint: 'basil', isIndexed: true },
  {
    path: '/delete-account',
    headline: `Delete your ${product.name} account`,
    drawing: null,
    tint: 'basil',
    isIndexed: true,
  },
  {
    path: '/delete-account/confirm',
    headline: `Delete your ${product.name} account?`,
    drawing: null,
    tint: 'basil',
    isIndexed: false,
  },
  {
    path: '/login',
    headline: `Sign in to the ${product.name} console`,
    drawing: 'tomato',
    tint: 'tomato',
    isIndexed: false,
  },
  {
    path: '/forgot-password',
    headline: `Forgot your ${product.name} password?`,
    drawing: 'mushroom',
    tint: 'basil',
    isIndexed: false,
  },
  {
    path: '/reset-password',
    headline: `Reset your ${product.name} password`,
    drawing: 'pepper',
    tint: 'basil',
    isIndexed: false,
  },
];

export function withoutTrailingSlash(pathname: string): string {
  return pathname.replace(/(?<=.)\/$/, '');
}

export function publicPageAt(pathname: string): PublicPage | undefined {
  return publicPages.find(({ path }) => path === withoutTrailingSlash(pathname));
}

/** Throws for an unknown page. */
export function headlineAt(pathname: string): string {
  const page = publicPageAt(pathname);
  if (!page) throw new Error(`There is no public page at ${pathname}.`);
  return page.headline;
}

/** Path of the picture for link previews. */
export function previewPath({ path }: PublicPage): string {
  return `/preview/${path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')}.png`;
}
