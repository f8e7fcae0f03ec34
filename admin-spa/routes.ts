import { inject, parse } from 'regexparam';

/**
 * Every address of the console, as a pattern, written once: the screens, the files of the static export and the rules
 * of every host come from here.
 */
export const routes = {
  home: '/',
  users: '/users',
  user: '/users/:userId',
  recipes: '/recipes',
  recipe: '/recipes/:recipeId',
  payments: '/payment-recovery',
  account: '/account',
  login: '/login',
} as const;

export type Pattern = (typeof routes)[keyof typeof routes];

/** The links of the bar. */
export const barLinks = [
  { address: routes.home, name: 'Home' },
  { address: routes.users, name: 'Manage Users' },
  { address: routes.recipes, name: 'Manage Recipes' },
  { address: routes.payments, name: 'Payment Recovery' },
] as const;

/** Screens that are real files of the static export, so that they open on any host. */
export const staticScreens = [
  ...barLinks.filter(({ address }) => address !== routes.home),
  { address: routes.account, name: 'Your account' },
];

export function userAddress(id: string | number): string {
  return inject(routes.user, { userId: encodeURIComponent(id) });
}

export function recipeAddress(id: string | number): string {
  return inject(routes.recipe, { recipeId: encodeURIComponent(id) });
}

/** Whether a path is one of a pattern. */
export function isAt(pattern: string, path: string): boolean {
  return parse(pattern).pattern.test(path);
}

/** The id in a path of a record's pattern, decoded; '' where there is none. */
export function recordIn(pattern: string, path: string): string {
  const part = parse(pattern).pattern.exec(path)?.[1] ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    // A broken escape: the provider is asked for what stands there, and will not know it.
    return part;
  }
}
