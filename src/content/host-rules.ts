import { routes, staticScreens } from '#console/routes.ts';
import { publicPages } from './pages.ts';

/** What a host answers at an address, or at every address of a pattern, that is no file of the export. */
export type HostRule = { readonly from: string; readonly to: string; readonly status: 200 | 302 };

const rewritten = (from: string, to: string): HostRule => ({ from, to: `${to}/`, status: 200 });

/** For password managers. */
const redirects: readonly HostRule[] = [
  { from: '/.well-known/change-password', to: '/forgot-password', status: 302 },
];

/** Pages answer at the address that links name, without a detour over a slash. */
const pages: readonly HostRule[] = [
  ...publicPages.map(({ path }) => path),
  ...staticScreens.map(({ address }) => address),
]
  .filter((path) => path !== routes.home)
  .map((path) => rewritten(path, path));

/** The record's or the token's address stays; the page that reads it from there answers. */
const records: readonly HostRule[] = [
  ...Object.values(routes)
    .filter((route) => route.includes('/:'))
    .map((route) => rewritten(route, route.slice(0, route.indexOf('/:')))),
  rewritten('/delete-account/:token', '/delete-account/confirm'),
];

/** Every rule, in order. There is never one for everything: an address that does not exist must answer 404. */
export const hostRules: readonly HostRule[] = [...redirects, ...pages, ...records];

/** The rules as a `_redirects` file, which Netlify, Cloudflare Pages and our own server read. */
export function redirectsFile(): string {
  return hostRules.map(({ from, to, status }) => `${from} ${to} ${status}\n`).join('');
}
