import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { readStoreAccount, registerPurchase } from '#contract/purchases.ts';
import { readEntitlement as entitlementCall } from '#contract/users/courtesy.ts';
import { readEntitlement } from '../accounts/courtesy.ts';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { serve } from '../http/serve-endpoint.ts';
import { registerPurchase as storePurchase } from '../purchases/register-purchase.ts';

/** What the app's backend calls with its own key. */
export function appBackendRoutes({ db, stores, clock, appBackendKey, purchases }: Dependencies): Hono {
  const app = new Hono();
  const requireKey = requireAppKey(appBackendKey);
  app.use(registerPurchase.path, requireKey);
  app.use(readStoreAccount.path, requireKey);
  app.use(entitlementCall.path, requireKey);

  serve(app, registerPurchase, async ({ body: { productId = null, environment: sold, ...body } }) => {
    await storePurchase(db, { ...body, productId, environment: sold ?? 'production' }, clock());
    purchases.wake();
    return { message: 'We’ll check with the store.' };
  });

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

/** 401 for another key than `APP_BACKEND_KEY`; 404 if there is none, because then these calls do not exist. */
function requireAppKey(key: string | null) {
  const wanted = key === null ? null : digest(key);
  return createMiddleware(async (context, next) => {
    if (!wanted) throw new Problem(404, 'There’s nothing at this address.');
    const given = context.req.header('authorization')?.match(/^Bearer (\S{1,500})$/i)?.[1];
    if (given === undefined || !timingSafeEqual(digest(given), wanted)) {
      throw new Problem(401, 'The app backend’s key is missing or incorrect.', {
        'www-authenticate': 'Bearer',
      });
    }
    await next();
  });
}

/** Both have the same length, as the comparison needs it. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
