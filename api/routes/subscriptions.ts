import { Hono } from 'hono';
import { subscriptionHistory } from '#contract/subscriptions.ts';
import type { AdminVariables } from '../auth/administrators-only.ts';
import type { Dependencies } from '../dependencies.ts';
import { answer, idOf } from '../http/answer.ts';
import { Problem } from '../http/problem.ts';

/** GET /admin/subscriptions/history/:userId: see the contract. */
export function subscriptions({ db }: Dependencies): Hono<AdminVariables> {
  return new Hono<AdminVariables>().get(subscriptionHistory.path, async (context) => {
    const userId = idOf(context, 'userId');
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
    return answer(context, subscriptionHistory, {
      status: 200,
      message: 'OK',
      data: {
        subscriptions: rows.map(({ start_date, end_date, ...row }) => ({
          ...row,
          startDate: start_date.toISOString(),
          endDate: end_date?.toISOString() ?? null,
        })),
      },
    });
  });
}
