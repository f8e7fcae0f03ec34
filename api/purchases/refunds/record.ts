import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Platform } from '../../db/payment-tables.ts';
import type { Db } from '../../db/schema.ts';
import { findUserByToken, isUuid } from '../apply/lock.ts';
import type { StoreNotification } from '../store.ts';

type Found = Pick<StoreNotification, 'purchase' | 'environment'> & {
  /** Its purchase was erased. */
  isOfErased: boolean;
};

/**
 * The purchase of a notification. Google's questions name an order and an account only: the order leads to the purchase by
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

/** Questions and decisions about one order wait for each other. Without it a decision could miss its question. */
export async function lockOrder(transaction: Db, platform: Platform, order: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`refund ${platform} ${order}`}, 0))`.execute(
    transaction,
  );
}

type Asked = {
  notification: StoreNotification;
  /** As it is stored; null: the store named none. */
  order: string | null;
  purchaseId: number | null;
};

/**
 * Stores what a store asks, of purchases that are no test. An order that is asked about again before its time is over and
 * before the store has decided is the same request, which keeps its first time. A decision may have arrived before.
 */
export async function recordRequest(
  transaction: Db,
  { notification, order, purchaseId }: Asked,
  now: Date,
): Promise<void> {
  const { platform, id, at, purchase, review } = notification;
  if (!review) return;
  const { answerDueAt, storeToken, reason } = review;
  const { rows } = await sql`
    update refund_requests set
      asked_at = least(asked_at, ${at}),
      answer_due_at = least(answer_due_at, ${answerDueAt}),
      store_token = coalesce(store_token, ${storeToken}),
      store_reason = coalesce(store_reason, ${reason}),
      purchase_id = coalesce(purchase_id, ${purchaseId}::integer),
      due_at = case when due_at is null then null else ${now}::timestamptz end,
      generation = generation + 1
    where platform = ${platform} and order_id = ${order} and outcome is null
      and asked_at < ${answerDueAt} and answer_due_at > ${at}
    returning id`.execute(transaction);
  if (rows.length > 0) return;
  await transaction
    .insertInto('refund_requests')
    .values({
      platform,
      notification_id: id,
      order_id: order,
      product_id: purchase?.productId ?? null,
      purchase_id: purchaseId,
      account_token: toUuid(purchase?.accountToken ?? review.accountToken),
      store_reason: reason,
      asked_at: at,
      answer_due_at: answerDueAt,
      store_token: storeToken,
      due_at: now,
    })
    .execute();
  const decisions = await transaction
    .selectFrom('store_notifications')
    .where('platform', '=', platform)
    .where('order_id', '=', order)
    .where('sent_at', '>=', at)
    .select(['type', 'sent_at'])
    .orderBy('sent_at')
    .execute();
  for (const { type, sent_at } of decisions) {
    await recordDecision(transaction, { platform, type, at: sent_at, orders: order === null ? [] : [order] });
  }
}

/** Google hands on whatever the app has set. */
function toUuid(accountToken: string | null): string | null {
  return accountToken !== null && isUuid(accountToken) ? accountToken : null;
}

/** What a notification decides about an order; null for others. Google has no word for a chargeback that it turned down. */
function toOutcome(type: string): 'granted' | 'declined' | 'reversed' | null {
  if (type === 'REFUND' || type.startsWith('VOIDED_PURCHASE')) return 'granted';
  if (type === 'REFUND_DECLINED') return 'declined';
  return type === 'REFUND_REVERSED' ? 'reversed' : null;
}

/** The last question before a decision is the one that it decides; a later decision replaces an earlier one. */
export async function recordDecision(
  transaction: Db,
  { platform, type, at, orders }: Pick<StoreNotification, 'platform' | 'type' | 'at' | 'orders'>,
): Promise<void> {
  const outcome = toOutcome(type);
  if (!outcome) return;
  for (const order of orders) {
    await sql`
      update refund_requests set outcome = ${outcome}, outcome_at = ${at}, due_at = null
      where id = (
        select id from refund_requests
        where platform = ${platform} and order_id = ${order} and asked_at <= ${at} order by asked_at desc limit 1
      ) and (outcome_at is null or outcome_at < ${at})`.execute(transaction);
  }
}

const ANSWER_WANTED = 'a store wants an answer about a refund or a chargeback';

/** Logs what has just been stored as an error, if it counts: without an answer it costs money. */
export async function logRequest(
  { db, log }: { db: Db; log: Logger },
  { platform, id, type, review }: StoreNotification,
  now: Date,
): Promise<void> {
  if (!review) return;
  const { order, answerDueAt } = review;
  const details = { platform, type, order, answerDueAt };
  try {
    const isOpen = await db
      .selectFrom('refund_requests')
      .where('platform', '=', platform)
      .where('notification_id', '=', id)
      .where('answer_due_at', '>', now)
      .where('outcome', 'is', null)
      .select('id')
      .executeTakeFirst();
    if (isOpen) log.error(details, ANSWER_WANTED);
  } catch (error) {
    // It is stored, and the store does not tell it again: a line too many is better than none.
    log.error({ ...details, err: error }, ANSWER_WANTED);
  }
}

/**
 * Forgets what an erased user’s stores asked. A request of a charge that is over stays with its order, as the charge does,
 * without what was answered about the person; others go.
 */
export async function eraseRequests(
  db: Db,
  { userId, accountToken, purchaseIds }: { userId: number; accountToken: string; purchaseIds: number[] },
  now: Date,
): Promise<void> {
  const ofCharge = sql`(platform, order_id) in (
    select charges.platform, charges.order_id from charges
      join subscriptions on subscriptions.id = charges.subscription_id
    where subscriptions.user_id = ${userId})`;
  const isOver = sql`(outcome is not null or sent_at is not null or answer_due_at <= ${now})`;
  await sql`
    delete from refund_requests
    where (${ofCharge} or account_token = ${accountToken}
        or purchase_id = any (${purchaseIds}::integer[]))
      and not (${ofCharge} and ${isOver})`.execute(db);
  await sql`
    update refund_requests set store_token = null, answer = null, account_token = null, due_at = null
    where ${ofCharge}`.execute(db);
  await sql`
    delete from store_notifications where purchase_id is null and payload is not null
      and type in ('CONSUMPTION_REQUEST', 'PENDING_REFUND_REVIEW')
      and (${ofCharge} or strpos(lower(payload::text), ${accountToken}) > 0)`.execute(db);
}
