import { Hono } from 'hono';
import { readRecoveryFigures } from '#contract/payments/figures.ts';
import type { AdminVariables } from '../../auth/require-administrator.ts';
import type { Dependencies } from '../../dependencies.ts';
import { serve } from '../../http/serve-endpoint.ts';
import { stopWithClient } from '../../http/stop-with-client.ts';
import { readCohorts } from '../../payments/recovery/read-cohorts.ts';
import { readLosses, readRisk } from '../../payments/recovery/read-money.ts';
import { rememberCohorts } from '../../payments/recovery/remember-cohorts.ts';

/** GET /admin/subscriptions/recovery-figures: kept figures alone. */
export function recoveryFigureRoutes({ reads, clock }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  const remember = rememberCohorts<Awaited<ReturnType<typeof readCohorts>>>(clock, ({ closed }) => closed);

  serve(app, readRecoveryFigures, async ({ context }) => {
    const options = stopWithClient(context);
    const now = clock();
    const [cohorts, risk, losses] = await reads.run((db) =>
      Promise.all([
        remember((at) => readCohorts({ db, options }, at)),
        readRisk({ db, options }),
        readLosses({ db, options }, now),
      ]),
    );
    return { data: { ...cohorts, risk, losses } };
  });

  return app;
}
