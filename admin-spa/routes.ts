/** Every address of the console, written once. */
export const routes = {
  home: '/',
  users: '/users',
  user: (id: string | number) => `/users/${encodeURIComponent(id)}`,
  recipes: '/recipes',
  recipe: (id: string | number) => `/recipes/${encodeURIComponent(id)}`,
  payments: '/payment-recovery',
  account: '/account',
  login: '/login',
} as const;

/** Lists that are real files of the static export, so that they open on any host. */
export const listRoutes = [routes.users, routes.recipes, routes.payments] as const;

/** The id in a record's address, decoded; '' where there is none. */
export function recordIn(path: string): string {
  const part = path.split('/')[2] ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    // A broken escape: the provider is asked for what stands there, and will not know it.
    return part;
  }
}
