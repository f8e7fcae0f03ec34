import { Hono } from 'hono';
import { readRecoveryFigures } from '#contract/payments/figures.ts';
import type { AdminVariables } from '../../auth/require-administrator.ts';
import type { Dependencies } from '../../dependencies.ts';
import { serve } from '../../http/serve-endpoint.ts';
import { readCohorts } from '../../payments/recovery/read-cohorts.ts';
import { readLosses, readRisk } from '../../payments/recovery/read-money.ts';
import { rememberCohorts } from '../../payments/recovery/remember-cohorts.ts';

/** GET /admin/subscriptions/recovery-figures: kept figures alone. */
export function recoveryFigureRoutes({ db, clock }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  const remember = rememberCohorts<Awaited<ReturnType<typeof readCohorts>>>(clock, ({ closed }) => closed);

  serve(app, readRecoveryFigures, async () => {
    const now = clock();
    const [cohorts, risk, losses] = await Promise.all([
      remember((at) => readCohorts(db, at)),
      readRisk(db),
      readLosses(db, now),
    ]);
    return { data: { ...cohorts, risk, losses } };
  });

  return app;
}
