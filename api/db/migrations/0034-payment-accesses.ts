import { type Kysely, sql } from 'kysely';

/** For the filters by access of api/payments/filters.ts, whose words these are. Matches are counted and sorted by the index alone. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create index failed_payments_access on failed_payments (access_until)
      include (state, platform, user_id, id, email, created_at, last_checked_at, recovered_at, deadline_at)
      where state <> 'recovered' and (
        coalesce(access_until, deadline_at, ended_at) is not null or last_outcome = 'not_retryable')`.execute(
    db,
  );
  // Whether a customer pays for another subscription now.
  await sql`
    create index subscriptions_paid on subscriptions (user_id)
      where status in ('trialing', 'active', 'in_grace_period')`.execute(db);
  await sql`
    create index courtesy_accesses_until on courtesy_accesses (until) where revoked_at is null`.execute(db);
}
