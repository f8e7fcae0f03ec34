import { type Kysely, sql } from 'kysely';

/** The order that a notification is about, and until when its store wants an answer about a refund or a chargeback. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table store_notifications add column order_id text, add column answer_due_at timestamptz`.execute(
    db,
  );
  await sql`
    create index store_notifications_reviews on store_notifications (answer_due_at)
      where answer_due_at is not null`.execute(db);
  // An earlier version kept reviews without these columns, and they may still be due.
  await sql`
    update store_notifications set
      order_id = left(payload #>> '{message,data,pendingRefundReviewNotification,orderId}', 200),
      answer_due_at = sent_at + interval '24 hours'
    where type = 'PENDING_REFUND_REVIEW' and sent_at > now() - interval '1 day'`.execute(db);
  await sql`
    update store_notifications set
      order_id = left(payload #>> '{data,transaction,transactionId}', 200),
      answer_due_at = sent_at + interval '12 hours'
    where type = 'CONSUMPTION_REQUEST' and sent_at > now() - interval '1 day'`.execute(db);
  // What a store has decided about an order.
  await sql`
    create index store_notifications_decisions on store_notifications (platform, order_id, sent_at)
      where order_id is not null and answer_due_at is null`.execute(db);
}
