import { Hono } from 'hono';
import { readRecoveryFigures } from '#contract/payments/figures.ts';
import type { AdminVariables } from '../../auth/require-administrator.ts';
import type { Dependencies } from '../../dependencies.ts';
import { serve } from '../../http/serve-endpoint.ts';
import { readCohorts } from '../../purchases/payments/recovery/read-cohorts.ts';
import { readLosses, readRisk } from '../../purchases/payments/recovery/read-money.ts';

/** GET /admin/subscriptions/recovery-figures. */
export function recoveryFigureRoutes({ db, slowAnswers }: Dependencies): Hono<AdminVariables> {
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
