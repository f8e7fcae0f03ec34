import { type Kysely, sql } from 'kysely';

/** A refresh token knows when it was given, because its parent is accepted for some minutes from then on. */
export async function up(db: Kysely<never>): Promise<void> {
  // The default is for servers of the last version that still run on this database.
  await sql`alter table refresh_tokens add column given_at timestamptz not null default now()`.execute(db);
  // Exact for the newest token of a session, the only one whose time counts.
  await sql`
    update refresh_tokens set given_at = last_used_at from sessions where sessions.id = session_id`.execute(
    db,
  );
}
