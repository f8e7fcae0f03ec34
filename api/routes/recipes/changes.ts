import { Hono } from 'hono';
import * as contract from '#contract/recipes/bulk.ts';
import { type AdminVariables, getActor } from '../../auth/require-administrator.ts';
import type { Dependencies } from '../../dependencies.ts';
import { serve } from '../../http/serve-endpoint.ts';
import * as background from '../../recipes/bulk/background.ts';

/** /admin/recipe-changes and what is below it. */
export function recipeChangeRoutes({ db, clock, bulkChanges }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, contract.listBulkChanges, async () => ({
    data: await background.listBulkChanges(db, clock()),
  }));

  serve(app, contract.startBulkChange, async ({ body, context }) => {
    const changeId = await background.startBulkChange(db, { ...body, actor: getActor(context) }, clock());
    bulkChanges.wake();
    return { data: await background.readBulkChange(db, changeId), message: 'Change started' };
  });

  serve(app, contract.stopBulkChange, async ({ parameters: { changeId } }) => {
    await background.stopBulkChange(db, changeId, clock());
    return { data: await background.readBulkChange(db, changeId) };
  });

  serve(app, contract.listBulkRows, async ({ parameters: { changeId }, query: { page } }) =>
    background.listBulkRows(db, changeId, page),
  );

  return app;
}
