import { Hono } from 'hono';
import { doStoreAct, readStoreActs } from '#contract/purchases/acts.ts';
import { listCharges, subscriptionHistory } from '#contract/subscriptions.ts';
import { type AdminVariables, getActor } from '../auth/require-administrator.ts';
import { toPage } from '../db/lists/page.ts';
import type { Dependencies } from '../dependencies.ts';
import { serve } from '../http/serve-endpoint.ts';
import * as acts from '../purchases/acts.ts';
import { readCharges, readSubscriptions } from '../purchases/payments/subscription-history.ts';

/** More subscriptions than a user has. */
const ALL = 1_000_000;
const MAX_CHARGES = 100;

/** GET /admin/subscriptions/history/:userId, the charges of one subscription, and what is done for it at its store. */
export function subscriptionRoutes({
  db,
  stores,
  clock,
  log,
  purchases,
}: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, subscriptionHistory, async ({ parameters: { userId }, query }) => {
    const { rows, total } = await readSubscriptions(db, userId, toPage(query, ALL));
    const subscriptions = rows.map(({ id, plan, status, start_date, end_date }) => ({
      ...{ id, plan, status },
      startDate: start_date.toISOString(),
      endDate: end_date?.toISOString() ?? null,
    }));
    return { data: { subscriptions }, ...(query.page === undefined ? {} : { total }) };
  });

  serve(app, listCharges, async ({ parameters: { id }, query }) => {
    const { rows, total } = await readCharges(db, id, toPage(query, MAX_CHARGES));
    const charges = rows.map(({ charged_at, amount_cents, payment_id, recovered_alone, ...charge }) => ({
      ...charge,
      at: charged_at.toISOString(),
      amount: amount_cents === null ? null : amount_cents / 100,
      isRecovered: payment_id !== null,
      isRecoveredAlone: recovered_alone ?? false,
    }));
    return { data: charges, total };
  });

  serve(app, readStoreActs, async ({ parameters: { id } }) => ({
    data: await acts.readStoreActs(db, id, clock()),
  }));

  serve(app, doStoreAct, async ({ parameters: { id }, body: act, context }) => {
    const asked = { subscriptionId: id, act, actor: getActor(context) };
    try {
      const message = await acts.doStoreAct({ db, stores, clock, log }, asked);
      return { data: await acts.readStoreActs(db, id, clock()), message };
    } finally {
      purchases.wake();
    }
  });

  return app;
}
