import { Hono } from 'hono';
import { accountFeatures } from '#contract/account.ts';
import { readPaymentChecks, retryPayment } from '#contract/payments/checks.ts';
import { failedPayments, PAYMENTS_PER_PAGE, paymentFeatures } from '#contract/payments/list.ts';
import { failedPaymentValues } from '#contract/payments/values.ts';
import { SEARCH_FEATURE } from '#contract/search.ts';
import { type AdminVariables, getActor } from '../auth/require-administrator.ts';
import { rememberCounts } from '../db/lists/remember-counts.ts';
import { totalFeatures } from '../db/lists/total.ts';
import type { Dependencies } from '../dependencies.ts';
import { serve } from '../http/serve-endpoint.ts';
import { stopWithClient } from '../http/stop-with-client.ts';
import { readAttempts } from '../payments/attempts.ts';
import { checkPayment } from '../payments/check-payment.ts';
import { readPaymentList } from '../payments/list-failed.ts';
import { toStanding } from '../payments/standing.ts';
import { readPaymentValues } from '../payments/values.ts';

/** The list of failed payments, its values, the retry of one and its checks. */
export function paymentRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  const { clock, db, reads } = dependencies;
  const count = rememberCounts(clock);

  serve(app, failedPayments, async ({ query, context }) => {
    const { page = 1, pageSize = PAYMENTS_PER_PAGE } = query;
    const at = { offset: (page - 1) * pageSize, limit: pageSize };
    const options = stopWithClient(context);
    const { rows, total } = await reads.run((reader) =>
      readPaymentList({ db: reader, count, options, now: clock() }, { query, page: at }),
    );
    const features = [
      ...accountFeatures,
      SEARCH_FEATURE,
      ...Object.values(paymentFeatures),
      ...totalFeatures(total),
    ];
    return { data: { payments: rows.map(toPayment) }, total: total.count, page, pageSize, features };
  });

  serve(app, failedPaymentValues, async ({ context }) => {
    const options = stopWithClient(context);
    return {
      data: await reads.run((reader) => readPaymentValues({ db: reader, count, options }, clock())),
    };
  });

  serve(app, retryPayment, async ({ parameters, body: { notes }, context }) => {
    const { outcome, message, standing } = await checkPayment(dependencies, parameters.id, {
      actor: getActor(context),
      notes,
    });
    return { success: outcome === 'recovered', message, outcome, standing };
  });

  serve(app, readPaymentChecks, async ({ parameters: { id } }) => {
    const attempts = await readAttempts(db, id);
    return { data: attempts.map(({ started_at, ...rest }) => ({ ...rest, at: started_at.toISOString() })) };
  });

  return app;
}

type Row = Awaited<ReturnType<typeof readPaymentList>>['rows'][number];

function toPayment({ last_outcome, last_message, last_checked_at, ...row }: Row) {
  const last_check =
    last_outcome && last_message && last_checked_at
      ? { outcome: last_outcome, message: last_message, at: last_checked_at.toISOString() }
      : null;
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    recovered_at: row.recovered_at?.toISOString() ?? null,
    last_check,
    ...toStanding(row),
  };
}
