import { type Kysely, sql } from 'kysely';

/** A lease instead of a lock for the work of the worker: it is taken over when its server dies. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table mails rename column next_attempt_at to due_at`.execute(db);
  await sql`alter table mails alter column due_at drop not null`.execute(db);
  await sql`alter table mails add column lease_id uuid, add column lease_until timestamptz`.execute(db);
}
