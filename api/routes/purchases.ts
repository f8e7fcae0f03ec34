import { Hono } from 'hono';
import * as contract from '#contract/purchases/health.ts';
import { lookUpOrder } from '#contract/purchases/orders.ts';
import { readTimeline } from '#contract/purchases/timeline.ts';
import { type AdminVariables, getActor } from '../auth/require-administrator.ts';
import { toPage } from '../db/lists/page.ts';
import type { Dependencies } from '../dependencies.ts';
import { serve } from '../http/serve-endpoint.ts';
import { listUnattributedPurchases, readHealth, requestTest } from '../purchases/health.ts';
import { lookUp } from '../purchases/orders.ts';
import { readPurchaseTimeline } from '../purchases/timeline.ts';

/** Purchases and their stores: the health of the connections, orders, and what happened to one. */
export function purchaseRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  return new Hono<AdminVariables>()
    .route('/', storeHealthRoutes(dependencies))
    .route('/', orderLookupRoutes(dependencies))
    .route('/', timelineRoutes(dependencies));
}

const UNATTRIBUTED_PER_PAGE = 20;

/** /admin/store-health, its test notification, and the purchases that belong to no user. */
function storeHealthRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  const { db, stores, clock } = dependencies;

  serve(app, contract.readStoreHealth, async () => {
    const health = await readHealth({ db, stores, clock });
    return { data: { at: clock().toISOString(), stores: health } };
  });

  serve(app, contract.requestTestNotification, async ({ body: { store }, context }) => {
    await requestTest(dependencies, { platform: store, actor: getActor(context) });
    return { message: 'Test notification requested' };
  });

  serve(app, contract.listUnattributed, async ({ query }) => {
    const page = toPage(query, UNATTRIBUTED_PER_PAGE);
    return listUnattributedPurchases(db, page);
  });

  return app;
}

/** POST /admin/order-lookups. */
function orderLookupRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  serve(app, lookUpOrder, async ({ body: { number }, context }) => {
    const data = await lookUp(dependencies, { text: number, actor: getActor(context) });
    // What is not on record is due now.
    if (data.stores.length > 0) dependencies.purchases.wake();
    return { data };
  });
  return app;
}

/** GET /admin/purchases/:purchaseId/timeline. */
function timelineRoutes({ db }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  serve(app, readTimeline, async ({ parameters: { purchaseId }, query: { before } }) => ({
    data: await readPurchaseTimeline(db, purchaseId, before),
  }));
  return app;
}
