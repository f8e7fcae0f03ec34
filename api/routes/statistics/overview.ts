import { Hono } from 'hono';
import { readOverview } from '#contract/statistics/overview.ts';
import type { AdminVariables } from '../../auth/require-administrator.ts';
import { readRecovered } from '../../db/figures/read.ts';
import type { Dependencies } from '../../dependencies.ts';
import { serve } from '../../http/serve-endpoint.ts';
import { stopWithClient } from '../../http/stop-with-client.ts';
import { countGivenUpMails } from '../../mail/given-up.ts';
import { readKeptCounts } from '../../payments/values.ts';
import { readGapCount } from '../../recipes/values.ts';

/** GET /admin/overview: kept figures, and the mails of an index. */
export function overviewRoutes({ reads, clock }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, readOverview, async ({ context }) => {
    const options = stopWithClient(context);
    const [recoveredThisMonth, payments, recipesWithGaps, mailsGivenUp] = await reads.run((db) =>
      Promise.all([
        readRecovered(db, clock(), options),
        readKeptCounts({ db, options }),
        readGapCount(db, options),
        countGivenUpMails(db, options),
      ]),
    );
    return {
      data: { recoveredThisMonth, failedPayments: payments.platforms, recipesWithGaps, mailsGivenUp },
    };
  });

  return app;
}
