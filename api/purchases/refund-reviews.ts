import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import { MAX_LISTED_REVIEWS, type RefundReviews } from '#contract/statistics/overview.ts';
import type { Platform } from '../db/payment-tables.ts';
import type { Db } from '../db/schema.ts';
import { findUserByToken } from './apply/lock.ts';
import type { StoreNotification } from './store.ts';

/**
 * Refunds and chargebacks that a store wants an answer about: notifications with `answer_due_at`. Each order counts once,
 * with its first due time, until that has passed or the store has decided. A decision may arrive before its question.
 */
function openReviews(now: Date): RawBuilder<unknown> {
  return sql`
    select distinct on (platform, coalesce(order_id, id)) platform, id, order_id, answer_due_at
    from store_notifications as review
    where answer_due_at > ${now} and environment = 'production' and not exists (
      select from store_notifications as decision
      where decision.platform = review.platform and decision.order_id = review.order_id
        and decision.answer_due_at is null and decision.sent_at >= review.sent_at)
    order by platform, coalesce(order_id, id), answer_due_at, id`;
}

const ANSWER_WANTED = 'a store wants an answer about a refund or a chargeback';

type Row = { store: Platform; order: string | null; dueAt: Date; count: number };

/** Reads the questions that must be answered, soonest first, and how many there are. */
export async function readReviews(db: Db, now: Date): Promise<RefundReviews> {
  const { rows } = await sql<Row>`
    select platform as store, order_id as "order", answer_due_at as "dueAt", count(*) over ()::integer as count
    from (${openReviews(now)}) as open order by answer_due_at, id limit ${MAX_LISTED_REVIEWS}`.execute(db);
  const soonest = rows.map(({ store, order, dueAt }) => ({ store, order, dueAt: dueAt.toISOString() }));
  return { count: rows[0]?.count ?? 0, soonest };
}

/** Logs what has just been stored as an error, if it counts: without an answer it costs money. */
export async function logReview(
  { db, log }: { db: Db; log: Logger },
  { platform, id, type, review }: StoreNotification,
  now: Date,
): Promise<void> {
  if (!review) return;
  const { order, answerDueAt } = review;
  const details = { platform, type, order, answerDueAt };
  try {
    const { rows } = await sql`
      select from (${openReviews(now)}) as open where platform = ${platform} and id = ${id}`.execute(db);
    if (rows.length === 0) return;
    log.error(details, ANSWER_WANTED);
  } catch (error) {
    // It is stored, and the store does not tell it again: a line too many is better than none.
    log.error({ ...details, err: error }, ANSWER_WANTED);
  }
}

type Found = Pick<StoreNotification, 'purchase' | 'environment'> & {
  /** Its purchase was erased. */
  isOfErased: boolean;
};

/**
 * The purchase of a notification. Google's reviews name an order and an account only: the order leads to the purchase by
 * its charge, and an account that has only test purchases makes it a test.
 */
export async function findReviewed(
  db: Db,
  { platform, purchase, environment, review }: StoreNotification,
): Promise<Found> {
  const named = { purchase, environment, isOfErased: false };
  if (!review || purchase) return named;
  const { order, accountToken } = review;
  const charge =
    order === null
      ? undefined
      : await db
          .selectFrom('charges')
          .leftJoin('purchases', (join) =>
            join
              .onRef('purchases.subscription_id', '=', 'charges.subscription_id')
              .onRef('purchases.platform', '=', 'charges.platform'),
          )
          .where('charges.platform', '=', platform)
          .where('charges.order_id', '=', order)
          .select(['purchases.key', 'purchases.product_id'])
          .orderBy('purchases.id', 'desc')
          .limit(1)
          .executeTakeFirst();
  if (charge) {
    const { key, product_id: productId } = charge;
    // A charge is kept longer than its purchase only by an erasure.
    return {
      ...named,
      purchase: key === null ? null : { key, productId, accountToken },
      isOfErased: key === null,
    };
  }
  const isTest = accountToken !== null && (await hasTestsOnly(db, platform, accountToken));
  return isTest ? { ...named, environment: 'sandbox' } : named;
}

async function hasTestsOnly(db: Db, platform: Platform, accountToken: string): Promise<boolean> {
  const userId = await findUserByToken(db, accountToken);
  const purchases = await db
    .selectFrom('purchases')
    .where('platform', '=', platform)
    .where(({ and, eb, or }) =>
      or([
        eb('user_id', '=', userId),
        and([eb('user_id', 'is', null), eb('account_token', '=', accountToken)]),
      ]),
    )
    .select('environment')
    .execute();
  return purchases.length > 0 && purchases.every(({ environment }) => environment === 'sandbox');
}

/** Forgets the reviews of a user that are linked to no purchase; the others end with theirs. */
export async function eraseReviews(
  db: Db,
  { userId, accountToken }: { userId: number; accountToken: string },
): Promise<void> {
  await sql`
    delete from store_notifications where answer_due_at is not null and purchase_id is null and (
      (platform, order_id) in (
        select charges.platform, charges.order_id from charges
          join subscriptions on subscriptions.id = charges.subscription_id
        where subscriptions.user_id = ${userId})
      or strpos(lower(payload::text), ${accountToken}) > 0)`.execute(db);
}
