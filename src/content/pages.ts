import type { DrawingName } from '#site/components/drawings/drawings.ts';

export type PublicPage = {
  path: string;
  /** As the page's own heading says it; link previews show it beside the drawing. */
  headline: string;
  drawing: DrawingName;
  tint: 'basil' | 'saffron' | 'tomato';
  /** Whether search engines are asked to list it: pages that a link leads to are not listed. */
  indexed: boolean;
};

/** Every page a visitor can read, in the order of the sitemap. */
export const publicPages: readonly PublicPage[] = [
  {
    path: '/',
    headline: 'Cook the week from what is in your kitchen.',
    drawing: 'pot',
    tint: 'saffron',
    indexed: true,
  },
  { path: '/about', headline: 'About', drawing: 'carrot', tint: 'basil', indexed: true },
  { path: '/privacy', headline: 'Privacy policy', drawing: 'egg', tint: 'saffron', indexed: true },
  { path: '/eula', headline: 'End user licence agreement', drawing: 'bread', tint: 'tomato', indexed: true },
  { path: '/terms', headline: 'Terms and conditions', drawing: 'cheese', tint: 'basil', indexed: true },
  {
    path: '/delete-account',
    headline: 'Delete your account',
    drawing: 'pan',
    tint: 'saffron',
    indexed: true,
  },
  {
    path: '/delete-account/confirm',
    headline: 'Confirm deletion',
    drawing: 'pan',
    tint: 'tomato',
    indexed: false,
  },
  { path: '/login', headline: 'Sign in', drawing: 'tomato', tint: 'tomato', indexed: false },
  {
    path: '/forgot-password',
    headline: 'Forgot password',
    drawing: 'mushroom',
    tint: 'basil',
    indexed: false,
  },
  { path: '/reset-password', headline: 'Reset password', drawing: 'pepper', tint: 'basil', indexed: false },
];

/** A page's path as it is linked: `/privacy`, whatever slash the build put behind it. */
export function plainPath(pathname: string): string {
  return pathname.replace(/(?<=.)\/$/, '');
}

/** The page at this path, if it is one for visitors. */
export function publicPageAt(pathname: string): PublicPage | undefined {
  return publicPages.find(({ path }) => path === plainPath(pathname));
}

/** The headline of the page at this path. Throws where there is none. */
export function headlineAt(pathname: string): string {
  const page = publicPageAt(pathname);
  if (!page) throw new Error(`There is no public page at ${pathname}.`);
  return page.headline;
}

/** Where the picture for link previews of a page lies, from the root of the site. */
export function previewPath({ path }: PublicPage): string {
  return `/preview/${path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')}.png`;
}
