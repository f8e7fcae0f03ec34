import { type Kysely, sql } from 'kysely';

/** What became of a failed payment, and why a subscription ended: docs/decisions/0024. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table subscriptions add column end_cause text check (end_cause in ('customer', 'billing', 'price_increase',
      'product_unavailable', 'developer', 'replaced', 'other', 'refunded', 'known_no_longer'))`.execute(db);
  await sql`
    alter table failed_payments
      add column stage text check (stage in ('grace_period', 'billing_retry', 'on_hold')),
      add column reminded_at timestamptz,
      -- An administrator's check only notices what the store did.
      add column result text not null generated always as (
        case
          when recovered_at is not null then
            case when reminded_at < recovered_at then 'after_reminder' else 'by_store' end
          when ended_at is null then 'open'
          when end_cause in ('customer', 'price_increase', 'replaced', 'refunded') then 'canceled'
          else 'given_up'
        end
      ) stored`.execute(db);
}
