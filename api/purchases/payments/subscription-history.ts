import { type NotNull, type Selectable, sql } from 'kysely';
import type { Page } from '../../db/lists/page.ts';
import type { Database, Db } from '../../db/schema.ts';
import { Problem } from '../../http/problem.ts';

type SubscriptionColumns = Pick<
  Selectable<Database['subscriptions']>,
  'id' | 'plan' | 'status' | 'start_date'
>;
type ChargeColumns = Pick<
  Selectable<Database['charges']>,
  'id' | 'charged_at' | 'currency' | 'refunded_minor'
>;
/** A left join's columns are all there or all null. */
type Joined<Columns> = { [Name in keyof Columns]: NotNull } | { [Name in keyof Columns]: null };

/** The subscriptions of a user, newest first, and the number of all. Throws 404. */
export async function readSubscriptions(db: Db, userId: number, { offset, limit }: Page) {
  // One row without a subscription for a user who has none on this page.
  const rows = await db
    .selectFrom('users')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('subscriptions')
          // The rows before the page are passed over in the index.
          .where('subscriptions.id', 'in', ({ selectFrom }) =>
            selectFrom('subscriptions as own')
              .whereRef('own.user_id', '=', 'users.id')
              .select('own.id')
              .orderBy('own.start_date', 'desc')
              .orderBy('own.id', 'desc')
              .offset(offset)
              .limit(limit),
          )
          .select(['id', 'plan', 'status', 'start_date', 'end_date'])
          .as('listed'),
      (join) => join.onTrue(),
    )
    .where('users.id', '=', userId)
    .select(['listed.id', 'plan', 'listed.status', 'start_date', 'end_date'])
    .select(sql<number>`(select count(*)::integer from subscriptions where user_id = users.id)`.as('total'))
    .orderBy('start_date', 'desc')
    .orderBy('listed.id', 'desc')
    .$narrowType<Joined<SubscriptionColumns>>()
    .execute();
  const [first] = rows;
  if (!first) throw new Problem(404, 'User not found.');
  return { rows: rows.flatMap((row) => (row.id === null ? [] : [row])), total: first.total };
}

const chargeColumns = [
  ...(['id', 'charged_at', 'amount_cents', 'currency', 'amount_minor', 'refunded_minor'] as const),
];

/** The charges of a subscription, newest first, and the number of all. Throws 404. */
export async function readCharges(db: Db, subscriptionId: number, { offset, limit }: Page) {
  const rows = await db
    .selectFrom('subscriptions')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('charges')
          .where('charges.id', 'in', ({ selectFrom }) =>
            selectFrom('charges as own')
              .whereRef('own.subscription_id', '=', 'subscriptions.id')
              .select('own.id')
              .orderBy('own.charged_at', 'desc')
              .orderBy('own.id', 'desc')
              .offset(offset)
              .limit(limit),
          )
          .select([...chargeColumns, 'payment_id'])
          .as('listed'),
      (join) => join.onTrue(),
    )
    .where('subscriptions.id', '=', subscriptionId)
    .select([...chargeColumns.map((name) => `listed.${name}` as const), 'payment_id'])
    .select(({ selectFrom }) =>
      selectFrom('failed_payments')
        .whereRef('failed_payments.id', '=', 'listed.payment_id')
        .select('recovered_alone')
        .as('recovered_alone'),
    )
    .select(
      sql<number>`(select count(*)::integer from charges where subscription_id = subscriptions.id)`.as(
        'total',
      ),
    )
    .orderBy('charged_at', 'desc')
    .orderBy('listed.id', 'desc')
    .$narrowType<Joined<ChargeColumns>>()
    .execute();
  const [first] = rows;
  if (!first) throw new Problem(404, 'Subscription not found.');
  return { rows: rows.flatMap((row) => (row.id === null ? [] : [row])), total: first.total };
}
