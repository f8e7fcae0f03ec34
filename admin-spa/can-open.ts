import { can, mustAddFactor, useCan } from '#client/capabilities.ts';
import { useSession } from '#client/session.ts';
import type { Capability } from '#contract/capabilities.ts';
import { type Pattern, routes } from './routes.ts';

/** What it takes to open each screen; null: nothing. */
const needs: Readonly<Record<Pattern, Capability | null>> = {
  [routes.home]: null,
  [routes.users]: 'users:read',
  [routes.user]: 'users:read',
  [routes.recipes]: 'recipes:read',
  [routes.recipeNew]: 'recipes:edit',
  [routes.recipeImport]: 'recipes:import',
  [routes.recipeEdit]: 'recipes:edit',
  [routes.recipe]: 'recipes:read',
  [routes.payments]: 'payments:read',
  [routes.paymentFigures]: 'recovery:read',
  [routes.paymentStores]: 'stores:read',
  [routes.refunds]: 'refunds:read',
  [routes.account]: 'account:read',
  [routes.accountSecurity]: 'security:manage',
  [routes.appKeys]: 'app-keys:manage',
  [routes.activity]: 'audit:read',
  [routes.administrators]: 'administrators:manage',
  [routes.login]: null,
};

/** Whether the administrator may open this screen here. Someone who must add a second factor may open nothing else. */
export function canOpen(screen: Pattern): boolean {
  if (mustAddFactor(useSession.getState())) return screen === routes.accountSecurity;
  const need = needs[screen];
  return need === null || can(need);
}

/** `canOpen` for components. */
export function useCanOpen(): typeof canOpen {
  useCan();
  return canOpen;
}
