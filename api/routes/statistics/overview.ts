import { Hono } from 'hono';
import type { Cohorts, Risk } from '#contract/payments/figures.ts';
import { readOverview } from '#contract/statistics/overview.ts';
import type { AdminVariables } from '../../auth/require-administrator.ts';
import type { Dependencies } from '../../dependencies.ts';
import { serve } from '../../http/serve-endpoint.ts';
import { countGivenUpMails } from '../../mail/given-up.ts';
import { readCohorts } from '../../purchases/payments/recovery/read-cohorts.ts';
import { readRisk } from '../../purchases/payments/recovery/read-money.ts';
import { readRecoveredMonths, readStates } from '../../purchases/payments/values.ts';
import { readReviews } from '../../purchases/refund-reviews.ts';
import { readGapsAndStates } from '../../recipes/values.ts';

/** GET /admin/overview: what the dashboard says about today. */
export function overviewRoutes({ db, slowAnswers }: Dependencies): Hono<AdminVariables> {
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
      refundReviews: await readReviews(db, now),
      recovery: toRecovery(closed, await readRisk(db)),
    };
  });

  serve(app, readOverview, async () => {
    const { answer: data, ...counted } = await read();
    return { data, ...counted };
  });

  return app;
}

function toRecovery({ results, medianDays }: Cohorts, { dollars, notConverted, withoutPrice }: Risk) {
  const { by_store, after_reminder, canceled, given_up, open } = results;
  const recovered = by_store + after_reminder;
  const failed = recovered + canceled + given_up + open;
  return { failed, recovered, medianDays, atRisk: dollars, notInRisk: notConverted + withoutPrice };
}
