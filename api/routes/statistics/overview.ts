import { Hono } from 'hono';
import type { Cohorts, Risk } from '#contract/payments/figures.ts';
import { readOverview } from '#contract/statistics/overview.ts';
import type { AdminVariables } from '../../auth/require-administrator.ts';
import { readRecoveredMonths } from '../../db/figures/read.ts';
import type { Dependencies } from '../../dependencies.ts';
import { serve } from '../../http/serve-endpoint.ts';
import { countGivenUpMails } from '../../mail/given-up.ts';
import { readClosedCohorts } from '../../payments/recovery/read-cohorts.ts';
import { readRisk } from '../../payments/recovery/read-money.ts';
import { rememberCohorts } from '../../payments/recovery/remember-cohorts.ts';
import { readKeptCounts } from '../../payments/values.ts';
import { readReviews } from '../../purchases/refund-reviews.ts';
import { readGapCount } from '../../recipes/values.ts';

/** GET /admin/overview: kept figures, and the mails and refund reviews of an index. */
export function overviewRoutes({ db, clock }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  const remember = rememberCohorts<Cohorts>(clock, (closed) => closed);

  serve(app, readOverview, async () => {
    const now = clock();
    const [months, payments, recipesWithGaps, mailsGivenUp, refundReviews, closed, risk] = await Promise.all([
      readRecoveredMonths(db),
      readKeptCounts(db),
      readGapCount(db),
      countGivenUpMails(db),
      readReviews(db, now),
      remember((at) => readClosedCohorts(db, at)),
      readRisk(db),
    ]);
    const month = now.toISOString().slice(0, 7);
    const recoveredThisMonth = months.find((one) => one.month === month)?.count ?? 0;
    return {
      data: {
        month,
        recoveredThisMonth,
        failedPayments: payments.platforms,
        recipesWithGaps,
        mailsGivenUp,
        refundReviews,
        recovery: toRecovery(closed, risk),
      },
    };
  });

  return app;
}

function toRecovery({ results, medianDays }: Cohorts, { dollars, notConverted, withoutPrice }: Risk) {
  const { by_store, after_reminder, canceled, given_up, open } = results;
  const recovered = by_store + after_reminder;
  const failed = recovered + canceled + given_up + open;
  return { failed, recovered, medianDays, atRisk: dollars, notInRisk: notConverted + withoutPrice };
}
