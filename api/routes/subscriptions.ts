import { Hono } from 'hono';
import { subscriptionHistory } from '#contract/subscriptions.ts';
import type { AdminVariables } from '../auth/require-administrator.ts';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { serve } from '../http/serve-endpoint.ts';

/** GET /admin/subscriptions/history/:userId. */
export function subscriptionRoutes({ db }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, subscriptionHistory, async ({ parameters: { userId } }) => {
    const [user, rows] = await Promise.all([
      db.selectFrom('users').where('id', '=', userId).select('id').executeTakeFirst(),
      db
        .selectFrom('subscriptions')
        .where('user_id', '=', userId)
        .select(['id', 'plan', 'status', 'start_date', 'end_date'])
        .orderBy('start_date', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    ]);
    if (!user) throw new Problem(404, 'There is no such user.');
    const history = rows.map(({ start_date, end_date, ...row }) => ({
      ...row,
      startDate: start_date.toISOString(),
      endDate: end_date?.toISOString() ?? null,
    }));
    return { data: { subscriptions: history } };
  });

  return app;
}
