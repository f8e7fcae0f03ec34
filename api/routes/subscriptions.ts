import { Hono } from 'hono';
import type { NotNull, Selectable } from 'kysely';
import { subscriptionHistory } from '#contract/subscriptions.ts';
import type { AdminVariables } from '../auth/require-administrator.ts';
import type { Database } from '../db/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { serve } from '../http/serve-endpoint.ts';

type Columns = Pick<Selectable<Database['subscriptions']>, 'id' | 'plan' | 'status' | 'start_date'>;
/** Of the left join: all there or all null. */
type SubscriptionRow = { [Name in keyof Columns]: NotNull };
type AbsentRow = { [Name in keyof Columns]: null };

/** GET /admin/subscriptions/history/:userId. */
export function subscriptionRoutes({ db }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, subscriptionHistory, async ({ parameters: { userId } }) => {
    // One row without a subscription for a user who has none.
    const rows = await db
      .selectFrom('users')
      .leftJoin('subscriptions', 'user_id', 'users.id')
      .where('users.id', '=', userId)
      .select(['subscriptions.id', 'plan', 'subscriptions.status', 'start_date', 'end_date'])
      .orderBy('start_date', 'desc')
      .orderBy('subscriptions.id', 'desc')
      .$narrowType<SubscriptionRow | AbsentRow>()
      .execute();
    if (rows.length === 0) throw new Problem(404, 'There is no such user.');
    const history = rows.flatMap((row) => {
      if (row.id === null) return [];
      const { start_date, end_date, ...rest } = row;
      return [{ ...rest, startDate: start_date.toISOString(), endDate: end_date?.toISOString() ?? null }];
    });
    return { data: { subscriptions: history } };
  });

  return app;
}
