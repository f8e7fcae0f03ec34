import { Hono } from 'hono';
import * as calls from '#contract/refunds.ts';
import { type AdminVariables, getActor } from '../auth/require-administrator.ts';
import { toPage } from '../db/lists/page.ts';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { serve } from '../http/serve-endpoint.ts';
import { answerRequest } from '../purchases/refunds/answer.ts';
import { countViews, listRequests, readFigures, readListed } from '../purchases/refunds/list.ts';
import { readRules, setRule } from '../purchases/refunds/rules.ts';

/** Refunds and chargebacks that a store asks about: their list, answers, rules and figures. */
export function refundRoutes({ db, clock, refunds }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, calls.listRefundRequests, async ({ query }) => {
    const { view = 'open', platform, userId, page = 1, pageSize = calls.REFUNDS_PER_PAGE } = query;
    const now = clock();
    const [requests, views, rules] = await Promise.all([
      listRequests(db, { view, platform, userId, page: toPage({ page, pageSize }) }, now),
      countViews(db, { platform, userId }, now),
      readRules(db),
    ]);
    return { data: { requests, rules }, views, total: views[view], page, pageSize };
  });

  serve(app, calls.readRefundRequest, async ({ parameters: { id } }) => {
    const data = await readListed(db, id, clock());
    if (!data) throw new Problem(404, 'Refund request not found.');
    return { data };
  });

  serve(app, calls.answerRefundRequest, async ({ parameters: { id }, body: { preference }, context }) => {
    const actor = getActor(context);
    const data = await answerRequest(db, { id, preference, actor }, clock());
    refunds.wake();
    return { data, message: 'The answer is on its way.' };
  });

  serve(app, calls.setRefundRule, async ({ body: { store, rule }, context }) => ({
    data: await setRule(db, { store, rule, actor: getActor(context) }, clock()),
    message: 'Rule saved',
  }));

  serve(app, calls.readRefundFigures, async () => ({ data: await readFigures(db, clock()) }));

  return app;
}
