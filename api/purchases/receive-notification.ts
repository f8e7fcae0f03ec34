import { isPurchaseKey } from '#contract/purchases.ts';
import type { Db } from '../db/schema.ts';
import { isErased } from './erased-keys.ts';
import { findReviewed } from './refund-reviews.ts';
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
  const order = review?.order ?? orders[0] ?? null;
  return db.transaction().execute(async (transaction) => {
    const { purchase, environment, isOfErased } = await findReviewed(transaction, notification);
    const key = purchase?.key ?? null;
    const accountToken = purchase?.accountToken ?? review?.accountToken ?? null;
    const isForgotten = isOfErased || (await isErased(transaction, { platform, key, accountToken }));
    const isFollowed = purchase !== null && isPurchaseKey(purchase.key) && !isForgotten;
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
        // Long ones could not be in an index.
        order_id: order !== null && isPurchaseKey(order) && !isForgotten ? order : null,
        answer_due_at: isForgotten ? null : (review?.answerDueAt ?? null),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (stored.numInsertedOrUpdatedRows !== 1n) return 'known';
    if (!isFollowed) return 'useless';
    const purchaseId = await scheduleCheck(transaction, { platform, environment, ...purchase, orders }, now);
    await transaction
      .updateTable('store_notifications')
      .set({ purchase_id: purchaseId })
      .where('platform', '=', platform)
      .where('id', '=', id)
      .execute();
    return 'new';
  });
}

/**
 * JSON escapes that PostgreSQL refuses: NUL and halves of surrogate pairs. An even number of backslashes comes before.
 */
const refusedEscapes = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][\da-f]{2})/g;

function toJson(payload: unknown): string {
  return JSON.stringify(payload).replaceAll(refusedEscapes, '$1\\ufffd');
}
