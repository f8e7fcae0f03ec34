import { type Kysely, sql } from 'kysely';

/** Each attempt at a mail has its own expiry. Only a token that was mailed verifies the email address. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table one_time_tokens
      add column expiries timestamptz[] not null default '{}',
      add column by_mail boolean not null default true`.execute(db);
  await sql`
    update one_time_tokens set expiries = array_fill(expires_at, array[cardinality(hashes)])
    where cardinality(hashes) > 0`.execute(db);
}
