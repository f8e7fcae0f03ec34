import { inject, parse } from 'regexparam';

/** Screens, files of the static export and rules of hosts all use these patterns. */
export const routes = {
  home: '/',
  users: '/users',
  user: '/users/:userId',
  recipes: '/recipes',
  recipeNew: '/recipes/new',
  recipeImport: '/recipes/import',
  recipeEdit: '/recipes/:recipeId/edit',
  recipe: '/recipes/:recipeId',
  payments: '/payment-recovery',
  paymentFigures: '/payment-recovery/figures',
  paymentStores: '/payment-recovery/stores',
  refunds: '/payment-recovery/refunds',
  account: '/account',
  accountSecurity: '/account/security',
  appKeys: '/account/keys',
  activity: '/activity',
  administrators: '/administrators',
  login: '/login',
} as const;

export type Pattern = (typeof routes)[keyof typeof routes];

/** The bar and the lists below show each link to those who may open its screen (`can-open.ts`). */
export const barLinks = [
  { address: routes.home, name: 'Home' },
  { address: routes.users, name: 'Manage Users' },
  { address: routes.recipes, name: 'Manage Recipes' },
  { address: routes.payments, name: 'Payment Recovery' },
] as const;

/** The bar shows them below the account's name. */
export const accountLinks = [
  { address: routes.account, name: 'Your account' },
  { address: routes.accountSecurity, name: 'Sign-in security' },
  { address: routes.appKeys, name: 'App keys' },
  { address: routes.activity, name: 'Activity' },
  { address: routes.administrators, name: 'Administrators' },
] as const;

/** Files of the static export, so that they open on any host. A function, so that it is not in the console's code. */
export const listStaticScreens = () => [
  ...barLinks.filter(({ address }) => address !== routes.home),
  { address: routes.recipeNew, name: 'New recipe' },
  { address: routes.recipeImport, name: 'Import recipes' },
  { address: routes.paymentFigures, name: 'Recovery figures' },
  { address: routes.paymentStores, name: 'Store connections' },
  { address: routes.refunds, name: 'Refund requests' },
  ...accountLinks,
];

export function userAddress(id: string | number): string {
  return inject(routes.user, { userId: encodeURIComponent(id) });
}

export function recipeAddress(id: string | number): string {
  return inject(routes.recipe, { recipeId: encodeURIComponent(id) });
}

export function recipeEditAddress(id: string | number): string {
  return inject(routes.recipeEdit, { recipeId: encodeURIComponent(id) });
}

export function matchesRoute(pattern: string, path: string): boolean {
  return parse(pattern).pattern.test(path);
}

/** Decodes the id; '' if the path does not match. */
export function recordIdIn(pattern: string, path: string): string {
  const part = parse(pattern).pattern.exec(path)?.[1] ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    // A broken escape: the server does not know this id.
    return part;
  }
}
