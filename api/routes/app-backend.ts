import { Hono } from 'hono';
import type { AppScope } from '#contract/app/scopes.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { readStoreAccount, registerAppPurchase, registerPurchase } from '#contract/purchases.ts';
import { readEntitlement as entitlementCall } from '#contract/users/courtesy.ts';
import { readEntitlement } from '../accounts/courtesy.ts';
import { type AppVariables, requireScope } from '../auth/require-scope.ts';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { serve } from '../http/serve-endpoint.ts';
import { registerPurchase as storePurchase } from '../purchases/register-purchase.ts';

/** What the app's backend calls with a key of its own. */
export function appBackendRoutes(dependencies: Dependencies): Hono<AppVariables> {
  const { db, stores, clock, purchases } = dependencies;
  const app = new Hono<AppVariables>();
  // Only the call's own method needs the key: others answer 405 to everyone.
  const guard = <Query, Body>({ method, path }: Endpoint<Query, Body, unknown>, scope: AppScope) =>
    app.on(method, path as string, requireScope(dependencies, scope));
  guard(readStoreAccount, 'entitlements:read');
  guard(entitlementCall, 'entitlements:read');

  for (const call of [registerPurchase, registerAppPurchase]) {
    guard(call, 'purchases:write');
    serve(app, call, async ({ body: { productId = null, environment: sold, ...body } }) => {
      await storePurchase(db, { ...body, productId, environment: sold ?? 'production' }, clock());
      purchases.wake();
      return { message: 'We’ll check with the store.' };
    });
  }

  serve(app, readStoreAccount, async ({ parameters: { userId } }) => {
    const user = await db
      .selectFrom('users')
      .where('id', '=', userId)
      .where('status', '<>', 'deleted')
      .select('store_account_token')
      .executeTakeFirst();
    if (!user) throw new Problem(404, 'User not found.');
    return { data: { accountToken: user.store_account_token } };
  });

  serve(app, entitlementCall, async ({ parameters: { userId } }) => {
    const { until, ...entitlement } = await readEntitlement({ db, stores }, userId, clock());
    return { data: { ...entitlement, until: until?.toISOString() ?? null } };
  });

  return app;
}
