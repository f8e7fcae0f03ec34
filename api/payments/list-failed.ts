import { type AbortableQueryOptions, type Kysely, sql } from 'kysely';
import { PAYMENTS_PER_PAGE } from '#contract/payments.ts';
import type { rememberCounts } from '../db/lists/remember-counts.ts';
import { COUNT_LIMIT, type Total, toTotal } from '../db/lists/total.ts';
import type { Database } from '../db/schema.ts';
import { hasOpenAccount } from './check-payment.ts';

type Services = {
  db: Kysely<Database>;
  options: AbortableQueryOptions;
  count: ReturnType<typeof rememberCounts>;
};

/** Not recovered yet, newest first, each with its last finished check. The total is exact, or at least 10,000. */
export async function listFailedPayments({ db, options, count }: Services, page: number) {
  const failed = db.selectFrom('failed_payments').where('recovered_at', 'is', null).where(hasOpenAccount);
  const [counted, rows] = await Promise.all([
    count('failed', async () => {
      const found = failed.select('failed_payments.id').limit(COUNT_LIMIT + 1);
      const { rows: counts } = await sql<{ count: number }>`
        select count(*)::integer as count from ${found.as('found')}`.execute(db, options);
      return counts[0]?.count ?? 0;
    }),
    failed
      .innerJoin('subscriptions', 'subscriptions.id', 'failed_payments.subscription_id')
      .innerJoin('users', 'users.id', 'subscriptions.user_id')
      .leftJoinLateral(
        (query) =>
          query
            .selectFrom('payment_checks')
            .whereRef('payment_checks.payment_id', '=', 'failed_payments.id')
            .where('finished_at', 'is not', null)
            .select(['outcome', 'message', 'finished_at'])
            .orderBy('started_at', 'desc')
            .limit(1)
            .as('last_check'),
        (join) => join.onTrue(),
      )
      .select([
        'failed_payments.id',
        'users.email',
        'failed_payments.product_id',
        'failed_payments.platform',
        'failed_payments.error_message',
        'failed_payments.created_at',
        'last_check.outcome',
        'last_check.message',
        'last_check.finished_at',
      ])
      .orderBy('failed_payments.created_at', 'desc')
      .orderBy('failed_payments.id', 'desc')
      .limit(PAYMENTS_PER_PAGE)
      .offset((page - 1) * PAYMENTS_PER_PAGE)
      .execute(options),
  ]);
  const total: Total = toTotal(counted);
  return { rows, total };
}
