import { Hono } from 'hono';
import { exportPersonalData } from '#contract/users/personal-data.ts';
import { readPersonalData } from '../../accounts/personal-data/read.ts';
import { zipPersonalData } from '../../accounts/personal-data/zip.ts';
import { type AdminVariables, getActor } from '../../auth/require-administrator.ts';
import type { Dependencies } from '../../dependencies.ts';
import { serve } from '../../http/serve-endpoint.ts';

/** GET /admin/users/:userId/personal-data. */
export function personalDataRoutes({ db, clock }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, exportPersonalData, async ({ parameters: { userId }, context }) => {
    const now = clock();
    const data = await readPersonalData(db, { userId, actor: getActor(context) }, now);
    context.header('content-type', 'application/zip');
    context.header('cache-control', 'no-store');
    return context.body(new Uint8Array(await zipPersonalData(data, now)));
  });

  return app;
}
