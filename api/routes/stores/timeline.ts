import { Hono } from 'hono';
import { readTimeline } from '#contract/purchases/timeline.ts';
import type { AdminVariables } from '../../auth/require-administrator.ts';
import type { Dependencies } from '../../dependencies.ts';
import { serve } from '../../http/serve-endpoint.ts';
import { readPurchaseTimeline } from '../../purchases/timeline/read-timeline.ts';

/** GET /admin/purchases/:purchaseId/timeline. */
export function timelineRoutes({ db }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  serve(app, readTimeline, async ({ parameters: { purchaseId }, query: { before } }) => ({
    data: await readPurchaseTimeline(db, purchaseId, before),
  }));
  return app;
}
