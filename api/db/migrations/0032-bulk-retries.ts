import { type Kysely, sql } from 'kysely';

/** Retries of many failed payments in the background, with a row for each payment. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table payment_retries (
      id integer generated always as identity primary key,
      notes text not null,
      state text not null default 'running',
      started_at timestamptz not null,
      started_by integer not null,
      request_id text,
      finished_at timestamptz,
      due_at timestamptz,
      generation integer not null default 0,
      attempts integer not null default 0,
      lease_id uuid,
      lease_until timestamptz,
      last_error text,
      given_up_at timestamptz
    )`.execute(db);
  await sql`create index payment_retries_due on payment_retries (due_at) where given_up_at is null`.execute(
    db,
  );
  await sql`
    create table payment_retry_rows (
      retry_id integer not null references payment_retries on delete cascade,
      payment_id integer not null references failed_payments on delete cascade,
      check_id uuid not null default gen_random_uuid(),
      result text not null default 'pending',
      message text,
      primary key (retry_id, payment_id)
    )`.execute(db);
  // For the erasure of a payment.
  await sql`create index payment_retry_rows_payment on payment_retry_rows (payment_id)`.execute(db);
}
