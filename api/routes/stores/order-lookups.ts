import { Hono } from 'hono';
import { lookUpOrder } from '#contract/purchases/orders.ts';
import { type AdminVariables, getActor } from '../../auth/require-administrator.ts';
import type { Dependencies } from '../../dependencies.ts';
import { serve } from '../../http/serve-endpoint.ts';
import { lookUp } from '../../purchases/orders/look-up.ts';

/** POST /admin/order-lookups. */
export function orderLookupRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  serve(app, lookUpOrder, async ({ body: { number }, context }) => {
    const data = await lookUp(dependencies, { text: number, actor: getActor(context) });
    // What is not on record is due now.
    if (data.stores.length > 0) dependencies.purchases.wake();
    return { data };
  });
  return app;
}
