import { type Kysely, sql } from 'kysely';

/** Users whom the app's backend signs up, by its own ids. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table users
      -- The app's own id. Null: the app's backend did not sign the user up, or the account was erased.
      add column external_id text collate "C",
      -- A BCP 47 tag.
      add column locale text,
      -- What the app's backend last sent, by column.
      add column app_values jsonb not null default '{}';
    create unique index users_external_id on users (external_id) where external_id is not null;`.execute(db);
}
