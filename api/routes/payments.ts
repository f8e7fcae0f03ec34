import { Hono } from 'hono';
import { listBulkRetries, listRetryRows, startBulkRetry, stopBulkRetry } from '#contract/payments/bulk.ts';
import { readPaymentChecks, retryPayment } from '#contract/payments/checks.ts';
import { exportPayments } from '#contract/payments/exports.ts';
import {
  failedPayments,
  PAYMENTS_PER_PAGE,
  type PaymentsQuery,
  type ViewCounts,
} from '#contract/payments/list.ts';
import { remindCustomer as remindCall } from '#contract/payments/reminders.ts';
import { failedPaymentValues } from '#contract/payments/values.ts';
import { describeFilters } from '../audit/describe-filters.ts';
import { writeAuditEntry } from '../audit/write.ts';
import { type AdminVariables, getActor } from '../auth/require-administrator.ts';
import { toPage } from '../db/lists/page.ts';
import { toTotalFields } from '../db/lists/read-list.ts';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { sendFile } from '../http/send-file.ts';
import { serve } from '../http/serve-endpoint.ts';
import { toAccessAndDeadline } from '../purchases/payments/access-and-deadline.ts';
import * as retries from '../purchases/payments/bulk/retries.ts';
import { checkPayment, readAttempts } from '../purchases/payments/check-payment.ts';
import { writePaymentExport } from '../purchases/payments/export-payments.ts';
import { countMatchingViews, countViews, readPaymentList } from '../purchases/payments/list-payments.ts';
import { readReminders, remindCustomer } from '../purchases/payments/reminders.ts';
import { readPaymentValues } from '../purchases/payments/values.ts';

/** Failed payments: their list, one of them, retries of many, and their export. */
export function paymentRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  return new Hono<AdminVariables>()
    .route('/', failedPaymentRoutes(dependencies))
    .route('/', paymentExportRoutes(dependencies))
    .route('/', paymentRetryRoutes(dependencies));
}

/** The list of failed payments, its values, the retry of one and its checks. */
function failedPaymentRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  const { clock, db, slowAnswers } = dependencies;
  const readValues = slowAnswers.keep((now) => readPaymentValues(db, now));
  const readViews = slowAnswers.keep((now) => countViews(db, now));

  /** Only for a list that shows views. Those of the whole list are kept while counting them is slow. */
  async function viewsOf(query: PaymentsQuery, now: Date): Promise<{ views?: ViewCounts }> {
    const { view, keyword, platform, age, deadline, access } = query;
    if (!view) return {};
    const isWhole = !(keyword?.trim() || platform || age || deadline || access);
    if (isWhole) return { views: (await readViews()).answer };
    const views = await countMatchingViews(db, query, now);
    return views ? { views } : {};
  }

  serve(app, failedPayments, async ({ query }) => {
    const { page = 1, pageSize = PAYMENTS_PER_PAGE } = query;
    const at = toPage({ page, pageSize });
    const now = clock();
    const [{ rows, total }, views] = await Promise.all([
      readPaymentList(db, { query, page: at }, now),
      viewsOf(query, now),
    ]);
    const ids = dependencies.reminders ? rows.map(({ id }) => id) : [];
    const reminderOf = await readReminders(db, ids, now);
    const payments = rows.map((row) => ({ ...toPayment(row), reminder: reminderOf.get(row.id) ?? null }));
    return { data: { payments }, ...views, ...toTotalFields(total), page, pageSize };
  });

  serve(app, failedPaymentValues, async () => {
    const { answer: data, ...counted } = await readValues();
    return { data, ...counted };
  });

  serve(app, retryPayment, async ({ parameters, body: { notes }, context }) => {
    const { outcome, message, standing } = await checkPayment(dependencies, parameters.id, {
      actor: getActor(context),
      notes,
    });
    return { success: outcome === 'recovered', message, outcome, standing };
  });

  serve(app, remindCall, async ({ parameters: { id }, context }) => {
    if (!dependencies.reminders) throw new Problem(404, 'Reminders are turned off.');
    const reminder = await remindCustomer(db, { paymentId: id, actor: getActor(context) }, clock());
    dependencies.mails.wake();
    return { data: reminder, message: 'The reminder is on its way.' };
  });

  serve(app, readPaymentChecks, async ({ parameters: { id } }) => {
    const attempts = await readAttempts(db, id);
    return { data: attempts.map(({ started_at, ...rest }) => ({ ...rest, at: started_at.toISOString() })) };
  });

  return app;
}

type Row = Awaited<ReturnType<typeof readPaymentList>>['rows'][number];

function toPayment({ last_outcome, last_message, last_checked_at, minor, currency, ...row }: Row) {
  const last_check =
    last_outcome && last_message && last_checked_at
      ? { outcome: last_outcome, message: last_message, at: last_checked_at.toISOString() }
      : null;
  return {
    ...row,
    amount: minor === null ? null : { minor, currency },
    created_at: row.created_at.toISOString(),
    recovered_at: row.recovered_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    last_check,
    ...toAccessAndDeadline(row),
  };
}

/** GET /admin/failed-payment-export. */
function paymentExportRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  const { db, backgroundDb, clock, log } = dependencies;
  const app = new Hono<AdminVariables>();

  serve(app, exportPayments, async ({ query, context }) => {
    const entry = {
      actor: getActor(context),
      action: 'payments_exported',
      userId: null,
      changes: describeFilters(query),
    } as const;
    return sendFile(context, {
      pieces: writePaymentExport(backgroundDb, query, clock()),
      type: 'text/csv; charset=utf-8; header=present',
      log,
      beforeFirst: () =>
        db.transaction().execute((transaction) => writeAuditEntry(transaction, entry, clock())),
    });
  });

  return app;
}

/** /admin/payment-retries and what is below it. */
function paymentRetryRoutes({ db, clock, bulkRetries }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, listBulkRetries, async () => ({ data: await retries.listBulkRetries(db, clock()) }));

  serve(app, startBulkRetry, async ({ body, context }) => {
    const retryId = await retries.startBulkRetry(db, { ...body, actor: getActor(context) }, clock());
    bulkRetries.wake();
    return { data: await retries.readBulkRetry(db, retryId, clock()), message: 'Retry started' };
  });

  serve(app, stopBulkRetry, async ({ parameters: { retryId } }) => {
    await retries.stopBulkRetry(db, retryId, clock());
    bulkRetries.wake();
    return { data: await retries.readBulkRetry(db, retryId, clock()) };
  });

  serve(app, listRetryRows, async ({ parameters: { retryId }, query: { page } }) =>
    retries.listRetryRows(db, { retryId, page }),
  );

  return app;
}
