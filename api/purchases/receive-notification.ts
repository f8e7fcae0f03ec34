import type { Logger } from 'pino';
import { isPurchaseKey } from '#contract/purchases.ts';
import type { Db } from '../db/schema.ts';
import { isErased } from './erased-keys.ts';
import { findReviewed, lockOrder, recordDecision, recordRequest } from './refunds/record.ts';
import { scheduleCheck } from './schedule-check.ts';
import type { StoreNotification } from './store.ts';

/**
 * Stores a verified notification once and makes its purchase due; no store is asked. `useless`: it is about no purchase
 * that we follow, though perhaps a review that must be answered. The same door for webhooks, reconciliation and the sandbox.
 */
export async function receiveNotification(
  db: Db,
  notification: StoreNotification & { byReconciliation?: true },
  now: Date,
): Promise<'new' | 'known' | 'useless'> {
  const { platform, id, type, at, orders, payload, review, byReconciliation = false } = notification;
  const named = review?.order ?? orders[0] ?? null;
  return db.transaction().execute(async (transaction) => {
    const { purchase, environment, isOfErased } = await findReviewed(transaction, notification);
    const key = purchase?.key ?? null;
    const accountToken = purchase?.accountToken ?? review?.accountToken ?? null;
    const isForgotten = isOfErased || (await isErased(transaction, { platform, key, accountToken }));
    const isFollowed = purchase !== null && isPurchaseKey(purchase.key) && !isForgotten;
    // Long ones could not be in an index.
    const order = named !== null && isPurchaseKey(named) && !isForgotten ? named : null;
    if (order !== null) await lockOrder(transaction, platform, order);
    const stored = await transaction
      .insertInto('store_notifications')
      .values({
        platform,
        id,
        type,
        environment,
        sent_at: at,
        received_at: now,
        purchase_id: null,
        payload: isForgotten ? null : toJson(payload),
        by_reconciliation: byReconciliation,
        order_id: order,
        is_new_kind: notification.isNewKind ?? false,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (stored.numInsertedOrUpdatedRows !== 1n) return 'known';
    const purchaseId = isFollowed
      ? await scheduleCheck(transaction, { platform, environment, ...purchase, orders }, now)
      : null;
    if (!isForgotten && environment === 'production') {
      const asked = { notification: { ...notification, purchase }, order, purchaseId };
      await recordRequest(transaction, asked, now);
      if (order !== null) await recordDecision(transaction, { platform, type, at, orders: [order] });
    }
    if (purchaseId === null) return 'useless';
    await transaction
      .updateTable('store_notifications')
      .set({ purchase_id: purchaseId })
      .where('platform', '=', platform)
      .where('id', '=', id)
      .execute();
    return 'new';
  });
}

/** Warns once about each type that is new to us: it is kept, and someone should read what it means. */
export async function logNewKind(
  { db, log }: { db: Db; log: Logger },
  { platform, id, type, isNewKind }: StoreNotification,
): Promise<void> {
  if (!isNewKind) return;
  const earlier = await db
    .selectFrom('store_notifications')
    .where('is_new_kind', '=', true)
    .where('platform', '=', platform)
    .where('type', '=', type)
    .where('id', '<>', id)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (!earlier)
    log.warn({ platform, type }, 'a store sends notifications of a kind that is new to us; they are kept');
}

/**
 * JSON escapes that PostgreSQL refuses: NUL and halves of surrogate pairs. An even number of backslashes comes before.
 */
const refusedEscapes = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][\da-f]{2})/g;

function toJson(payload: unknown): string {
  return JSON.stringify(payload).replaceAll(refusedEscapes, '$1\\ufffd');
}
