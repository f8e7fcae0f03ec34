import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  // Servers of the previous version still insert rows without it.
  await sql`alter table refresh_tokens add column given_at timestamptz not null default now()`.execute(db);
  // Exact for the newest token of a session; no other one needs it.
  await sql`
    update refresh_tokens set given_at = last_used_at from sessions where sessions.id = session_id`.execute(
    db,
  );
}
