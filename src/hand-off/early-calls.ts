import { routes } from '#console/routes.ts';
import { listRecipes } from '#contract/recipes/read.ts';
import { subscriptionStatistics } from '#contract/statistics/list.ts';
import { listUsers } from '#contract/users/list.ts';

const firstPage = '?keyword=&page=1&pageSize=10';

/** By path: the calls of a screen without search, as the console sends them. */
const calls: Readonly<Record<string, readonly string[]>> = {
  [routes.home]: [subscriptionStatistics.path, listUsers.path],
  [routes.users]: [listUsers.path + firstPage],
  [routes.recipes]: [listRecipes.path + firstPage],
};

/** The addresses of the calls that a page sends before the console has loaded. */
export function earlyCalls(path: string): readonly string[] {
  const base = import.meta.env.PUBLIC_API_URL.replace(/\/+$/, '');
  return (calls[path] ?? []).map((call) => base + call);
}
