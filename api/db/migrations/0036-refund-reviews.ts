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
  // What a store has decided about an order.
  await sql`
    create index store_notifications_decisions on store_notifications (platform, order_id, sent_at)
      where order_id is not null and answer_due_at is null`.execute(db);
}
