import { type Kysely, sql } from 'kysely';

/** Mails that remind a customer of a failed payment, one for each stage of it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table users add column reminders_refused_at timestamptz`.execute(db);
  await sql`
    create table payment_reminders (
      id integer generated always as identity primary key,
      payment_id integer not null references failed_payments on delete cascade,
      stage text not null check (stage in ('grace_period', 'billing_retry', 'on_hold')),
      administrator_id integer references users on delete set null,
      queued_at timestamptz not null,
      sent_at timestamptz,
      dropped_at timestamptz,
      -- Of the tokens that refuse further reminders; each attempt to send has its own.
      refusal_hashes bytea[] not null default '{}',
      unique (payment_id, stage)
    )`.execute(db);
  await sql`
    create index payment_reminders_refusal on payment_reminders using gin (refusal_hashes)`.execute(db);
  await sql`
    alter table mails
      add column reminder_id integer references payment_reminders on delete cascade,
      drop constraint mails_kind_check,
      add constraint mails_kind_check check (kind in ('password_reset', 'password_changed', 'deletion_request',
        'account_deleted', 'deletion_stopped', 'payment_reminder'))`.execute(db);
  await sql`create index mails_reminder on mails (reminder_id) where reminder_id is not null`.execute(db);
}
