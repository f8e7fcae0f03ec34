import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { can, loadCapabilities, mustAddFactor } from '#client/capabilities.ts';
import { useSession } from '#client/session.ts';
import { accountQuery } from './account/queries.ts';
import { canOpen } from './can-open.ts';
import { statisticsQuery } from './dashboard/queries.ts';
import { failedPaymentsQuery, paymentListOptions } from './payments/queries.ts';
import { recipeListOptions, recipesPageQuery } from './recipes/list/page-query.ts';
import { recipeQuery, recipeValuesQuery } from './recipes/queries.ts';
import { matchesRoute, type Pattern, recordIdIn, routes } from './routes.ts';
import { QUERY_STALE_MS, queryClient } from './shell/query-client.ts';
import { type Lazy, lazy, preload } from './ui/lazy.tsx';
import { readListState } from './ui/list/list-state.ts';
import { userListOptions, usersPageQuery } from './users/list.ts';
import { newestUsersQuery, subscriptionHistoryQuery, userQuery } from './users/queries.ts';

export type Screen = {
  path: Pattern;
  title: string;
  code: Lazy<ComponentType>;
  /** Asks for what the screen shows first, at the same time as for its code. */
  firstCall?: (address: { path: string; search: string }) => Promise<unknown>;
};

/** A new recipe and its first save are one screen, so that nothing is loaded in between. */
const recipeEditor = lazy(async () => (await import('./recipes/editor/RecipeEditor.tsx')).RecipeEditor);

/** The console's screens. The first one that matches an address is shown. */
export const screens: readonly Screen[] = [
  {
    path: routes.home,
    title: 'Home',
    code: lazy(async () => (await import('./dashboard/Dashboard.tsx')).Dashboard),
    firstCall: () =>
      Promise.all([
        can('statistics:list') ? ask(statisticsQuery) : can('recipes:filter') && ask(recipeValuesQuery),
        can('users:read') && ask(newestUsersQuery),
      ]),
  },
  {
    path: routes.users,
    title: 'Users',
    code: lazy(async () => (await import('./users/UsersList.tsx')).UsersList),
    firstCall: ({ search }) => ask(usersPageQuery(readListState(search, userListOptions()))),
  },
  {
    path: routes.user,
    title: 'User Detail',
    code: lazy(async () => (await import('./users/detail/UserDetail.tsx')).UserDetail),
    firstCall: ({ path }) => {
      const userId = recordIdIn(routes.user, path);
      return Promise.all([ask(userQuery(userId)), ask(subscriptionHistoryQuery(userId))]);
    },
  },
  {
    path: routes.recipes,
    title: 'Recipes',
    code: lazy(async () => (await import('./recipes/RecipesList.tsx')).RecipesList),
    firstCall: ({ search }) => ask(recipesPageQuery(readListState(search, recipeListOptions()))),
  },
  {
    path: routes.recipeNew,
    title: 'New recipe',
    code: recipeEditor,
  },
  {
    path: routes.recipeImport,
    title: 'Import recipes',
    code: lazy(async () => (await import('./recipes/import/ImportScreen.tsx')).ImportScreen),
  },
  {
    path: routes.recipeEdit,
    title: 'Edit recipe',
    code: recipeEditor,
    firstCall: ({ path }) => ask(recipeQuery(recordIdIn(routes.recipeEdit, path))),
  },
  {
    path: routes.recipe,
    title: 'Recipe',
    code: lazy(async () => (await import('./recipes/detail/RecipeDetail.tsx')).RecipeDetail),
    firstCall: ({ path }) => ask(recipeQuery(recordIdIn(routes.recipe, path))),
  },
  {
    path: routes.payments,
    title: 'Payment Recovery',
    code: lazy(async () => (await import('./payments/PaymentRecovery.tsx')).PaymentRecovery),
    firstCall: ({ search }) => ask(failedPaymentsQuery(readListState(search, paymentListOptions()))),
  },
  {
    path: routes.paymentFigures,
    title: 'Recovery figures',
    code: lazy(async () => (await import('./payments/figures/RecoveryFigures.tsx')).RecoveryFigures),
  },
  {
    path: routes.paymentStores,
    title: 'Store connections',
    code: lazy(async () => (await import('./payments/stores/StoreConnections.tsx')).StoreConnections),
  },
  {
    path: routes.refunds,
    title: 'Refund requests',
    code: lazy(async () => (await import('./payments/refunds/RefundRequests.tsx')).RefundRequests),
    // Its contract is no part of the first load.
    firstCall: async ({ search }) => {
      const { refundListOptions, refundsQuery } = await import('./payments/refunds/queries.ts');
      await ask(refundsQuery(readListState(search, refundListOptions)));
    },
  },
  {
    path: routes.account,
    title: 'Your account',
    code: lazy(async () => (await import('./account/Account.tsx')).Account),
    firstCall: () => ask(accountQuery),
  },
  {
    path: routes.accountSecurity,
    title: 'Sign-in security',
    code: lazy(async () => (await import('./account/security/Security.tsx')).Security),
  },
  {
    path: routes.appKeys,
    title: 'App keys',
    code: lazy(async () => (await import('./account/keys/AppKeys.tsx')).AppKeys),
  },
  {
    path: routes.activity,
    title: 'Activity',
    code: lazy(async () => (await import('./activity/Activity.tsx')).Activity),
  },
  {
    path: routes.administrators,
    title: 'Administrators',
    code: lazy(async () => (await import('./users/administrators/Administrators.tsx')).Administrators),
  },
];

function screenAt(path: string): Screen | undefined {
  // Someone who must add a second factor is led there from every address.
  const shown = mustAddFactor(useSession.getState()) ? routes.accountSecurity : path;
  return screens.find((screen) => matchesRoute(screen.path, shown));
}

/**
 * Code and data of the first screen, at the same time. An unknown path leads to the dashboard. What a session may do is
 * known before the data are asked for.
 */
export function openFirstScreen(address: { path: string; search: string }) {
  const screen = screenAt(address.path) ?? screens[0];
  return {
    data: loadCapabilities().then((isSignedIn) =>
      isSignedIn && screen && canOpen(screen.path) ? screen.firstCall?.(address) : undefined,
    ),
    code: Promise.resolve(screen?.code.load()),
  };
}

export function preloadScreen(path: string): void {
  const screen = screenAt(path);
  if (screen && canOpen(screen.path)) preload(screen.code);
}

/** The answers are in the cache when the screen opens. */
export function callFirst(address: { path: string; search: string }): void {
  const screen = screenAt(address.path);
  if (screen && canOpen(screen.path)) void screen.firstCall?.(address);
}

/** Resolves with the answer in the cache. A failure stays there too, and the screen shows it. */
async function ask<Data, Key extends QueryKey>({
  queryKey,
  queryFn,
}: Pick<UseQueryOptions<Data, Error, Data, Key>, 'queryKey' | 'queryFn'>): Promise<void> {
  const state = queryClient.getQueryState(queryKey);
  // A failure counts as fresh too: the link was hovered just before it was opened.
  if (state?.status === 'error' && Date.now() - state.errorUpdatedAt < QUERY_STALE_MS) return;
  await queryClient.query({ queryKey, ...(queryFn ? { queryFn } : {}) }).catch(() => undefined);
}
