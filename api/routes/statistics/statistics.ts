import { Hono } from 'hono';
import { STATISTICS_EXPORT_FEATURE } from '#contract/statistics/exports.ts';
import {
  MONTHS_FEATURE,
  NOT_CONVERTED_FEATURE,
  OVERVIEW_FEATURE,
  subscriptionStatistics,
} from '#contract/statistics/list.ts';
import { RECOVERY_OVERVIEW_FEATURE } from '#contract/statistics/overview.ts';
import type { AdminVariables } from '../../auth/require-administrator.ts';
import { readFigure, readMonths } from '../../db/figures/read.ts';
import type { Dependencies } from '../../dependencies.ts';
import { serve } from '../../http/serve-endpoint.ts';
import { readStateCounts } from '../../recipes/values.ts';

/** GET /admin/subscriptions/stats: charges per month in UTC, newest first; revenue in US dollars. */
export function statisticsRoutes({ db }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, subscriptionStatistics, async () => {
    const [data, users, ingredients, states] = await Promise.all([
      readMonths(db),
      readFigure(db, 'users'),
      readFigure(db, 'ingredients'),
      readStateCounts(db),
    ]);
    const totals = { users, recipes: states.published, ingredients };
    const features = [
      MONTHS_FEATURE,
      NOT_CONVERTED_FEATURE,
      OVERVIEW_FEATURE,
      RECOVERY_OVERVIEW_FEATURE,
      STATISTICS_EXPORT_FEATURE,
    ];
    return { data, totals, features };
  });

  return app;
}
