import { listStaticScreens, routes } from '#console/routes.ts';
import { publicPages } from './pages.ts';

/** A redirect or rewrite for an address, or for all that match a pattern. */
type HostRule = { readonly from: string; readonly to: string; readonly status: 200 | 302 };

const rewrite = (from: string, to: string): HostRule => ({ from, to: `${to}/`, status: 200 });

const redirects: readonly HostRule[] = [
  { from: '/.well-known/change-password', to: '/forgot-password', status: 302 },
];

const pages: readonly HostRule[] = [
  ...publicPages.map(({ path }) => path),
  ...listStaticScreens().map(({ address }) => address),
]
  .filter((path) => path !== routes.home)
  .map((path) => rewrite(path, path));

/** The address keeps its id or token, which the page reads. */
const records: readonly HostRule[] = [
  ...Object.values(routes)
    .filter((route) => route.includes('/:'))
    .map((route) => rewrite(route, route.slice(0, route.indexOf('/:')))),
  rewrite('/delete-account/:token', '/delete-account/confirm'),
];

/** No rule matches everything: an unknown address must answer 404. */
const hostRules: readonly HostRule[] = [...redirects, ...pages, ...records];

/** For Netlify, Cloudflare Pages and our own server. */
export function redirectsFile(): string {
  return hostRules.map(({ from, to, status }) => `${from} ${to} ${status}\n`).join('');
}

/**
 * `deploy/nginx.conf` includes it. Pages need no rule there, because it tries each address as a folder. These locations do
 * so first, too: /recipes/import is a page, not the recipe `import`.
 */
export function nginxLocations(): string {
  const locations = [
    ...records.map(({ from, to }) => {
      const pattern = from.replaceAll(/:\w+/g, '[^/]+');
      return `location ~ ^${pattern}/?$ {\n  try_files $uri/index.html ${to}index.html =404;\n}\n`;
    }),
    ...redirects.map(({ from, to, status }) => `location = ${from} {\n  return ${status} ${to};\n}\n`),
  ];
  return locations.join('\n');
}
