import type { ComponentType } from 'react';
import { account } from '../account/queries.ts';
import { Dashboard } from '../dashboard/Dashboard.tsx';
import { statistics } from '../dashboard/queries.ts';
import { failedPaymentsList } from '../payments/queries.ts';
import { RECIPES_SIZES, recipeDetail, recipesPage } from '../recipes/queries.ts';
import { isAt, recordIn, routes } from '../routes.ts';
import { readListState } from '../ui/list/list-state.ts';
import { historyOf, newestUsers, userDetail, usersPage } from '../users/queries.ts';
import { UsersList } from '../users/UsersList.tsx';
import { prefetch } from './prefetch.ts';

export type Screen = {
  pattern: string;
  title: string;
  load: () => Promise<ComponentType>;
  /** Asks for the data of the screen at this address. */
  prefetch: (path: string, search: string) => void;
};

/** The console's screens in the order in which their addresses are tried. */
export const screens: readonly Screen[] = [
  {
    pattern: routes.home,
    title: 'Home',
    load: async () => Dashboard,
    prefetch: () => {
      prefetch(statistics);
      prefetch(newestUsers);
    },
  },
  {
    pattern: routes.users,
    title: 'Users',
    load: async () => UsersList,
    prefetch: (_, search) => prefetch(usersPage(readListState(search))),
  },
  {
    pattern: routes.user,
    title: 'User Detail',
    load: async () => (await import('../users/detail/UserDetail.tsx')).UserDetail,
    prefetch: (path) => {
      const userId = recordIn(routes.user, path);
      prefetch(userDetail(userId));
      prefetch(historyOf(userId));
    },
  },
  {
    pattern: routes.recipes,
    title: 'Recipes',
    load: async () => (await import('../recipes/RecipesList.tsx')).RecipesList,
    prefetch: (_, search) => prefetch(recipesPage(readListState(search, RECIPES_SIZES))),
  },
  {
    pattern: routes.recipe,
    title: 'Recipe',
    load: async () => (await import('../recipes/detail/RecipeDetail.tsx')).RecipeDetail,
    prefetch: (path) => prefetch(recipeDetail(recordIn(routes.recipe, path))),
  },
  {
    pattern: routes.payments,
    title: 'Payment Recovery',
    load: async () => (await import('../payments/PaymentRecovery.tsx')).PaymentRecovery,
    prefetch: () => prefetch(failedPaymentsList),
  },
  {
    pattern: routes.account,
    title: 'Your account',
    load: async () => (await import('../account/Account.tsx')).Account,
    prefetch: () => prefetch(account),
  },
];

const loaded = new Map<Screen, ComponentType>();

/** The screen's component where its code is here already. */
export function componentOf(screen: Screen): ComponentType | undefined {
  return loaded.get(screen);
}

/** Loads a screen's code, once. */
export async function loadScreen(screen: Screen): Promise<ComponentType> {
  const component = loaded.get(screen) ?? (await screen.load());
  loaded.set(screen, component);
  return component;
}

/** Starts the data and loads the code of the screen at an address; one that is unknown shows the dashboard. */
export async function prepare(path: string, search: string): Promise<void> {
  const screen = screenAt(path) ?? screens[0];
  if (!screen) return;
  screen.prefetch(path, search);
  await loadScreen(screen);
}

/** Loads the code of the screen at an address before it is opened. */
export function preload(path: string): void {
  const screen = screenAt(path);
  // A failure shows where the screen is opened, which tries again.
  if (screen) loadScreen(screen).catch(() => undefined);
}

function screenAt(path: string): Screen | undefined {
  return screens.find(({ pattern }) => isAt(pattern, path));
}
