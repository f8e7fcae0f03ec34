import { type Kysely, sql } from 'kysely';

/** For the list of the payments that were recovered in a month. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create index failed_payments_recovered on failed_payments (recovered_at desc, id desc)
      where state = 'recovered'`.execute(db);
}
