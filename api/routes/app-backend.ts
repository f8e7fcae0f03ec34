import { Hono } from 'hono';
import { NO_BUYER, readStoreAccount, registerAppPurchase, registerPurchase } from '#contract/purchases.ts';
import { readEntitlement as entitlementCall } from '#contract/users/courtesy.ts';
import { findAppUser } from '../accounts/app-users.ts';
import { readEntitlement } from '../accounts/courtesy.ts';
import { type AppVariables, createGuard } from '../auth/require-scope.ts';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { serve } from '../http/serve-endpoint.ts';
import { registerPurchase as storePurchase } from '../purchases/register-purchase.ts';

/** What the app's backend calls with a key of its own. */
export function appBackendRoutes(dependencies: Dependencies): Hono<AppVariables> {
  const { db, stores, clock, purchases } = dependencies;
  const app = new Hono<AppVariables>();
  const guard = createGuard(app, dependencies);
  guard(readStoreAccount, 'entitlements:read');
  guard(entitlementCall, 'entitlements:read');

  for (const call of [registerPurchase, registerAppPurchase]) {
    guard(call, 'purchases:write');
    serve(app, call, async ({ body }) => {
      const { userId, externalId, productId = null, environment = 'production', ...purchase } = body;
      const buyer = externalId === undefined ? userId : (await findAppUser(db, externalId)).id;
      if (buyer === undefined) throw new Problem(422, NO_BUYER);
      await storePurchase(db, { ...purchase, userId: buyer, productId, environment }, clock());
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
