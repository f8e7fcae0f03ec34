import { appIds } from '#brand/stores.ts';
import { routes } from '#console/routes.ts';
import { publicPages } from './pages.ts';

/** `/users*` covers the list and its records. */
const consolePaths = Object.values(routes)
  .filter((route) => route !== routes.home)
  .map((route) => (route.includes('/:') ? `${route.slice(0, route.indexOf('/:'))}*` : route));

/** Links that stay in the browser: every page but the first, above all those in mails. */
const browserPaths = [
  '/delete-account*',
  '/reset-password*',
  ...publicPages.map(({ path }) => path).filter((path) => path !== '/'),
  ...consolePaths,
];

/** Apple: links that open the iOS app, and shared passwords. Null without an app id. */
export function appleAssociation(id = appIds.appleAssociation) {
  if (!id) return null;
  const components = [...new Set(browserPaths)].map((path) => ({ '/': path, exclude: true }));
  return {
    applinks: { details: [{ appIDs: [id], components: [...components, { '/': '/*' }] }] },
    webcredentials: { apps: [id] },
  };
}

/** Null without a package name and a fingerprint. */
export function googleAssociation(name = appIds.google, fingerprints = appIds.googleFingerprints) {
  if (!name || fingerprints.length === 0) return null;
  const target = { namespace: 'android_app', package_name: name, sha256_cert_fingerprints: fingerprints };
  const relation = [
    'delegate_permission/common.handle_all_urls',
    'delegate_permission/common.get_login_creds',
  ];
  return [{ relation, target }];
}
