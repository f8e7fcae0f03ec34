import { stringify } from 'csv-stringify/sync';
import { Hono } from 'hono';
import type { Kysely } from 'kysely';
import { exportStatistics } from '#contract/statistics/exports.ts';
import type { AdminVariables } from '../../auth/require-administrator.ts';
import type { Database } from '../../db/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { BYTE_ORDER_MARK } from '../../http/files/csv.ts';
import { sendFile } from '../../http/files/send-file.ts';
import { serve } from '../../http/serve-endpoint.ts';
import { readMonths } from '../../purchases/read-months.ts';

const columns = ['month', 'subscription_count', 'total_revenue', 'not_converted'];

/** GET /admin/subscriptions/stats-export. No entry in the audit log: it names no person. */
export function statisticsExportRoutes({ backgroundDb, log }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, exportStatistics, async ({ context }) =>
    sendFile(context, {
      pieces: writeMonths(backgroundDb),
      type: 'text/csv; charset=utf-8; header=present',
      log,
    }),
  );

  return app;
}

/** In one piece: a century has 1,200 months. Revenue is in US dollars with two decimals. */
async function* writeMonths(db: Kysely<Database>): AsyncGenerator<string> {
  const months = await readMonths(db);
  const rows = months.map(({ month, subscription_count, total_revenue, not_converted }) => [
    month,
    subscription_count,
    total_revenue.toFixed(2),
    not_converted,
  ]);
  yield BYTE_ORDER_MARK + stringify([columns, ...rows]);
}
