import { Hono } from 'hono';
import * as contract from '#contract/purchases/health.ts';
import { type AdminVariables, getActor } from '../../auth/require-administrator.ts';
import { historyPage } from '../../db/lists/page.ts';
import type { Dependencies } from '../../dependencies.ts';
import { serve } from '../../http/serve-endpoint.ts';
import { listUnattributedPurchases } from '../../purchases/health/list-unattributed.ts';
import { readHealth } from '../../purchases/health/read-health.ts';
import { requestTest } from '../../purchases/health/request-test.ts';

const UNATTRIBUTED_PER_PAGE = 20;

/** /admin/store-health, its test notification, and the purchases that belong to no user. */
export function storeHealthRoutes(dependencies: Dependencies): Hono<AdminVariables> {
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
    const page = historyPage(query, UNATTRIBUTED_PER_PAGE);
    return listUnattributedPurchases(db, page);
  });

  return app;
}
