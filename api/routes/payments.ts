import { Hono } from 'hono';
import { ACCOUNT_FEATURE } from '#contract/account.ts';
import { failedPayments, PAYMENT_PAGES, PAYMENTS_PER_PAGE, retryPayment } from '#contract/payments.ts';
import { SEARCH_FEATURE } from '#contract/search.ts';
import { type AdminVariables, getActor } from '../auth/require-administrator.ts';
import { rememberCounts } from '../db/lists/remember-counts.ts';
import { totalFeatures } from '../db/lists/total.ts';
import type { Dependencies } from '../dependencies.ts';
import { serve } from '../http/serve-endpoint.ts';
import { stopWithClient } from '../http/stop-with-client.ts';
import { checkPayment } from '../payments/check-payment.ts';
import { listFailedPayments } from '../payments/list-failed.ts';

/** GET /admin/subscriptions/failed-payments and POST /admin/subscriptions/retry/:id. */
export function paymentRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  const count = rememberCounts(dependencies.clock);

  serve(app, failedPayments, async ({ query: { page = 1 }, context }) => {
    const options = stopWithClient(context);
    const { rows, total } = await dependencies.reads.run((db) =>
      listFailedPayments({ db, count, options }, page),
    );
    const payments = rows.map(({ outcome, message, finished_at, ...row }) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      last_check:
        outcome && message && finished_at ? { outcome, message, at: finished_at.toISOString() } : null,
    }));
    const features = [ACCOUNT_FEATURE, SEARCH_FEATURE, PAYMENT_PAGES, ...totalFeatures(total)];
    return { data: { payments }, total: total.count, page, pageSize: PAYMENTS_PER_PAGE, features };
  });

  serve(app, retryPayment, async ({ parameters, body: { notes }, context }) => {
    const { outcome, message } = await checkPayment(dependencies, parameters.id, {
      actor: getActor(context),
      notes,
    });
    return { success: outcome === 'recovered', message, outcome };
  });

  return app;
}
