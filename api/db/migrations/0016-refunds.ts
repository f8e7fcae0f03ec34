import { type Kysely, sql } from 'kysely';

/** What stores ask about refunds and chargebacks, what was answered, and what they decided. docs/decisions/0035. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- Apple takes an answer about a customer only with their consent.
    alter table users add column refund_data_consent boolean not null default false;

    -- A free trial moves no money, so that no charge shows it.
    alter table subscriptions add column had_trial boolean not null default false;
    update subscriptions set had_trial = true where status = 'trialing';

    create table refund_requests (
      id integer generated always as identity primary key,
      platform text not null check (platform in ('ios', 'android')),
      -- The first notification that asked.
      notification_id text not null,
      -- Apple: the transaction. Google: the order. Null: the store named none.
      order_id text,
      product_id text,
      -- Both are null after an erasure.
      purchase_id integer references purchases on delete set null,
      account_token uuid,
      store_reason text,
      asked_at timestamptz not null,
      answer_due_at timestamptz not null,
      -- Google wants it back with the answer. It ends with the payload of the notification.
      store_token text,
      preference text check (preference in ('decline', 'grant', 'grant_prorated', 'no_preference')),
      -- The body, so that the same one is sent again. It ends with the payload of the notification.
      answer text,
      answered_at timestamptz,
      by_rule boolean not null default false,
      answered_by integer references users on delete set null,
      sent_at timestamptz,
      refused_at timestamptz,
      -- Why the store refused the answer, or could not be reached at the last attempt.
      problem text,
      warned_at timestamptz,
      outcome text check (outcome in ('granted', 'declined', 'reversed')),
      outcome_at timestamptz,
      due_at timestamptz,
      generation integer not null default 0,
      attempts integer not null default 0,
      lease_id uuid,
      lease_until timestamptz,
      last_error text,
      given_up_at timestamptz,
      unique (platform, notification_id),
      check ((answered_at is null) = (preference is null)),
      check ((outcome is null) = (outcome_at is null))
    );
    create index refund_requests_order on refund_requests (platform, order_id, asked_at);
    create index refund_requests_asked on refund_requests (asked_at desc, id desc);
    create index refund_requests_ends on refund_requests (answer_due_at) where outcome is null;
    create index refund_requests_purchase on refund_requests (purchase_id);
    create index refund_requests_due on refund_requests (platform, due_at)
      where due_at is not null and given_up_at is null;

    create table refund_rules (
      platform text primary key check (platform in ('ios', 'android')),
      rule text not null check (rule in ('no_answer', 'decline', 'grant', 'no_preference'))
    );
    insert into refund_rules values ('ios', 'no_preference'), ('android', 'no_preference');`.execute(db);

  // What was asked before goes on here.
  await sql`
    insert into refund_requests (platform, notification_id, order_id, purchase_id, store_reason, store_token,
      asked_at, answer_due_at, due_at)
    select distinct on (platform, coalesce(order_id, id)) platform, id, order_id, purchase_id,
      coalesce(payload #>> '{data,consumptionRequestReason}', google ->> 'refundReason'),
      google ->> 'pendingRefundToken', sent_at, answer_due_at, sent_at
    from store_notifications, lateral (select payload #> '{message,data,pendingRefundReviewNotification}' as google) as _
    where answer_due_at > now() and environment = 'production'
    order by platform, coalesce(order_id, id), answer_due_at, id;

    alter table store_notifications
      drop column answer_due_at,
      -- Its type is none that this version knows.
      add column is_new_kind boolean not null default false;
    create index store_notifications_new_kinds on store_notifications (platform, type, received_at) where is_new_kind;
    create index store_notifications_decisions on store_notifications (platform, order_id, sent_at)
      where order_id is not null;
    create index store_notifications_unlinked on store_notifications (type)
      where purchase_id is null and payload is not null;`.execute(db);
}
