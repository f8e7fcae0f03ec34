import { type Kysely, sql } from 'kysely';

/**
 * Each copy of a mailed token ages by itself: a mail that is tried again carries a new one, which makes the first no
 * younger. And a token knows whether a mail carried it, because only that proves whose mailbox it is.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table one_time_tokens
      add column expiries timestamptz[] not null default '{}',
      add column by_mail boolean not null default true`.execute(db);
  await sql`
    update one_time_tokens set expiries = array_fill(expires_at, array[cardinality(hashes)])
    where cardinality(hashes) > 0`.execute(db);
}
