import { type Kysely, sql } from 'kysely';

/** Only the check in `check_id` may write its result. The unique `payment_id` of a charge counts a payment once. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table failed_payments (
      id integer generated always as identity primary key,
      subscription_id integer not null references subscriptions on delete cascade,
      product_id text not null,
      platform text not null check (platform in ('ios', 'android')),
      purchase_token text not null,
      amount_cents integer not null check (amount_cents >= 0),
      error_message text,
      created_at timestamptz not null default now(),
      check_id uuid,
      checking_since timestamptz,
      recovered_at timestamptz,
      recovered_by integer references users on delete set null,
      check ((check_id is null) = (checking_since is null))
    )`.execute(db);
  await sql`create index failed_payments_subscription on failed_payments (subscription_id)`.execute(db);
  await sql`
    create index failed_payments_open on failed_payments (created_at desc, id desc)
      where recovered_at is null`.execute(db);
  await sql`
    create table payment_checks (
      id uuid primary key,
      payment_id integer not null references failed_payments on delete cascade,
      administrator_id integer references users on delete set null,
      notes text not null,
      started_at timestamptz not null,
      finished_at timestamptz,
      outcome text check (outcome in ('recovered', 'still_failing', 'not_retryable', 'store_unreachable')),
      message text
    )`.execute(db);
  await sql`create index payment_checks_payment on payment_checks (payment_id, started_at desc)`.execute(db);
  await sql`
    alter table charges add column payment_id integer unique references failed_payments on delete set null`.execute(
    db,
  );
}
