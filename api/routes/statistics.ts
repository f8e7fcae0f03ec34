import { Hono } from 'hono';
import { sql } from 'kysely';
import { type Cohorts, type Risk, readRecoveryFigures } from '#contract/payments/figures.ts';
import { exportStatistics } from '#contract/statistics/exports.ts';
import { subscriptionStatistics } from '#contract/statistics/list.ts';
import { readOverview, type ThisMonth } from '#contract/statistics/overview.ts';
import { writeAuditEntry } from '../audit/write.ts';
import { type AdminVariables, getActor } from '../auth/require-administrator.ts';
import type { Db } from '../db/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { csvHeader, toCsv } from '../http/csv.ts';
import { sendFile } from '../http/send-file.ts';
import { serve } from '../http/serve-endpoint.ts';
import { countGivenUpMails } from '../mail/given-up.ts';
import { countViews, hasAccount } from '../purchases/payments/list-payments.ts';
import { readCohorts, readLosses, readRisk } from '../purchases/payments/recovery-figures.ts';
import { readRecoveredMonths, readStates } from '../purchases/payments/values.ts';
import { countOpenRequests } from '../purchases/refunds/list.ts';
import { states } from '../recipes/list-recipes.ts';
import { readGapsAndStates } from '../recipes/values.ts';

/** The figures of the dashboard and of recovery. */
export function statisticsRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  return new Hono<AdminVariables>()
    .route('/', monthRoutes(dependencies))
    .route('/', overviewRoutes(dependencies))
    .route('/', recoveryFigureRoutes(dependencies))
    .route('/', statisticsExportRoutes(dependencies));
}

/** GET /admin/subscriptions/stats: charges per month in UTC, newest first; revenue in US dollars. */
function monthRoutes({ db, slowAnswers }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  const read = slowAnswers.keep(async () => ({ data: await readMonths(db), totals: await readTotals(db) }));

  serve(app, subscriptionStatistics, async () => {
    const { answer, ...counted } = await read();
    return { ...answer, ...counted };
  });

  return app;
}

type Totals = { users: number; recipes: number; ingredients: number };

/**
 * Counts the users of the app, deleted ones too, without administrators, and the published recipes with their ingredients, all spellings of one as one.
 */
async function readTotals(db: Db): Promise<Totals> {
  const published = states.published;
  const { rows } = await sql<Totals>`
    select (select count(*)::integer from users where role = 'user') as users,
      (select count(*)::integer from recipes where ${published}) as recipes,
      (select count(distinct fold(btrim(name)))::integer
        from (select distinct item ->> 'name' as name
          from recipes, jsonb_array_elements(ingredients) as item where ${published}) as names) as ingredients`.execute(
    db,
  );
  return rows[0] ?? { users: 0, recipes: 0, ingredients: 0 };
}

/** GET /admin/overview: what the dashboard says about today. */
function overviewRoutes({ db, slowAnswers }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  const read = slowAnswers.keep(async (now) => {
    const month = now.toISOString().slice(0, 7);
    const months = await readRecoveredMonths(db);
    const { platforms } = await readStates(db);
    const { gaps } = await readGapsAndStates(db);
    const { closed } = await readCohorts(db, now);
    return {
      month,
      recoveredThisMonth: months.find((one) => one.month === month)?.count ?? 0,
      failedPayments: platforms,
      recipesWithGaps: gaps.any,
      mailsGivenUp: await countGivenUpMails(db),
      refundRequests: await countOpenRequests(db, now),
      thisMonth: await readThisMonth(db, now),
      recovery: toRecovery(closed, await readRisk(db)),
    };
  });

  serve(app, readOverview, async () => {
    const { answer: data, ...counted } = await read();
    return { data, ...counted };
  });

  return app;
}

