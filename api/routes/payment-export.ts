import { Hono } from 'hono';
import { exportPayments, type PaymentExportQuery } from '#contract/payments/exports.ts';
import { writeAuditEntry } from '../audit/write.ts';
import { type AdminVariables, getActor } from '../auth/require-administrator.ts';
import type { Dependencies } from '../dependencies.ts';
import { sendFile } from '../http/files/send-file.ts';
import { serve } from '../http/serve-endpoint.ts';
import { writePaymentExport } from '../purchases/payments/export-payments.ts';

/** GET /admin/failed-payment-export. */
export function paymentExportRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  const { db, backgroundDb, clock, log } = dependencies;
  const app = new Hono<AdminVariables>();

  serve(app, exportPayments, async ({ query, context }) => {
    const entry = {
      actor: getActor(context),
      action: 'payments_exported',
      userId: null,
      changes: toChanges(query),
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

/** Leaves out the words of a search: they may be a person's, and no erasure would find them in the log. */
function toChanges({ keyword, sort: _sort, order: _order, ...filters }: PaymentExportQuery) {
  const chosen = Object.entries(filters).map(([field, to]) => ({ field, from: null, to: to ?? null }));
  return keyword?.trim() ? [...chosen, { field: 'keyword', from: null, to: null }] : chosen;
}
