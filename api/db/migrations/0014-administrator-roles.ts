import { type Kysely, sql } from 'kysely';

/** What an administrator may do. Those that exist could do everything until now. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table users add column administrator_role text
      check (administrator_role in ('owner', 'support', 'editor', 'analyst'));
    update users set administrator_role = 'owner' where role = 'admin';
    -- Two null values would pass a comparison of both columns.
    alter table users add constraint users_administrator_role
      check ((role = 'admin') = (administrator_role is not null));`.execute(db);
}