/** What has happened in the month in UTC so far, and what is at stake now. */
async function readThisMonth(db: Db, now: Date): Promise<ThisMonth> {
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1));
  // The month before may be shorter.
  const sameDay = new Date(Math.min(before.getTime() + (now.getTime() - start.getTime()), start.getTime()));
  const { losing_access: losingAccess, to_check: toCheck } = await countViews(db, now);
  const { rows } = await sql<Omit<ThisMonth, 'losingAccess' | 'toCheck'>>`
    select
      (select coalesce(sum(amount_cents), 0) / 100.0 from charges
        where charged_at >= ${start} and charged_at <= ${now})::double precision as revenue,
      (select coalesce(sum(amount_cents), 0) / 100.0 from charges
        where charged_at >= ${before} and charged_at < ${sameDay})::double precision as "revenueBefore",
      (select count(*) from users where subscription_status = 'active')::integer as "activeSubscriptions",
      (select count(*) from subscriptions where start_date >= ${start} and start_date <= ${now})::integer as started,
      (select count(*) from subscriptions where status = 'expired' and end_cause is distinct from 'replaced'
        and end_date >= ${start} and end_date <= ${now})::integer as ended,
      (select coalesce(sum(amount_cents), 0) / 100.0 from failed_payments
        where recovered_at >= ${start} and recovered_at <= ${now} and ${hasAccount}
      )::double precision as "recoveredRevenue",
      (select count(*) from failed_payments where result in ('canceled', 'given_up')
        and ended_at >= ${start} and ended_at <= ${now} and ${hasAccount})::integer as "lostPayments"`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('a query without rows');
  return { ...row, losingAccess, toCheck };
}

function toRecovery({ results, medianDays }: Cohorts, { dollars, notConverted, withoutPrice }: Risk) {
  const { by_store, after_reminder, canceled, given_up, open } = results;
  const recovered = by_store + after_reminder;
  const failed = recovered + canceled + given_up + open;
  return { failed, recovered, medianDays, atRisk: dollars, notInRisk: notConverted + withoutPrice };
}

/** GET /admin/subscriptions/recovery-figures. */
function recoveryFigureRoutes({ db, slowAnswers }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  const read = slowAnswers.keep(async (now) => ({
    ...(await readCohorts(db, now)),
    risk: await readRisk(db),
    losses: await readLosses(db, now),
  }));

  serve(app, readRecoveryFigures, async () => {
    const { answer: data, ...counted } = await read();
    return { data, ...counted };
  });

  return app;
}

const columns = ['month', 'subscription_count', 'total_revenue', 'not_converted'];

/** GET /admin/subscriptions/stats-export. */
function statisticsExportRoutes({ db, backgroundDb, clock, log }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, exportStatistics, async ({ context }) => {
    const entry = { actor: getActor(context), action: 'statistics_exported', userId: null } as const;
    return sendFile(context, {
      pieces: writeMonths(backgroundDb),
      type: 'text/csv; charset=utf-8; header=present',
      log,
      beforeFirst: () => writeAuditEntry(db, entry, clock()),
    });
  });

  return app;
}

/** Yields one piece: a century has 1,200 months. Revenue is in US dollars with two decimals. */
async function* writeMonths(db: Db): AsyncGenerator<string> {
  const months = await readMonths(db);
  const rows = months.map(({ month, subscription_count, total_revenue, not_converted }) => [
    month,
    subscription_count,
    { number: total_revenue.toFixed(2) },
    not_converted,
  ]);
  yield csvHeader(columns) + toCsv(rows);
}

type ChargedMonth = {
  month: string;
  subscription_count: number;
  total_revenue: number;
  not_converted: number;
};

/**
 * Charges per month in UTC (`YYYY-MM`), newest first. A subscription counts once a month. `total_revenue` is in US dollars,
 * without the charges that are `not_converted`.
 */
export async function readMonths(db: Db): Promise<ChargedMonth[]> {
  const { rows } = await sql<ChargedMonth>`
    select to_char(month, 'YYYY-MM') as month,
      count(distinct subscription_id)::integer as subscription_count,
      (coalesce(sum(amount_cents), 0) / 100.0)::double precision as total_revenue,
      (count(*) filter (where amount_cents is null))::integer as not_converted
    from (select date_trunc('month', charged_at at time zone 'UTC') as month, subscription_id, amount_cents
      from charges) as months
    group by months.month order by months.month desc`.execute(db);
  return rows;
}
