import { Hono } from 'hono';
import * as contract from '#contract/payments/bulk.ts';
import { type AdminVariables, getActor } from '../auth/require-administrator.ts';
import type { Dependencies } from '../dependencies.ts';
import { serve } from '../http/serve-endpoint.ts';
import * as retries from '../purchases/payments/bulk/retries.ts';

/** /admin/payment-retries and what is below it. */
export function paymentRetryRoutes({ db, clock, bulkRetries }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, contract.listBulkRetries, async () => ({ data: await retries.listBulkRetries(db, clock()) }));

  serve(app, contract.startBulkRetry, async ({ body, context }) => {
    const retryId = await retries.startBulkRetry(db, { ...body, actor: getActor(context) }, clock());
    bulkRetries.wake();
    return { data: await retries.readBulkRetry(db, retryId, clock()), message: 'Retry started' };
  });

  serve(app, contract.stopBulkRetry, async ({ parameters: { retryId } }) => {
    await retries.stopBulkRetry(db, retryId, clock());
    bulkRetries.wake();
    return { data: await retries.readBulkRetry(db, retryId, clock()) };
  });

  serve(app, contract.listRetryRows, async ({ parameters: { retryId }, query: { page } }) =>
    retries.listRetryRows(db, { retryId, page }),
  );

  return app;
}
