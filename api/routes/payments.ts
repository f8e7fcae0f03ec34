import { Hono } from 'hono';
import { ACCOUNT_FEATURE } from '#contract/account.ts';
import { failedPayments, retryPayment } from '#contract/payments.ts';
import { type AdminVariables, getActor } from '../auth/require-administrator.ts';
import type { Dependencies } from '../dependencies.ts';
import { serve } from '../http/serve-endpoint.ts';
import { checkPayment, hasOpenAccount } from '../payments/check-payment.ts';

/** GET /admin/subscriptions/failed-payments and POST /admin/subscriptions/retry/:id. */
export function paymentRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, failedPayments, async () => {
    const rows = await dependencies.db
      .selectFrom('failed_payments')
      .innerJoin('subscriptions', 'subscriptions.id', 'failed_payments.subscription_id')
      .innerJoin('users', 'users.id', 'subscriptions.user_id')
      .leftJoinLateral(
        (query) =>
          query
            .selectFrom('payment_checks')
            .whereRef('payment_checks.payment_id', '=', 'failed_payments.id')
            .where('finished_at', 'is not', null)
            .select(['outcome', 'message', 'finished_at'])
            .orderBy('started_at', 'desc')
            .limit(1)
            .as('last_check'),
        (join) => join.onTrue(),
      )
      .where('recovered_at', 'is', null)
      .where(hasOpenAccount)
      .select([
        'failed_payments.id',
        'users.email',
        'failed_payments.product_id',
        'failed_payments.platform',
        'failed_payments.error_message',
        'failed_payments.created_at',
        'last_check.outcome',
        'last_check.message',
        'last_check.finished_at',
      ])
      .orderBy('failed_payments.created_at', 'desc')
      .orderBy('failed_payments.id', 'desc')
      .execute();
    const failed = rows.map(({ outcome, message, finished_at, ...row }) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      last_check:
        outcome && message && finished_at ? { outcome, message, at: finished_at.toISOString() } : null,
    }));
    return { data: { payments: failed }, features: [ACCOUNT_FEATURE] };
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
