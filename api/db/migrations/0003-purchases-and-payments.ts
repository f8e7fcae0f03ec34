import { type Kysely, sql } from 'kysely';

/**
 * What the stores know: purchases, subscriptions, charges, and payments that failed. docs/decisions/0023 says why a
 * purchase is the unit of work.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table subscriptions (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      plan text not null,
      product_id text not null,
      platform text not null check (platform in ('ios', 'android')),
      status text not null check (status in
        ('trialing', 'active', 'in_grace_period', 'on_hold', 'paused', 'canceled', 'expired')),
      start_date timestamptz not null,
      end_date timestamptz,
      end_cause text check (end_cause in ('customer', 'billing', 'price_increase', 'product_unavailable', 'developer',
        'replaced', 'other', 'refunded', 'known_no_longer'))
    );
    create index subscriptions_user on subscriptions (user_id, start_date desc, id desc);
    create index subscriptions_paid on subscriptions (user_id)
      where status in ('trialing', 'active', 'in_grace_period');

    create table purchases (
      id integer generated always as identity primary key,
      platform text not null check (platform in ('ios', 'android')),
      key text not null,
      environment text not null default 'production' check (environment in ('production', 'sandbox')),
      product_id text,
      user_id integer references users on delete cascade,
      subscription_id integer references subscriptions on delete set null,
      account_token text,
      first_seen_at timestamptz not null default now(),
      asked_at timestamptz,
      state text,
      raw_state text,
      access_until timestamptz,
      ask_again_at timestamptz,
      known_order text,
      asked_orders text[] not null default '{}',
      due_at timestamptz,
      -- A due purchase waits for an answer since then. It stays while attempts fail, unlike due_at.
      due_since timestamptz,
      generation integer not null default 0,
      attempts integer not null default 0,
      lease_id uuid,
      lease_until timestamptz,
      last_error text,
      given_up_at timestamptz,
      unique (platform, key)
    );
    create index purchases_user on purchases (user_id);
    create index purchases_subscription on purchases (subscription_id);
    create index purchases_ask_again on purchases (ask_again_at) where ask_again_at is not null;
    create index purchases_due on purchases (platform, due_at) where due_at is not null and given_up_at is null;
    create index purchases_due_since on purchases (platform, due_since)
      where due_at is not null and given_up_at is null;
    create index purchases_given_up on purchases (platform, given_up_at) where given_up_at is not null;
    create index purchases_nobody on purchases (account_token)
      where user_id is null and account_token is not null;
    create index purchases_unattributed on purchases (id) where user_id is null and environment = 'production';
    create index purchases_unattributed_store on purchases (platform)
      where user_id is null and environment = 'production';

    -- A row says what a store was asked, and what it answered.
    create table purchase_questions (
      id bigint generated always as identity primary key,
      purchase_id integer not null references purchases on delete cascade,
      asked_at timestamptz not null,
      since timestamptz not null,
      times integer not null default 1,
      administrator_id integer references users on delete set null,
      answer text not null check (answer in ('purchase', 'never_known', 'known_no_longer', 'not_now')),
      raw_state text not null
    );
    create index purchase_questions_purchase on purchase_questions (purchase_id, asked_at, id);
    create index purchase_questions_time on purchase_questions (asked_at);
    create index purchase_questions_administrator on purchase_questions (administrator_id)
      where administrator_id is not null;

    create table erased_purchase_keys (hash bytea primary key, erased_at timestamptz not null);

    create table sandbox_lives (key text primary key, step text not null, played_at timestamptz not null);`.execute(
    db,
  );

  await sql`
    create table store_notifications (
      platform text not null check (platform in ('ios', 'android')),
      id text not null,
      type text not null,
      environment text not null,
      sent_at timestamptz not null,
      received_at timestamptz not null,
      by_reconciliation boolean not null default false,
      purchase_id integer references purchases on delete cascade,
      order_id text,
      -- Until then the store wants an answer about a refund or a chargeback.
      answer_due_at timestamptz,
      payload jsonb,
      primary key (platform, id)
    );
    create index store_notifications_purchase on store_notifications (purchase_id, sent_at, id);
    create index store_notifications_payload on store_notifications (received_at) where payload is not null;
    create index store_notifications_delivered on store_notifications (platform, received_at)
      where not by_reconciliation;
    create index store_notifications_tests on store_notifications (platform, received_at)
      where type = 'TEST' and not by_reconciliation;
    create index store_notifications_reviews on store_notifications (answer_due_at) where answer_due_at is not null;
    create index store_notifications_decisions on store_notifications (platform, order_id, sent_at)
      where order_id is not null and answer_due_at is null;

    create table reconciliations (
      platform text primary key check (platform in ('ios', 'android')),
      started_at timestamptz,
      complete_until timestamptz,
      missed_last integer not null default 0,
      missed_total integer not null default 0,
      failed_at timestamptz,
      failure text
    );

    create table exchange_rates (
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      month date not null,
      dollars numeric not null check (dollars > 0),
      set_at timestamptz not null,
      primary key (currency, month)
    );`.execute(db);

  // Only the check in `check_id` may write its result.
  await sql`
    create table failed_payments (
      id integer generated always as identity primary key,
      subscription_id integer not null references subscriptions on delete cascade,
      user_id integer not null references users on delete cascade,
      product_id text not null,
      platform text not null check (platform in ('ios', 'android')),
      purchase_token text not null,
      currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
      -- It is in US dollars; null without a rate.
      amount_cents integer check (amount_cents >= 0),
      -- It is in the smallest unit of the currency; null if the store says no price.
      amount_minor integer check (amount_minor >= 0),
      error_message text,
      created_at timestamptz not null default now(),
      stage text check (stage in ('grace_period', 'billing_retry', 'on_hold')),
      deadline_at timestamptz,
      deadline_certainty text check (deadline_certainty in ('said', 'at_least', 'computed')),
      access_until timestamptz,
      reminded_at timestamptz,
      ended_at timestamptz,
      end_cause text,
      check_id uuid,
      checking_since timestamptz,
      last_outcome text check
        (last_outcome in ('recovered', 'still_failing', 'not_retryable', 'store_unreachable')),
      last_message text,
      last_checked_at timestamptz,
      recovered_at timestamptz,
      recovered_by integer references users on delete set null,
      recovered_alone boolean not null default false,
      state text not null generated always as (
        case when recovered_at is not null then 'recovered' else coalesce(last_outcome, 'unchecked') end
      ) stored,
      result text not null generated always as (
        case
          when recovered_at is not null then
            case when reminded_at < recovered_at then 'after_reminder' else 'by_store' end
          when ended_at is null then 'open'
          when end_cause in ('customer', 'price_increase', 'replaced', 'refunded') then 'canceled'
          else 'given_up'
        end
      ) stored,
      -- A search finds this beside the customer.
      search_text text not null generated always as (' ' || fold(product_id) || ' ' || id) stored,
      check ((check_id is null) = (checking_since is null)),
      check ((deadline_at is null) = (deadline_certainty is null)),
      foreign key (platform, purchase_token) references purchases (platform, key) on delete cascade
    ) with (fillfactor = 85, autovacuum_vacuum_insert_scale_factor = 0.01);
    create index failed_payments_subscription on failed_payments (subscription_id);
    create index failed_payments_user on failed_payments (user_id, created_at desc, id desc);
    create index failed_payments_state on failed_payments (state, created_at desc, id desc);
    -- It holds what a search compares, so that a search reads no rows before the page.
    create index failed_payments_open on failed_payments (created_at desc, id desc) include (user_id, search_text)
      where state <> 'recovered';
    create index failed_payments_checked on failed_payments
      (last_checked_at desc nulls last, created_at desc, id desc);
    create index failed_payments_deadline on failed_payments (deadline_at, created_at desc, id desc);
    create index failed_payments_recovered on failed_payments (recovered_at desc, id desc)
      where state = 'recovered';
    create index failed_payments_purchase on failed_payments (platform, purchase_token, created_at);

    create table payment_checks (
      id uuid primary key,
      payment_id integer not null references failed_payments on delete cascade,
      administrator_id integer references users on delete set null,
      notes text not null,
      started_at timestamptz not null,
      finished_at timestamptz,
      outcome text check (outcome in ('recovered', 'still_failing', 'not_retryable', 'store_unreachable')),
      message text
    );
    create index payment_checks_payment on payment_checks (payment_id, started_at desc);

    create table payment_reminders (
      id integer generated always as identity primary key,
      payment_id integer not null references failed_payments on delete cascade,
      stage text not null check (stage in ('grace_period', 'billing_retry', 'on_hold')),
      administrator_id integer references users on delete set null,
      queued_at timestamptz not null,
      sent_at timestamptz,
      dropped_at timestamptz,
      -- Hashes of the tokens that refuse further reminders; each attempt to send has its own.
      refusal_hashes bytea[] not null default '{}',
      unique (payment_id, stage)
    );
    create index payment_reminders_refusal on payment_reminders using gin (refusal_hashes);`.execute(db);

  // The unique `payment_id` counts a payment once, and the unique order a charge.
  await sql`
    create table charges (
      id integer generated always as identity primary key,
      subscription_id integer not null references subscriptions on delete cascade,
      payment_id integer unique references failed_payments on delete set null,
      platform text not null check (platform in ('ios', 'android')),
      order_id text not null,
      charged_at timestamptz not null,
      paid_until timestamptz not null,
      is_renewal boolean not null,
      currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
      -- It is in US dollars; null without a rate.
      amount_cents integer,
      -- It is in the smallest unit of the currency; null if the store says no price.
      amount_minor integer check (amount_minor > 0),
      refunded_minor integer not null default 0 check (refunded_minor between 0 and amount_minor),
      refunded_at timestamptz,
      unique (platform, order_id)
    );
    create index charges_time on charges (charged_at);
    create index charges_subscription_time on charges (subscription_id, charged_at, id);
    create index charges_currency on charges (currency, charged_at) where currency <> 'USD';
    create index charges_refunds on charges (subscription_id, refunded_at, id) where refunded_at is not null;`.execute(
    db,
  );
}
